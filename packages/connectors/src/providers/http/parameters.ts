import { fillTemplate, type ParameterSpec, PipelineError, type PlanValue } from '@switchboard/model';
import { type ParameterReader, readParameters } from '../../fields.ts';
import type { SourceRequest } from '../../spec.ts';

const READY = ['ready', 'done', 'complete', 'completed', 'success', 'succeeded', 'finished'];
const FAILED = ['failed', 'failure', 'error', 'cancelled', 'canceled', 'expired'];

/** What an `http` download may say besides the parameters that all downloads share. */
export const HTTP_PARAMETERS: readonly ParameterSpec[] = [
  {
    name: 'url',
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Address of the report. {YYYY-MM-DD} and the like stand for the report date, {file} for each of files.',
  },
  {
    name: 'method',
    type: 'string',
    required: false,
    allowed: ['GET', 'POST'],
    doc: 'GET, or POST; POST by default with async.',
  },
  { name: 'headers', type: 'object', required: false, doc: 'Further request headers. Secrets belong into a key.' },
  {
    name: 'query',
    type: 'object',
    required: false,
    doc: 'Query parameters added to the url; values may hold {YYYY-MM-DD}.',
  },
  { name: 'body', type: 'object', required: false, doc: 'Sent as JSON with POST; texts in it may hold {YYYY-MM-DD}.' },
  {
    name: 'files',
    type: 'strings',
    required: false,
    single: true,
    doc: 'Names to fetch one after the other; each replaces {file} in the url.',
  },
  {
    name: 'filename',
    type: 'string',
    required: false,
    doc: 'Name of the file, instead of the one the provider gives.',
  },
  {
    name: 'not_found',
    type: 'string',
    required: false,
    default: 'fail',
    allowed: ['fail', 'retry'],
    doc: 'What a 404 means: "fail", the url is wrong; "retry", the report is late and will be asked for again.',
  },
  {
    name: 'async',
    type: 'boolean',
    required: false,
    default: false,
    doc: 'The provider makes reports on request: url orders one, status_url is asked until it is ready.',
  },
  {
    name: 'status_url',
    type: 'string',
    required: false,
    doc: 'With async: where the report’s state is; {report_id} is filled in. The key is sent only to the origin of url.',
  },
  {
    name: 'download_url',
    type: 'string',
    required: false,
    doc: 'With async: where the finished report is; {report_id} is filled in. Without it, the address in the answer’s url_field.',
  },
  {
    name: 'id_field',
    type: 'string',
    required: false,
    default: 'report_id',
    doc: 'With async: field of the answer that holds the report’s id.',
  },
  {
    name: 'status_field',
    type: 'string',
    required: false,
    default: 'status',
    doc: 'With async: field of the answer that holds the state.',
  },
  {
    name: 'url_field',
    type: 'string',
    required: false,
    default: 'url',
    doc: 'With async: field of the answer that holds the file’s address.',
  },
  {
    name: 'ready_values',
    type: 'strings',
    required: false,
    single: true,
    default: READY,
    doc: 'With async: states that mean the report is ready.',
  },
  {
    name: 'failed_values',
    type: 'strings',
    required: false,
    single: true,
    default: FAILED,
    doc: 'With async: states that mean it failed.',
  },
  {
    name: 'check_after_seconds',
    type: 'integer',
    required: false,
    default: 30,
    minimum: 1,
    maximum: 3600,
    doc: 'With async: seconds between two looks at status_url, unless the provider asks for another pause.',
  },
  {
    name: 'give_up_minutes',
    type: 'integer',
    required: false,
    default: 720,
    minimum: 1,
    maximum: 10080,
    doc: 'With async: minutes after which a report that is still not ready counts as failed.',
  },
];

export type AsyncParameters = {
  readonly statusUrl: string;
  readonly downloadUrl: string | undefined;
  readonly idField: string;
  readonly statusField: string;
  readonly urlField: string;
  readonly ready: readonly string[];
  readonly failed: readonly string[];
  readonly checkAfterSeconds: number;
  readonly giveUpMinutes: number;
};

export type HttpParameters = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly notFound: 'fail' | 'retry';
  readonly filename: string | undefined;
  /** One entry for every file to fetch: its name ('' when there is but one) and its url. */
  readonly targets: readonly { readonly file: string; readonly url: string }[];
  readonly asynchronous: AsyncParameters | null;
};

/** The parameters of one fetch, checked and with the report date filled in. Throws PARAMETER_INVALID. */
export function readHttpParameters(request: SourceRequest): HttpParameters {
  const read = readParameters(request.name, request.parameters);
  const asynchronous = read.flag('async', false) ? readAsync(read) : null;
  const method = read.oneOf('method', ['GET', 'POST'], asynchronous === null ? 'GET' : 'POST');
  const fill = (parameter: string, template: string, values: Readonly<Record<string, string>> = {}): string =>
    filled(read, parameter, template, request.reportDate, values);
  const query = Object.entries(read.record('query')).map(([name, value]) => [name, fill('query', value)] as const);
  const template = read.requiredText('url');
  const files = read.texts('files') ?? [''];
  if (files.length > 1 && !template.includes('{file}'))
    read.refuse('url', 'must contain {file} when several files are listed');
  const body = request.parameters['body'];
  const filename = read.text('filename');
  return {
    method,
    headers: checkedHeaders(read),
    body:
      body === undefined || body === null || method === 'GET'
        ? null
        : JSON.stringify(filledDeep(body, (text) => fill('body', text))),
    notFound: read.oneOf('not_found', ['fail', 'retry'], 'fail'),
    filename: filename === undefined ? undefined : fill('filename', filename),
    targets: files.map((file) => ({
      file,
      url: withQuery(read, fill('url', template, { file: encodeURIComponent(file) }), query),
    })),
    asynchronous,
  };
}

function readAsync(read: ParameterReader): AsyncParameters {
  return {
    statusUrl: read.requiredText('status_url'),
    downloadUrl: read.text('download_url'),
    idField: read.text('id_field') ?? 'report_id',
    statusField: read.text('status_field') ?? 'status',
    urlField: read.text('url_field') ?? 'url',
    ready: (read.texts('ready_values') ?? READY).map((value) => value.toLowerCase()),
    failed: (read.texts('failed_values') ?? FAILED).map((value) => value.toLowerCase()),
    checkAfterSeconds: Math.max(1, read.integer('check_after_seconds', 30)),
    giveUpMinutes: Math.max(1, read.integer('give_up_minutes', 720)),
  };
}

function filled(
  read: ParameterReader,
  parameter: string,
  template: string,
  reportDate: string | null,
  values: Readonly<Record<string, string>>,
): string {
  if (reportDate === null && /\{(?:YYYY|YY|MM|DD|[-_/.])+\}/.test(template)) {
    read.refuse(parameter, 'holds a date, but this download has no report dates');
  }
  return fillTemplate(template, reportDate, values);
}

function filledDeep(value: PlanValue, fill: (text: string) => string): PlanValue {
  if (typeof value === 'string') return fill(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: PlanValue) => filledDeep(item, fill));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, PlanValue]) => [name, filledDeep(item, fill)]),
  );
}

function withQuery(read: ParameterReader, text: string, query: readonly (readonly [string, string])[]): string {
  const url = checkedUrl(text) ?? read.refuse('url', 'must be an http or https address without a user or password');
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url.href;
}

/** An absolute http(s) address without credentials, or null. */
export function checkedUrl(text: string, base?: string): URL | null {
  if (!URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const web = url.protocol === 'http:' || url.protocol === 'https:';
  return web && url.username === '' && url.password === '' ? url : null;
}

/** Headers that belong to the connection, not to the script. */
const OWN_HEADERS = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

function checkedHeaders(read: ParameterReader): Readonly<Record<string, string>> {
  const headers = read.record('headers');
  for (const [name, value] of Object.entries(headers)) {
    if (
      !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) ||
      OWN_HEADERS.has(name.toLowerCase()) ||
      /[^\t\x20-\x7e\x80-\xff]/.test(value)
    ) {
      read.refuse('headers', `holds ${JSON.stringify(name)}, which cannot be sent`);
    }
  }
  return headers;
}

/** A template of the asynchronous mode with the report's id in it, which was the provider's to choose. */
export function reportUrl(
  name: string,
  parameter: string,
  template: string,
  reportId: string,
  reportDate: string | null,
): string {
  const text = fillTemplate(template, reportDate, { report_id: encodeURIComponent(reportId) });
  const url = checkedUrl(text);
  if (url === null) {
    throw new PipelineError('PARAMETER_INVALID', {
      name,
      parameter,
      reason: 'must be an http or https address without a user or password',
    });
  }
  return url.href;
}
