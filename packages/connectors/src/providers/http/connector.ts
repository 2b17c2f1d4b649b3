import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { defineParameters } from '../../parameters/define-parameters.ts';
import { ASYNC_PARAMETERS } from './async-descriptions.ts';
import { PAGING_PARAMETERS } from './paging-descriptions.ts';

export const SOURCE_PARAMETERS = defineParameters({
  url: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Address of the report. {YYYY-MM-DD} and the like stand for the report date, {YYYY-MM-DD+1} for the day after, {YYYY-MM-DD:s} and {YYYY-MM-DD:iso} for its midnight in the timezone of the download, as seconds since 1970 and as 2026-11-20T05:00:00Z, {file} for each of files.',
  },
  method: { type: 'string', allowed: ['GET', 'POST'], doc: 'GET, or POST; POST by default with async, body or form.' },
  headers: { type: 'object', doc: 'Further request headers. Secrets belong in a key.' },
  query: {
    type: 'object',
    doc: 'Query parameters added to the url; values may hold {YYYY-MM-DD}. A list repeats its parameter.',
  },
  body: {
    type: 'object',
    group: 'body',
    doc: 'Sent as JSON with POST; strings in it may hold {YYYY-MM-DD}. One that is only a part of the date, such as {YYYY-MM-DD:day}, is sent as a number.',
  },
  form: {
    type: 'object',
    group: 'body',
    doc: 'Sent as a form with POST, instead of body; strings in it may hold {YYYY-MM-DD}.',
  },
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
  ...PAGING_PARAMETERS,
  ...ASYNC_PARAMETERS,
});

export type HttpValues = ReturnType<typeof SOURCE_PARAMETERS.read>;

/** Reports over HTTP: one request or several pages, one file; or an order, polls of its state, and the file. */
export const connector: ConnectorSpec = {
  name: 'http',
  displayName: 'HTTP',
  keyTypes: keyTypesOfForm('http'),
  keyRequired: false,
  source: { parameters: SOURCE_PARAMETERS.specs },
};
