import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { EgressMethod, EgressResponse } from '../network/egress.ts';
import { firewallPage } from '../network/html-page.ts';
import { repeatPassing } from '../network/repeat-passing.ts';
import { quoted, secretsOf } from '../secrets.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { isPassing, WarehouseFailure, type WarehouseFailureKind } from './warehouse-failure.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Address, credentials and context of requests to a warehouse's API. */
export type WarehouseApi = {
  readonly key: KeyProperties;
  /** Where it is: origin, without a slash at its end. */
  readonly origin: string;
  readonly context: Pick<ConnectorContext, 'egress' | 'signal' | 'now' | 'pause'>;
  /** The headers that carry the key. Throws WarehouseFailure or NetworkError. */
  authorize(): Promise<Readonly<Record<string, string>>>;
  /**
   * Makes the next headers other ones after a 401.
   * @param serverTime epoch milliseconds by the clock of the answer; NaN where it does not say
   * @returns false when there are no others
   */
  renew(serverTime: number): boolean;
  /** Classifies an unsuccessful answer by its body, as JSON or as text. */
  explain(status: number, body: Json, text: string): readonly [WarehouseFailureKind, code: string, message: string];
};

export type WarehouseCall = {
  readonly method: EgressMethod;
  /** The path with its query, or an absolute address, to which no key is sent. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: Uint8Array | Json;
  /** Statuses besides 2xx that are answers. */
  readonly accepts?: readonly number[];
};

const SHOWN_LENGTH = 400;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
const unpack = promisify(gunzip);

/**
 * Sends a request, again while that helps, and gives its answer of JSON, null for one without a body.
 * Throws WarehouseFailure, NetworkError or an aborted signal's reason.
 * @param callOf the request of a try, which is counted from 1
 */
export function callWarehouse(
  api: WarehouseApi,
  callOf: WarehouseCall | ((tries: number) => WarehouseCall),
): Promise<unknown> {
  let tries = 0;
  return repeatPassing(api.context, isPassing, async () => {
    tries += 1;
    const call = typeof callOf === 'function' ? callOf(tries) : callOf;
    const { answer, body } = await send(api, call);
    if (body.length === 0) return null;
    const value = readJson(body.toString());
    if (value !== undefined) return value;
    const where = { host: new URL(api.origin).host, status: answer.status };
    throw new WarehouseFailure('busy', 'ANSWER', 'its answer is not valid JSON', where);
  });
}

/** One request, and what its answer holds. A key that is rejected is presented once more. */
async function send(api: WarehouseApi, call: WarehouseCall) {
  const { egress, signal } = api.context;
  const { method, path, headers, body, accepts = [] } = call;
  const isOwn = path.startsWith('/');
  const isJson = body !== undefined && !(body instanceof Uint8Array);
  for (let isRenewed = false; ; isRenewed = true) {
    signal.throwIfAborted();
    const answer = await egress.fetch({
      url: isOwn ? `${api.origin}${path}` : path,
      method,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
        ...(isOwn ? await api.authorize() : {}),
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
      redirects: 'refuse',
      signal,
    });
    const content = await contentOf(answer);
    if (answer.status < 300 || accepts.includes(answer.status)) return { answer, body: content };
    if (answer.status === 401 && isOwn && !isRenewed && api.renew(Date.parse(answer.headers['date'] ?? ''))) continue;
    if (!isOwn) throw refusalOfLink(api, answer);
    throw refusalOf(api, answer, content.toString());
  }
}

async function contentOf(answer: EgressResponse): Promise<Buffer> {
  const content = await buffer(answer.body);
  return answer.headers['content-encoding'] === 'gzip' ? unpack(content) : content;
}

function refusalOf(api: WarehouseApi, answer: EgressResponse, text: string): WarehouseFailure {
  const { status, retryAfter } = answer;
  const { host } = new URL(api.origin);
  const page = firewallPage(answer, text);
  if (page !== null)
    return new WarehouseFailure('busy', `status ${status}`, quotedFor(api, page), { host, status, retryAfter });
  const [kind, code, message] = api.explain(status, objectOf(readJson(text)), text);
  return new WarehouseFailure(kind, code, quotedFor(api, message) || `status ${status}`, { host, status, retryAfter });
}

/** An address that the API gave answers otherwise than with content: mostly it has ended, and another one may be asked for. */
function refusalOfLink({ origin }: WarehouseApi, { status }: EgressResponse): WarehouseFailure {
  const kind = kindOfStatus(status) === 'busy' ? 'busy' : 'refused';
  return new WarehouseFailure(kind, 'LINK', `a link to rows answered ${status}`, {
    host: new URL(origin).host,
    status,
  });
}

/** The server's text, safe to quote in a message. */
export const quotedFor = ({ key }: WarehouseApi, text: string): string =>
  quoted(text, secretsOf(key), SHOWN_LENGTH).replace(/\.+$/, '');

/** The value of a JSON text; undefined for anything else. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Classifies a failure by its status alone. */
export function kindOfStatus(status: number): WarehouseFailureKind {
  if (status === 401 || status === 403) return 'login';
  if (status === 404) return 'missing';
  return status >= 500 || status === 408 || status === 429 ? 'busy' : 'refused';
}

/** A pause that grows with the tries. */
export async function waitFor(tries: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 10), LONGEST_PAUSE_MS);
  await pause(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
