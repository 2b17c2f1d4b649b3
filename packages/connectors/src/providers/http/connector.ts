import { type ConnectorSpec, keyTypesOfForm } from '@switchboard/model';
import { defineParameters } from '../../parameters/define-parameters.ts';

export const SOURCE_PARAMETERS = defineParameters({
  url: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Address of the report. {YYYY-MM-DD} and the like stand for the report date, {file} for each of files.',
  },
  method: { type: 'string', allowed: ['GET', 'POST'], doc: 'GET, or POST; POST by default with async.' },
  headers: { type: 'object', doc: 'Further request headers. Secrets belong in a key.' },
  query: { type: 'object', doc: 'Query parameters added to the url; values may hold {YYYY-MM-DD}.' },
  body: { type: 'object', doc: 'Sent as JSON with POST; strings in it may hold {YYYY-MM-DD}.' },
  files: {
    type: 'strings',
    single: true,
    doc: 'Names to fetch one after the other; each replaces {file} in the url.',
  },
  filename: { type: 'string', doc: 'Name of the file, instead of the one the provider gives.' },
  not_found: {
    type: 'string',
    default: 'fail',
    allowed: ['fail', 'retry'],
    doc: 'What a 404 means: "fail", the url is wrong; "retry", the report is late and is requested again.',
  },
  async: {
    type: 'boolean',
    default: false,
    doc: 'The provider makes reports on request: url orders one, status_url is polled until it is ready.',
  },
  status_url: {
    type: 'string',
    doc: 'With async: address of the report’s state; {report_id} is filled in. The key is sent only to the origin of url.',
  },
  download_url: {
    type: 'string',
    doc: 'With async: address of the finished report; {report_id} is filled in. Without it, the address in the answer’s url_field.',
  },
  id_field: {
    type: 'string',
    default: 'report_id',
    doc: 'With async: field of the answer that holds the report’s id.',
  },
  status_field: {
    type: 'string',
    default: 'status',
    doc: 'With async: field of the answer that holds the state.',
  },
  url_field: {
    type: 'string',
    default: 'url',
    doc: 'With async: field of the answer that holds the file’s address.',
  },
  ready_values: {
    type: 'strings',
    single: true,
    default: ['ready', 'done', 'complete', 'completed', 'success', 'succeeded', 'finished'],
    doc: 'With async: states that mean the report is ready.',
  },
  failed_values: {
    type: 'strings',
    single: true,
    default: ['failed', 'failure', 'error', 'cancelled', 'canceled', 'expired'],
    doc: 'With async: states that mean it failed.',
  },
  check_after_seconds: {
    type: 'integer',
    default: 30,
    minimum: 1,
    maximum: 3600,
    doc: 'With async: seconds between two requests to status_url, unless the provider asks for another pause.',
  },
  give_up_minutes: {
    type: 'integer',
    default: 720,
    minimum: 1,
    maximum: 10080,
    doc: 'With async: minutes after which a report that is still not ready counts as failed.',
  },
});

/** Reports over HTTP: one request, one file; or an order, polls of its state, and the file. */
export const connector: ConnectorSpec = {
  name: 'http',
  displayName: 'HTTP',
  keyTypes: keyTypesOfForm('http'),
  keyRequired: false,
  source: { parameters: SOURCE_PARAMETERS.specs },
};
