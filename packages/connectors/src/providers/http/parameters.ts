import { PipelineError } from '@switchboard/model/errors/errors';
import type { PlanValue } from '@switchboard/model/plan';
import type { SourceRequest } from '../../spec.ts';
import { type HttpValues, SOURCE_PARAMETERS } from './connector.ts';
import { type DatePlace, datePlaceOf, fillDates, holdsDate, isDatePart } from './date-tokens.ts';
import { failureCodes, pagingOf, rowSettings } from './paging-parameters.ts';
import { formBody, jsonBody, type RequestBody } from './request-body.ts';
import type { AsyncParameters, HttpParameters, Query } from './settings.ts';

type Refuse = HttpValues['refuse'];

/** The parameters of one fetch, checked and with the report date filled in. Throws PARAMETER_INVALID. */
export function readHttpParameters(request: SourceRequest, check: string): HttpParameters {
  const values = SOURCE_PARAMETERS.read(request.name, request.parameters);
  const { url: template, files = [''], filename, refuse } = values;
  const asynchronous = values.async ? asyncParameters(values) : null;
  const hasBody = values.body !== undefined || values.form !== undefined;
  const method = values.method ?? (asynchronous === null && !hasBody ? 'GET' : 'POST');
  const place = datePlaceOf(request.reportDate, request.parameters);
  const fill = (parameter: string, text: string, tokens: Readonly<Record<string, string>> = {}): string =>
    filled(refuse, parameter, text, place, tokens);
  const query = queryOf(values, 'query', (text) => fill('query', text));
  const rows = rowSettings(values);
  const paging = pagingOf(values, method);
  if (paging !== null && rows === null) refuse('rows', 'is missing: it says where the records of a page are');
  if (files.length > 1 && !template.includes('{file}'))
    refuse('url', 'must contain {file} when several files are listed');
  return {
    method,
    headers: checkedHeaders(values, (text) => fill('headers', text)),
    body: method === 'GET' ? null : bodyOf(values, fill),
    notFound: values.not_found,
    check,
    filename: filename === undefined ? undefined : fill('filename', filename),
    targets: files.map((file) => ({
      file,
      url: withQuery(refuse, fill('url', template, { file: encodeURIComponent(file) }), query),
    })),
    asynchronous,
    rows,
    paging,
    failures: failureCodes(values),
  };
}

function bodyOf(
  { body, form, refuse }: HttpValues,
  fill: (parameter: string, text: string) => string,
): RequestBody | null {
  if (body !== undefined && form !== undefined) refuse('form', 'cannot be combined with body');
  if (body !== undefined)
    return jsonBody(
      filledMembers(body, (text) => (isDatePart(text) ? Number(fill('body', text)) : fill('body', text))),
    );
  return form === undefined ? null : formBody(filledMembers(form, (text) => fill('form', text)));
}

function asyncParameters(values: HttpValues): AsyncParameters {
  const { status_url: statusUrl, refuse } = values;
  return {
    statusUrl: statusUrl || refuse('status_url', 'is missing'),
    statusBody: values.status_body ?? null,
    downloadUrl: values.download_url,
    downloadQuery: queryOf(values, 'download_query', (text) => text),
    idField: values.id_field,
    statusField: values.status_field,
    urlField: values.url_field,
    missingUrl: values.missing_url,
    ready: values.ready_values.map((value) => value.toLowerCase()),
    failed: values.failed_values.map((value) => value.toLowerCase()),
    checkAfterSeconds: values.check_after_seconds,
    giveUpMinutes: values.give_up_minutes,
  };
}

/** The query parameters that an object holds; a list repeats its name. */
function queryOf(values: HttpValues, parameter: 'query' | 'download_query', fill: (text: string) => string): Query {
  return Object.entries(values[parameter] ?? {}).flatMap(([name, item]) =>
    (Array.isArray(item) ? (item as readonly PlanValue[]) : [item]).map(
      (one) => [name, fill(plainText(values, parameter, name, one))] as const,
    ),
  );
}

function plainText(values: HttpValues, parameter: string, name: string, item: PlanValue): string {
  return item === null || typeof item === 'object'
    ? values.refuse(parameter, `must hold a plain value in ${name}`)
    : String(item);
}

function filled(
  refuse: Refuse,
  parameter: string,
  template: string,
  place: DatePlace,
  values: Readonly<Record<string, string>>,
): string {
  if (place.reportDate === null && holdsDate(template)) {
    refuse(parameter, 'holds a date, but this download has no report dates');
  }
  return fillDates(template, place, values);
}

/** A value with every text in it filled in. */
export function filledDeep(value: PlanValue, fill: (text: string) => PlanValue): PlanValue {
  if (typeof value === 'string') return fill(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: PlanValue) => filledDeep(item, fill));
  return filledMembers(value as { readonly [name: string]: PlanValue }, fill);
}

const filledMembers = (
  object: { readonly [name: string]: PlanValue },
  fill: (text: string) => PlanValue,
): { readonly [name: string]: PlanValue } =>
  Object.fromEntries(Object.entries(object).map(([name, item]) => [name, filledDeep(item, fill)]));

function withQuery(refuse: Refuse, text: string, query: Query): string {
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

function checkedHeaders(values: HttpValues, fill: (text: string) => string): Readonly<Record<string, string>> {
  const given = Object.entries(values.headers ?? {});
  const headers = Object.fromEntries(
    given.map(([name, item]) => [name, fill(plainText(values, 'headers', name, item))]),
  );
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
  { name, parameters, reportDate }: SourceRequest,
  parameter: string,
  template: string,
  reportId: string,
  query: Query = [],
): string {
  const place = datePlaceOf(reportDate, parameters);
  const url = checkedUrl(fillDates(template, place, { report_id: encodeURIComponent(reportId) }));
  if (url === null) {
    throw new PipelineError('PARAMETER_INVALID', {
      name,
      parameter,
      reason: 'must be an http or https address without a user or password',
    });
  }
  for (const [field, value] of query) url.searchParams.append(field, value);
  return url.href;
}
