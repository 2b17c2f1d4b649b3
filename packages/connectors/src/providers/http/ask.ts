import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { PipelineError } from '@switchboard/model/errors/errors';
import { authenticate } from '../../key-forms/key-request.ts';
import { isUsedUp } from '../../network/answers.ts';
import type { EgressRequest, EgressResponse } from '../../network/egress.ts';
import { type FailureCodes, verdictOf } from '../../network/failure-codes.ts';
import { type Json, parseExactJson } from '../../network/json-values.ts';
import { sourceFailure } from '../../network/translate-network-error.ts';
import type { ConnectorContext, SourceRequest } from '../../spec.ts';
import { closeWhenUsedUp, gateOf, LONGEST_WAIT, nextRequestAt, openGate, passGate } from './rate-limits.ts';
import type { HttpParameters } from './settings.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The contents of a request besides its key. */
export type Sent = Pick<HttpParameters, 'method' | 'headers' | 'body'>;

/** The request for a url, with the key in its headers or query. */
async function requestFor(
  url: string,
  { method, headers, body }: Sent,
  request: SourceRequest,
  context: ConnectorContext,
): Promise<EgressRequest> {
  const written = body?.write(body.value);
  const isForm = body?.type === FORM_TYPE && written !== undefined;
  const form = isForm ? [...new URLSearchParams(written)] : [];
  const authenticated = await authenticate(url, request.key, context, { method, form });
  return {
    url: authenticated.url,
    method,
    headers: {
      ...defaultsBeside(headers, { accept: '*/*', ...(body === null ? {} : { 'content-type': body.type }) }),
      ...headers,
      ...authenticated.headers,
    },
    ...(written === undefined ? {} : { body: written }),
    signal: context.signal,
  };
}

/** The defaults of headers that a script does not give, in whatever case it writes their names. */
function defaultsBeside(headers: Sent['headers'], defaults: Sent['headers']): Sent['headers'] {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => !given.has(name)));
}

/** Sends a request; network failures are translated into errors of the source. */
async function ask(request: EgressRequest, name: string, context: ConnectorContext): Promise<EgressResponse> {
  try {
    return await context.egress.fetch(request);
  } catch (error) {
    throw sourceFailure(error, name);
  }
}

/** Sends a request with the key. One whose access token is rejected is sent once more with another one, if there is any. */
async function sendWithKey(
  url: string,
  sent: Sent,
  request: SourceRequest,
  context: ConnectorContext,
): Promise<EgressResponse> {
  const send = async (): Promise<EgressResponse> =>
    ask(await requestFor(url, sent, request, context), request.name, context);
  const answer = await send();
  if (answer.status !== 401 || request.key?.access === undefined) return answer;
  if (!(await request.key.access.renew())) return answer;
  answer.body.destroy();
  return send();
}

type AskOptions = {
  /** Whether to wait when the provider limits requests. Else the limited answer is returned, and the unit is tried later. */
  readonly isPatient?: boolean;
  readonly failures?: FailureCodes | null;
  /** Whether to read the body of a 2xx answer for a code of `failures`. */
  readonly readsSuccess?: boolean;
  /** Longest body that is read, in bytes. */
  readonly limit?: number;
};

const MAX_WAITS = 5;
/** Milliseconds before the second try when the provider names no time; doubled each time. */
const FIRST_WAIT = 2_000;
const ERROR_LIMIT = 64 * 1024;

/** Sends a request with the key, within the provider's limits on requests. */
export async function askWithKey(
  url: string,
  sent: Sent,
  request: SourceRequest,
  context: ConnectorContext,
  options: AskOptions = {},
): Promise<EgressResponse> {
  const { key, name } = request;
  const gate = key === null ? openGate() : gateOf(url, key, context.now());
  for (let waits = 0; ; waits += 1) {
    // The gate is closed before the next request passes it.
    const { answer, opensAt } = await passGate(gate, { name, url }, context, async () => {
      const given = await judged(await sendWithKey(url, sent, request, context), name, context, options);
      const now = context.now();
      if (!given.isLimited) {
        closeWhenUsedUp(gate, given.answer, now);
        return { answer: given.answer, opensAt: null };
      }
      const time = nextRequestAt(given.answer, now) ?? now + FIRST_WAIT * 2 ** waits;
      gate.opensAt = Math.max(gate.opensAt, time);
      return { answer: given.answer, opensAt: time };
    });
    if (opensAt === null) return answer;
    const wait = opensAt - context.now();
    if (options.isPatient !== true || waits === MAX_WAITS || wait > LONGEST_WAIT)
      return { ...answer, retryAfter: Math.max(0, Math.ceil(wait / 1000)) };
    answer.body.destroy();
  }
}

/** Whether an answer asks to slow down, by its status or by a code in its body. The body can still be read. */
async function judged(
  answer: EgressResponse,
  name: string,
  context: ConnectorContext,
  { failures = null, readsSuccess = false, limit = ERROR_LIMIT }: AskOptions,
): Promise<{ readonly answer: EgressResponse; readonly isLimited: boolean }> {
  const { status, retryAfter } = answer;
  if (status === 429 || (status === 503 && retryAfter !== undefined) || (status === 403 && isUsedUp(answer)))
    return { answer, isLimited: true };
  const isError = status >= 400;
  if (failures === null || !(readsSuccess || isError)) return { answer, isLimited: false };
  const { bytes, isWhole } = await readBody(answer, isError ? ERROR_LIMIT : limit, name, context);
  if (!isWhole && !isError) throw new PipelineError('SOURCE_TOO_LARGE', { file: new URL(answer.url).host, limit });
  return {
    answer: { ...answer, headers: withoutEncoding(answer.headers), body: Readable.from([bytes]) },
    isLimited: verdictOf(jsonOf(bytes), failures) === 'limited',
  };
}

const withoutEncoding = ({ 'content-encoding': _, 'content-length': __, ...headers }: EgressResponse['headers']) =>
  headers;

function jsonOf(bytes: Buffer): Json | undefined {
  try {
    return parseExactJson(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

const DECODERS: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** The body of an answer, unpacked, up to `limit` bytes. `isWhole` says whether there was no more. Its chunks are signs of life. */
export async function readBody(
  answer: EgressResponse,
  limit: number,
  name: string,
  { onBytes }: Pick<ConnectorContext, 'onBytes'>,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = true;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      onBytes(0);
      if (size <= limit) continue;
      isWhole = false;
      break;
    }
  } catch (error) {
    throw sourceFailure(error, name);
  }
  const bytes = Buffer.concat(chunks);
  const decode = DECODERS[(answer.headers['content-encoding'] ?? '').trim().toLowerCase()];
  if (decode === undefined || !isWhole) return { bytes: bytes.subarray(0, limit), isWhole };
  const unpacked = await decode(bytes, { maxOutputLength: limit }).catch((cause: unknown) => {
    const given = { name, host: new URL(answer.url).host, reason: 'it cannot be unpacked' };
    throw new PipelineError('SOURCE_ANSWER_INVALID', given, { cause });
  });
  return { bytes: unpacked, isWhole: true };
}
