import { fillTemplate, PipelineError, type PlanValue } from '@switchboard/model';
import type { SourceRequest } from '../../spec.ts';
import { SOURCE_PARAMETERS } from './connector.ts';

type Values = ReturnType<typeof SOURCE_PARAMETERS.read>;
type Refuse = Values['refuse'];

export type AsyncParameters = ReturnType<typeof asyncParameters>;

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
  const values = SOURCE_PARAMETERS.read(request.name, request.parameters);
  const { url: template, files = [''], filename, body, refuse } = values;
  const asynchronous = values.async ? asyncParameters(values) : null;
  const method = values.method ?? (asynchronous === null ? 'GET' : 'POST');
  const fill = (parameter: string, text: string, tokens: Readonly<Record<string, string>> = {}): string =>
    filled(refuse, parameter, text, request.reportDate, tokens);
  const query = Object.entries(flatStrings(values, 'query')).map(
    ([name, value]) => [name, fill('query', value)] as const,
  );
  if (files.length > 1 && !template.includes('{file}'))
    refuse('url', 'must contain {file} when several files are listed');
  return {
    method,
    headers: checkedHeaders(values),
    body:
      body === undefined || method === 'GET' ? null : JSON.stringify(filledDeep(body, (text) => fill('body', text))),
    notFound: values.not_found,
    filename: filename === undefined ? undefined : fill('filename', filename),
    targets: files.map((file) => ({
      file,
      url: withQuery(refuse, fill('url', template, { file: encodeURIComponent(file) }), query),
    })),
    asynchronous,
  };
}

function asyncParameters(values: Values) {
  const { status_url: statusUrl, refuse } = values;
  return {
    statusUrl: statusUrl || refuse('status_url', 'is missing'),
    downloadUrl: values.download_url,
    idField: values.id_field,
    statusField: values.status_field,
    urlField: values.url_field,
    ready: values.ready_values.map((value) => value.toLowerCase()),
    failed: values.failed_values.map((value) => value.toLowerCase()),
    checkAfterSeconds: values.check_after_seconds,
    giveUpMinutes: values.give_up_minutes,
  };
}

/** An object of strings, numbers and booleans, as strings. */
function flatStrings(values: Values, parameter: 'headers' | 'query'): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values[parameter] ?? {}).map(([name, item]) => [
      name,
      item === null || typeof item === 'object'
        ? values.refuse(parameter, `must hold a plain value in ${name}`)
        : String(item),
    ]),
  );
}

function filled(
  refuse: Refuse,
  parameter: string,
  template: string,
  reportDate: string | null,
  values: Readonly<Record<string, string>>,
): string {
  if (reportDate === null && /\{(?:YYYY|YY|MM|DD|[-_/.])+\}/.test(template)) {
    refuse(parameter, 'holds a date, but this download has no report dates');
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

function withQuery(refuse: Refuse, text: string, query: readonly (readonly [string, string])[]): string {
  const url = checkedUrl(text) ?? refuse('url', 'must be an http or https address without a user or password');
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

function checkedHeaders(values: Values): Readonly<Record<string, string>> {
  const headers = flatStrings(values, 'headers');
  for (const [name, value] of Object.entries(headers)) {
    if (
      !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) ||
      OWN_HEADERS.has(name.toLowerCase()) ||
      /[^\t\x20-\x7e\x80-\xff]/.test(value)
    ) {
      values.refuse('headers', `holds ${JSON.stringify(name)}, which cannot be sent`);
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
