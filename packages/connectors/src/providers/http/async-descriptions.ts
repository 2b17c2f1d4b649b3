/** Parameters of reports that a provider makes on request. */
export const ASYNC_PARAMETERS = {
  async: {
    type: 'boolean',
    default: false,
    doc: 'The provider makes reports on request: url orders one, status_url is polled until it is ready.',
  },
  status_url: {
    type: 'string',
    doc: 'With async: address of the report’s state; {report_id} is filled in. The key is sent only to the origin of url.',
  },
  status_body: {
    type: 'object',
    doc: 'With async: sent as JSON with POST to status_url; {report_id} is filled in. GET without it.',
  },
  download_url: {
    type: 'string',
    doc: 'With async: address of the finished report; {report_id} is filled in. Without it, the address in the answer’s url_field.',
  },
  download_query: {
    type: 'object',
    doc: 'With async: query parameters added to download_url, such as the size of a page.',
  },
  id_field: {
    type: 'string',
    default: 'report_id',
    doc: 'With async: path in the answer of the report’s id.',
  },
  status_field: {
    type: 'string',
    default: 'status',
    doc: 'With async: path in the answer of the state.',
  },
  url_field: {
    type: 'string',
    default: 'url',
    doc: 'With async: path in the answer of the file’s address.',
  },
  missing_url: {
    type: 'string',
    default: 'fail',
    allowed: ['fail', 'empty'],
    doc: 'With async: whether a finished report without the address of a file has failed, or has no records.',
  },
  ready_values: {
    type: 'strings',
    single: true,
    default: ['ready', 'done', 'complete', 'completed', 'success', 'succeeded', 'finished'],
    doc: 'With async: states that mean the report is ready. States that neither list names are waited for, and so is an answer 202 without a body.',
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
    maximum: 10_080,
    doc: 'With async: minutes after which a report that is still not ready counts as failed.',
  },
} as const;
