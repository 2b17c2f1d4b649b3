import type { Socket } from 'node:net';
import { finished, PassThrough, type Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Client } from 'undici';
import { canonicalHost, isAllowedPrivate } from './addresses.ts';
import { codeOf, NetworkError, unreachable } from './network-error.ts';
import { observeStage } from './observe-connections.ts';
import { openSocket, type Resolve, type SocketRules, systemResolve } from './open-socket.ts';
import { retryAfterSeconds } from './retry-after.ts';

export type EgressMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

export type EgressRequest = {
  /** Absolute http or https URL without user or password. */
  readonly url: string;
  readonly method?: EgressMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** `refuse`: a redirect is returned as the answer; followed by default. */
  readonly redirects?: 'follow' | 'refuse';
  /** The authority that signs the certificates of the server, as PEM; those that everybody trusts by default. */
  readonly authority?: string;
  /** Longest silence in milliseconds, for a server that may compute for longer than others. */
  readonly silenceMs?: number;
  readonly signal: AbortSignal;
};

export type EgressResponse = {
  readonly status: number;
  /** Lower-case names; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly redirected: boolean;
  /** The delay of the Retry-After header, in seconds. */
  readonly retryAfter: number | undefined;
  /** As sent, never decompressed. Read it to its end or destroy it. Errors with NetworkError. */
  readonly body: Readable;
};

/** The only way to a customer's endpoint. Private and special addresses are refused at every connection and every hop. */
export type Egress = {
  /** Throws HOST_NOT_ALLOWED or NetworkError; an aborted signal throws its reason. Any status is an answer. */
  fetch(request: EgressRequest): Promise<EgressResponse>;
  /**
   * An open, checked TCP connection. Throws as `fetch` does. `beside`: the port of the same host that this connection belongs to, as
   * those for data of FTP do, whose ports the server chooses: an administrator who named host and that port has named it, too.
   */
  connect(host: string, port: number, signal?: AbortSignal, beside?: number): Promise<Socket>;
  /** Whether an administrator has named this host, or this host and port. */
  isListed(host: string, port: number): boolean;
};

export type EgressOptions = {
  /** "host" or "host:port" that an administrator allowed although private. */
  readonly allowPrivate: readonly string[];
  /** Longest silence of the other side, in milliseconds. */
  readonly stallTimeoutMs: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly resolve?: Resolve;
};

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CONNECT_TIMEOUT_MS = 15_000;
/** Headers that are still sent after a redirect to another origin. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']);

/** Builds the way out for one set of rules. One egress may serve any number of requests at once. */
export function createEgress(options: EgressOptions): Egress {
  const rules: SocketRules = {
    allowPrivate: options.allowPrivate,
    resolve: options.resolve ?? systemResolve,
    connectTimeoutMs: Math.min(options.stallTimeoutMs, CONNECT_TIMEOUT_MS),
  };
  return {
    fetch: (request) => follow(request, rules, options),
    connect: (host, port, signal, beside) => openSocket(host, port, rules, signal, beside),
    isListed: (host, port) => isAllowedPrivate(canonicalHost(host) ?? '', port, options.allowPrivate),
  };
}

async function follow(request: EgressRequest, rules: SocketRules, options: EgressOptions): Promise<EgressResponse> {
  const first = httpUrl(request.url);
  const { authority, silenceMs = options.stallTimeoutMs } = request;
  let hop: Hop = {
    url: first,
    method: request.method ?? 'GET',
    headers: request.headers ?? {},
    body: request.body ?? null,
  };
  for (let redirects = 0; ; redirects += 1) {
    const answer = await send(hop, request.signal, rules, { ...options, stallTimeoutMs: silenceMs }, authority);
    const location = answer.headers['location'];
    if (!REDIRECTS.has(answer.status) || location === undefined || request.redirects === 'refuse') {
      return { ...answer, url: hop.url.href, redirected: redirects > 0 };
    }
    answer.body.destroy();
    if (redirects === MAX_REDIRECTS) {
      throw new NetworkError('unreachable', first.hostname, `more than ${MAX_REDIRECTS} redirects`);
    }
    hop = nextHop(hop, answer.status, location);
  }
}

type Hop = {
  readonly url: URL;
  readonly method: EgressMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
};

/** Where a redirect leads and what is still sent there: across origins neither credentials nor any header of our own. */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = URL.canParse(location, hop.url.href) ? new URL(location, hop.url) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new NetworkError('unreachable', hop.url.hostname, 'a redirect leads to something other than a web address');
  }
  url.username = '';
  url.password = '';
  const getsBodyless = status === 303 || (hop.method === 'POST' && (status === 301 || status === 302));
  const headers =
    url.origin === hop.url.origin
      ? hop.headers
      : Object.fromEntries(Object.entries(hop.headers).filter(([name]) => HARMLESS_HEADERS.has(name.toLowerCase())));
  return { url, headers, method: getsBodyless ? 'GET' : hop.method, body: getsBodyless ? null : hop.body };
}

type Answer = Omit<EgressResponse, 'url' | 'redirected'>;

/** One request over one connection, which `openSocket` checked and which is closed with the answer's body. */
async function send(
  hop: Hop,
  signal: AbortSignal,
  rules: SocketRules,
  options: EgressOptions,
  authority?: string,
): Promise<Answer> {
  const { hostname } = hop.url;
  const client = await createClient(hop.url, signal, rules, options.stallTimeoutMs, authority);
  const finish = (): void => void client.destroy().catch(() => undefined);
  try {
    const answer = await client.request({
      path: `${hop.url.pathname}${hop.url.search}`,
      method: hop.method,
      headers: { 'user-agent': 'switchboard', 'accept-encoding': 'identity', ...hop.headers },
      body: hop.body,
      signal,
    });
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
    const failure = (error: Error, bytes: number): unknown =>
      signal.aborted ? signal.reason : networkFailure(error, hostname, options.stallTimeoutMs, bytes);
    const body = translateStreamErrors(answer.body, failure, finish);
    return {
      status: answer.statusCode,
      headers,
      retryAfter: retryAfterSeconds(headers['retry-after'], options.now()),
      body,
    };
  } catch (error) {
    finish();
    signal.throwIfAborted();
    throw networkFailure(error, hostname, options.stallTimeoutMs);
  }
}

async function createClient(
  url: URL,
  signal: AbortSignal,
  rules: SocketRules,
  stallTimeoutMs: number,
  authority?: string,
): Promise<Client> {
  // Loaded with the first request.
  const { buildConnector, Client } = await import('undici');
  const ca = authority === undefined ? {} : { ca: authority };
  const upgrade = buildConnector({ allowH2: false, timeout: rules.connectTimeoutMs, ...ca });
  return new Client(url.origin, {
    pipelining: 0,
    allowH2: false,
    headersTimeout: stallTimeoutMs,
    bodyTimeout: stallTimeoutMs,
    connect: (target, callback) => {
      const secure = target.protocol === 'https:';
      const port = Number(target.port) || (secure ? 443 : 80);
      const place = { stage: 'tls', host: target.hostname, port } as const;
      const encrypt = (httpSocket: Socket): Promise<Socket> =>
        new Promise((resolve, reject) =>
          upgrade({ ...target, httpSocket }, (error, socket) => (error === null ? resolve(socket) : reject(error))),
        );
      openSocket(target.hostname, port, rules, signal)
        .then((socket) => (secure ? observeStage(place, () => encrypt(socket)) : socket))
        .then(
          (socket) => callback(null, socket),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
        );
    },
  });
}

/**
 * The body with its errors translated, however late a reader begins. `failure` receives the number of bytes that had
 * arrived. `finish` runs once, when the body ended, failed or was destroyed.
 */
function translateStreamErrors(
  body: Readable,
  failure: (error: Error, bytes: number) => unknown,
  finish: () => void,
): Readable {
  const through = new PassThrough();
  let passedOn = 0;
  body.on('data', (chunk: Buffer) => {
    passedOn += chunk.length;
  });
  finished(body, { writable: false }, (error) => {
    finish();
    if (!error) return;
    const reason = failure(error, passedOn + body.readableLength);
    through.destroy(reason instanceof Error ? reason : new Error('aborted', { cause: reason }));
  });
  // It may fail before anyone reads it; reading it then throws the same error.
  through.on('error', () => undefined);
  through.on('close', () => void body.destroy());
  return body.pipe(through);
}

/** Translates errors of undici, TLS or the socket. `bytes`: the length of the response received before the error. */
function networkFailure(error: unknown, host: string, stallTimeoutMs: number, bytes = 0): NetworkError | PipelineError {
  if (error instanceof PipelineError || error instanceof NetworkError) return error;
  const code = codeOf(error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    const seconds = Math.round(stallTimeoutMs / 100) / 10;
    return new NetworkError('silent', host, `sent nothing for ${seconds} seconds`, { seconds, bytes, cause: error });
  }
  return unreachable(host, error, bytes);
}

/** An absolute http or https URL without credentials. Throws HOST_NOT_ALLOWED. */
function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    (url.protocol !== 'http:' && url.protocol !== 'https:') ||
    url.username !== '' ||
    url.password !== ''
  ) {
    throw new PipelineError('HOST_NOT_ALLOWED', { host: url?.host || text.slice(0, 100) });
  }
  return url;
}
