import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { memberSaysError, saysPartial } from '@switchboard/model/values/error-member';
import { failedAnswer, shownAnswer, shownUrl } from '../../network/answers.ts';
import type { EgressResponse } from '../../network/egress.ts';
import { verdictOf } from '../../network/failure-codes.ts';
import { type FoundRecord, isObject, type Json, parseExactJson, textOf, valueAt } from '../../network/json-values.ts';
import { nextLink } from '../../network/link-header.ts';
import type { ConnectorContext, SourceRequest } from '../../spec.ts';
import { askWithKey, readBody, type Sent } from './ask.ts';
import { type RowSettings, recordsOf } from './record-lines.ts';
import { setAt } from './request-body.ts';
import type { HttpParameters, Paging } from './settings.ts';

export type Page = { readonly answer: Json; readonly records: readonly FoundRecord[] };

/** Longest answer that is read as JSON, in bytes. */
const PAGE_LIMIT = 64 * 1024 * 1024;

type Target = { readonly url: string; readonly body: HttpParameters['body'] };

/**
 * Every page of a report in order, each asked for when the one before has been used. Throws SOURCE_ANSWER_INVALID for an answer
 * without records, a page that leads back to an earlier one, and records that are fewer than the answer says.
 */
export async function* readPages(
  url: string,
  parameters: HttpParameters & { readonly rows: RowSettings },
  request: SourceRequest,
  context: ConnectorContext,
): AsyncGenerator<Page> {
  const { paging, rows } = parameters;
  const seen = new Set<string>();
  let target: Target = { url, body: parameters.body };
  let total: number | null = null;
  let place: Place = { page: 1, at: paging?.first ?? 0, received: 0 };
  if (paging !== null && (paging.kind === 'page' || paging.kind === 'offset'))
    target = atPlace(target, paging, place.at);
  for (;;) {
    const invalid = (reason: string): PipelineError =>
      new PipelineError('SOURCE_ANSWER_INVALID', { name: request.name, host: new URL(url).host, reason });
    const tooFew = (received: number, total: number): PipelineError =>
      invalid(`its pages ended after ${received} of ${total} records`);
    const read = await readPage(target, parameters, request, context, place.page > 1);
    // 204 is a page without records.
    if (read === null) {
      if (total !== null && place.received < total) throw tooFew(place.received, total);
      return;
    }
    const { json, headers, digest } = read;
    const records = recordsOf(json, rows);
    if (records === null)
      throw invalid(
        `page ${place.page} has nothing at ${rows.rows}, it is ${shownAnswer(JSON.stringify(json), request.key)}`,
      );
    if (records.length === 0 && hasError(json, rows.rows === '.' ? [] : rows.rows.split('.')))
      throw invalid(
        `page ${place.page} has an error beside no records, it is ${shownAnswer(JSON.stringify(json), request.key)}`,
      );
    const partial = rows.mayBePartial ? null : partialError(json, rows);
    if (partial !== null)
      throw invalid(`page ${place.page} has records beside its errors: ${shownAnswer(partial, request.key)}`);
    yield { answer: json, records };
    if (paging === null) return;
    place = { ...place, received: place.received + records.length };
    const next = nextOf(paging, place, records.length, json, headers, invalid);
    total = paging.total === null ? null : (numberAt(json, paging.total) ?? total);
    if (next === null) {
      if (total !== null && place.received < total) throw tooFew(place.received, total);
      return;
    }
    // A provider that does not know its own parameter answers with the same page again and again.
    const mark = typeof next === 'number' ? digest : `next ${next}`;
    if (seen.has(mark)) throw invalid(`page ${place.page} leads back to an earlier page`);
    seen.add(mark);
    if (place.page === paging.max) {
      const reason = `is ${paging.max}, and there are more pages`;
      throw new PipelineError('PARAMETER_INVALID', { name: request.name, parameter: 'max_pages', reason });
    }
    place = { ...place, page: place.page + 1, at: typeof next === 'number' ? next : place.at };
    target = nextTarget(target, paging, next, invalid);
  }
}

/** `at`: the number or offset of the page. */
type Place = { readonly page: number; readonly at: number; readonly received: number };

/** The number, offset, cursor or address of the next page; null after the last one. */
function nextOf(
  paging: Paging,
  { at, received }: Place,
  count: number,
  json: Json,
  headers: EgressResponse['headers'],
  invalid: (reason: string) => PipelineError,
): string | number | null {
  if (paging.more !== null && !isTrue(valueAt(json, paging.more))) return null;
  /** The end, unless the answer says that there is more. */
  const end = (missing: string): null => {
    if (paging.more === null) return null;
    throw invalid(`it says that there are more pages, and has ${missing}`);
  };
  switch (paging.kind) {
    case 'link_header':
      return linkIn(headers, invalid) ?? end('no link to the next one');
    case 'cursor':
    case 'next_url':
      return textOf(valueAt(json, paging.next ?? '')) || end(`nothing at ${paging.next}`);
    case 'page':
    case 'offset': {
      const next = paging.kind === 'page' ? at + 1 : at + count;
      if (paging.more !== null) return count === 0 && paging.kind === 'offset' ? end('no records') : next;
      const pages = paging.pages === null ? null : numberAt(json, paging.pages);
      if (pages !== null) return at - paging.first + 1 >= pages ? null : next;
      const total = paging.total === null ? null : numberAt(json, paging.total);
      if (total !== null) return received >= total || count === 0 ? null : next;
      return count === 0 || (paging.size !== null && count < paging.size) ? null : next;
    }
  }
}

/** Whether an answer says that something failed, beside its rows or beside what holds them. */
function hasError(json: Json, path: readonly string[]): boolean {
  if (!isObject(json)) return false;
  const [next, ...rest] = path;
  return Object.entries(json).some(([name, value]) =>
    name === next ? hasError(value, rest) : memberSaysError(name, value),
  );
}

/**
 * The error that an answer has beside its records, by which some of them are missing; null for none. A member that a column
 * reads is part of the report.
 */
function partialError(json: Json, { rows, columns }: RowSettings): string | null {
  const isWanted = (name: string): boolean => columns?.some(({ path }) => path.split('.', 1)[0] === name) === true;
  let at: Json = json;
  for (const step of rows === '.' ? [] : rows.split('.')) {
    if (!isObject(at)) return null;
    for (const [name, value] of Object.entries(at))
      if (name !== step && saysPartial(name) && !isWanted(name) && memberSaysError(name, value))
        return JSON.stringify(value);
    at = at[step] ?? null;
  }
  return null;
}

const isTrue = (value: Json | undefined): boolean =>
  !['', 'false', '0', 'no'].includes(textOf(value).trim().toLowerCase());

function numberAt(json: Json, path: string): number | null {
  const text = textOf(valueAt(json, path));
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function linkIn(headers: EgressResponse['headers'], invalid: (reason: string) => PipelineError): string | null {
  try {
    return nextLink(headers['link']);
  } catch (error) {
    throw error instanceof SyntaxError ? invalid(error.message) : error;
  }
}

function atPlace({ url, body }: Target, paging: Paging, value: string | number): Target {
  if (paging.isInBody) return { url, body: body === null ? null : setAt(body, paging.parameter, value) };
  const next = new URL(url);
  next.searchParams.set(paging.parameter, String(value));
  return { url: next.href, body };
}

function nextTarget(
  target: Target,
  paging: Paging,
  next: string | number,
  invalid: (reason: string) => PipelineError,
): Target {
  if (paging.kind !== 'next_url' && paging.kind !== 'link_header') return atPlace(target, paging, next);
  const url = URL.canParse(String(next), target.url) ? new URL(String(next), target.url) : null;
  // The key is for one host, and so are the pages.
  if (url === null || url.origin !== new URL(target.url).origin || url.username !== '' || url.password !== '')
    throw invalid('its next page is at another host');
  return { ...target, url: url.href };
}

type ReadPage = { readonly json: Json; readonly headers: EgressResponse['headers']; readonly digest: string };

/** One page as JSON; null for an answer that says that there is none (204). */
async function readPage(
  { url, body }: Target,
  parameters: HttpParameters,
  request: SourceRequest,
  context: ConnectorContext,
  isPatient: boolean,
): Promise<ReadPage | null> {
  const sent: Sent = { method: parameters.method, headers: parameters.headers, body };
  const { answer, json, digest } = await askForJson(url, sent, parameters, request, context, {
    isPatient,
    limit: PAGE_LIMIT,
  });
  return json === null ? null : { json, headers: answer.headers, digest };
}

type AnswerOptions = {
  readonly isPatient?: boolean;
  /** Whether 202 answers the order of a report, or the question for its state. */
  readonly isOrder?: boolean;
  /** Bytes. */
  readonly limit: number;
};

/**
 * The JSON of a successful answer; null for 204. Throws what `failedAnswer` makes of others, and SOURCE_ANSWER_INVALID when it is
 * no JSON.
 */
export async function askForJson(
  url: string,
  sent: Sent,
  { failures, notFound, check }: Pick<HttpParameters, 'failures' | 'notFound' | 'check'>,
  request: SourceRequest,
  context: ConnectorContext,
  { isPatient = false, isOrder = false, limit }: AnswerOptions,
): Promise<{ readonly answer: EgressResponse; readonly json: Json; readonly digest: string }> {
  const { name, key } = request;
  const answer = await askWithKey(url, sent, request, context, { isPatient, failures, readsSuccess: true, limit });
  const asked = { name, url, key, notFound, check, file: shownUrl(url, key), failures };
  if (answer.status === 204) {
    answer.body.destroy();
    return { answer, json: null, digest: '' };
  }
  const isUsable = [200, 201, 203].includes(answer.status) || (isOrder && answer.status === 202);
  if (!isUsable) throw await failedAnswer(answer, asked);
  const { bytes, isWhole } = await readBody(answer, limit, name, context);
  if (!isWhole) throw new PipelineError('SOURCE_TOO_LARGE', { file: shownUrl(url, key), limit });
  if (answer.status === 202 && bytes.toString('latin1').trim() === '') return { answer, json: {}, digest: '' };
  const text = textOfAnswer(bytes, answer.headers['content-type']);
  const json = text === null ? undefined : parsed(text);
  if (json === undefined) {
    const { host } = new URL(url);
    const reason = `it is not JSON${text === null ? ' in UTF-8' : ''} but ${shownAnswer(bytes.toString('utf8'), key)}`;
    throw new PipelineError('SOURCE_ANSWER_INVALID', { name, host, reason });
  }
  if (verdictOf(json, failures) !== 'ok') throw await failedAnswer({ ...answer, body: again(bytes) }, asked);
  return { answer, json, digest: createHash('sha256').update(bytes).digest('base64') };
}

const again = (bytes: Buffer): Readable => Readable.from([bytes]);

/** The text of an answer: UTF-8, else as its content type says; null for bytes that are neither. */
function textOfAnswer(bytes: Buffer, contentType: string | undefined): string | null {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1];
  if (isUtf8(bytes) && !/^utf-?16/i.test(charset ?? '')) return bytes.toString('utf8');
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parsed(text: string): Json | undefined {
  try {
    return parseExactJson(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
