import { PipelineError } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import { quoted, secretsOf } from '../secrets.ts';
import type { KeyProperties } from '../spec.ts';
import type { EgressResponse } from './egress.ts';
import { type FailureCodes, verdictOf } from './failure-codes.ts';
import { firewallPage, pageTitle } from './html-page.ts';
import type { Json } from './json-values.ts';

export type Asked = {
  /** The declaration's name. */
  readonly name: string;
  readonly url: string;
  readonly key: KeyProperties | null;
  /** Whether a 404 means that the file is late, rather than that the url is wrong. */
  readonly notFound: 'fail' | 'retry';
  /** The file that was asked for, as people know it. */
  readonly file: string;
  /** Advice for a url that answers with not found. */
  readonly check: string;
  /** The codes by which the provider says what failed. */
  readonly failures?: FailureCodes | null;
  /** Whether the provider made the url up: the link to a report that it has made. */
  readonly isMade?: boolean;
};

/** Statuses of what is accepted and not there yet, and of a part that was not asked for. */
const NOT_WHOLE = [202, 206];
/** Statuses of a link that is not valid any more. */
const GONE = [401, 403, 404, 410];
/** Words by which providers say in a 403 that there were too many requests. */
const LIMITED =
  /rate.?limit|request.?limit|too.?many.?(?:requests|calls)|throttl|(?:limit|quota).?(?:reached|exceeded|exhausted)|resource.?exhausted|slow.?down/i;
/** Words of a 400 that mean the same: Meta answers so. */
const LIMIT_REACHED =
  /(?:rate|request|call|api).{0,12}limit.{0,12}(?:reached|exceeded|hit)|too many (?:requests|calls)|resource_exhausted/i;

const READ_OF_ERROR = 16 * 1024;

/** The catalogue's error for an unsuccessful answer. Reads the start of its body and closes it. */
export async function failedAnswer(answer: EgressResponse, asked: Asked): Promise<PipelineError> {
  const { status, retryAfter } = answer;
  const { name, key } = asked;
  const secrets = secretsOf(key);
  const host = new URL(asked.url).host;
  const url = shownUrl(asked.url, key);
  const start = await startOf(answer, READ_OF_ERROR);
  const body = quoted(
    start.complete ? start.text : wholeSecrets(start.text, secrets),
    secrets,
    LIMITS.quotedErrorLength,
  );
  const verdict = verdictOf(jsonOf(start.text), asked.failures ?? null);
  const isDenied = status === 401 || status === 403;
  const isLimited =
    (status === 403 && (isUsedUp(answer) || LIMITED.test(start.text))) ||
    (status === 400 && LIMIT_REACHED.test(start.text));
  if (verdict === 'limited' || isLimited)
    return new PipelineError('SOURCE_RATE_LIMITED', { name, host }, { retryAfter });
  if (asked.isMade === true && GONE.includes(status)) {
    const reason = `the link to it at ${host} answered ${status}: ${body === '' ? '(no text)' : body}`;
    return new PipelineError('SOURCE_REPORT_FAILED', { name, reason }, { retryAfter });
  }
  // Only what was asked with the key says anything about it: a redirect leads to another origin without it.
  const isOwn = !answer.redirected || new URL(answer.url).origin === new URL(asked.url).origin;
  const page = verdict === 'rejected' ? null : firewallPage(answer, start.text);
  if (page !== null) {
    const shown = quoted(page, secrets, LIMITS.quotedErrorLength);
    return new PipelineError('SOURCE_HTTP_ERROR', { name, url, status, body: shown }, { retryAfter });
  }
  if (key !== null && isOwn && (isDenied || verdict === 'rejected'))
    return new PipelineError('SOURCE_AUTH_FAILED', { name, host, key: key.name, status });
  if (isDenied && !isOwn) {
    const led = { name, url: foreignUrl(answer.url), status, body: body === '' ? '(no text)' : body };
    return new PipelineError('SOURCE_HTTP_ERROR', led, { retryAfter });
  }
  if (status === 404 && asked.notFound === 'retry') {
    return new PipelineError('SOURCE_FILE_MISSING', { name, file: asked.file }, { retryAfter });
  }
  const parameters = { name, url, status, body: body === '' ? '(no text)' : body };
  if (status === 404 || status === 410)
    return new PipelineError('SOURCE_NOT_FOUND', { ...parameters, check: asked.check });
  if (status === 429) return new PipelineError('SOURCE_RATE_LIMITED', { name, host }, { retryAfter });
  // Some providers answer 200 to a request that they reject. What is still being made, or is a part, comes whole later.
  const permanent =
    (status < 300 && !NOT_WHOLE.includes(status)) ||
    (status >= 400 && status < 500 && status !== 408 && status !== 425);
  return new PipelineError(permanent ? 'SOURCE_BAD_REQUEST' : 'SOURCE_HTTP_ERROR', parameters, { retryAfter });
}

/** Whether an answer says that it is too early for a request. */
export function isUsedUp({ headers, retryAfter }: Pick<EgressResponse, 'headers' | 'retryAfter'>): boolean {
  return retryAfter !== undefined || hasNoneLeft(headers);
}

/** Headers that say how many requests are left. */
const REMAINING = ['ratelimit-remaining', 'x-ratelimit-remaining', 'x-rate-limit-remaining'];

/** Whether a header says that no further request is allowed: one of its own, or the newer `RateLimit` that has all in one. */
export function hasNoneLeft(headers: EgressResponse['headers']): boolean {
  if (REMAINING.some((name) => /^\s*0(?:\.0+)?\s*$/.test(headers[name] ?? ''))) return true;
  return /(?:^|[;,\s])(?:r|remaining)\s*=\s*0\s*(?:[;,]|$)/i.test(headers['ratelimit'] ?? '');
}

/** A secret that the end of a text cuts in two would not be recognised: drops what could be half of one. */
function wholeSecrets(text: string, secrets: readonly string[]): string {
  const longest = Math.max(0, ...secrets.map((secret) => secret.length));
  return text.slice(0, -longest * 3 || undefined);
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** An answer that cannot be used, as people may see it: its secrets masked and its end cut; of a page its title. */
export function shownAnswer(text: string, key: KeyProperties | null): string {
  const secrets = secretsOf(key);
  const start = text.length <= READ_OF_ERROR ? text : wholeSecrets(text.slice(0, READ_OF_ERROR), secrets);
  const title = pageTitle(start) || null;
  const shown = quoted(title ?? start, secrets, LIMITS.quotedErrorLength);
  if (title !== null) return `an HTML page with the title "${shown}"`;
  return shown === '' ? 'empty' : shown;
}

/** A url as people may see it: without credentials, its secrets masked. */
export function shownUrl(url: string, key: KeyProperties | null): string {
  return quoted(url, secretsOf(key), 300);
}

/** The host and path of a url that a provider made up: its query may be a signature. */
export function foreignUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/**
 * The first `limit` bytes of a body as text; the rest is not read. A body that fails in the middle gives what came, and
 * `failure` says why; undefined when it did not fail.
 */
export async function startOf(
  answer: EgressResponse,
  limit: number,
): Promise<{ readonly text: string; readonly complete: boolean; readonly failure?: unknown }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= limit) break;
    }
  } catch (failure) {
    return { text: Buffer.concat(chunks).toString('utf8'), complete: false, failure };
  }
  return { text: Buffer.concat(chunks).subarray(0, limit).toString('utf8'), complete: bytes < limit };
}
