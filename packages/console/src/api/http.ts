import { pause } from './live/pause.ts';
import { beginTrace } from './trace-parent.ts';

/** Sends the console's requests with bearer token, account, Request-ID and trace parent. */
export type Transport = {
  readonly fetch: typeof fetch;
};

export type TransportOptions = {
  /** The account's url name, or null outside an account. */
  readonly account: string | null;
  readonly token: () => string | null;
  /** Renews the token; false when the person must sign in. Rejects when the provider cannot be reached. */
  readonly renew: () => Promise<boolean>;
  /** Called on a final 401. */
  readonly onUnauthorized: (reason: Refusal) => void;
  readonly onForbidden: () => void;
  readonly send?: typeof fetch;
  /** Waits for the server that asked for it. */
  readonly pause?: typeof pause;
};

/**
 * The reason of a 401: the email address is not recognised, the provider wants the person to sign in again, or the server
 * rejects a token that the provider has just issued.
 */
export type Refusal = 'not-recognized' | 'signed-out' | 'invalid-token';

/** The code of a server that is well, but has more requests than it can answer. */
export const OVERLOADED = 'OVERLOADED';

/** The server's error code for an email address that is not recognised. */
const NOT_RECOGNIZED = 'EMAIL_NOT_RECOGNIZED';

/** How often a request waits for the server, and how long at most each time. A person would have asked again by then. */
const MAX_PAUSES = 5;
const MAX_PAUSE_SECONDS = 30;

/** The request got no response. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly requestId: string;
  constructor(requestId: string, options?: ErrorOptions) {
    super('The server cannot be reached.', options);
    this.requestId = requestId;
  }
}

const requestIds = new WeakMap<Response, string>();

/** The Request-ID of a response, as in the server's log. */
export function requestIdOf(response: unknown): string | undefined {
  return response instanceof Response ? (response.headers.get('Request-ID') ?? requestIds.get(response)) : undefined;
}

/** Whether the body of an answer carries this error code. */
async function hasCode(response: Response, code: string): Promise<boolean> {
  try {
    const body = (await response.clone().json()) as { errors?: { extensions?: { code?: unknown } }[] } | null;
    return body?.errors?.[0]?.extensions?.code === code;
  } catch {
    return false;
  }
}

const isNotRecognized = (response: Response): Promise<boolean> => hasCode(response, NOT_RECOGNIZED);

/** Whether a request only reads, so that it may be sent again after it has begun. */
function onlyReads(init: RequestInit | undefined): boolean {
  if ((init?.method ?? 'GET') === 'GET') return true;
  if (typeof init?.body !== 'string') return false;
  try {
    const { query } = JSON.parse(init.body) as { query?: unknown };
    return typeof query === 'string' && /^\s*(?:query\b|\{)/.test(query);
  } catch {
    return false;
  }
}

/** True for the error of a cancelled request. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Creates the `fetch` of one account. A 429 is sent again when the server allows it, and so is a
 * query that an overloaded server refused. A 401 is retried once with a renewed token, unless the person is not recognised.
 * A final 401 or a 403 calls `onUnauthorized` or `onForbidden` and is returned.
 * @throws UnreachableError when the request got no response, or its token could not be renewed for lack of one
 */
export function createTransport(options: TransportOptions): Transport {
  const wait = options.pause ?? pause;
  const send = options.send ?? ((input, init) => fetch(input, init));

  /** Sends again what the server had no room for: such a request was not begun. */
  const patiently = async (...request: Parameters<typeof attempt>): Promise<Response> => {
    for (let left = MAX_PAUSES; ; left -= 1) {
      const response = await attempt(...request);
      const isLater = response.status === 429 || (await isOverloaded(response, request[1]));
      const seconds = isLater ? Number(response.headers.get('Retry-After') ?? 0) : 0;
      if (left === 0 || !(seconds > 0 && seconds <= MAX_PAUSE_SECONDS)) return response;
      await wait(seconds, request[1]?.signal ?? null);
    }
  };

  /** An overloaded server may have begun with the request: only what changes nothing is sent again. */
  const isOverloaded = async (response: Response, init: RequestInit | undefined): Promise<boolean> =>
    response.status === 503 && onlyReads(init) && (await hasCode(response, OVERLOADED));

  const attempt = async (
    input: RequestInfo | URL,
    init: RequestInit | undefined,
    { id, trace }: { readonly id: string; readonly trace: string },
  ): Promise<Response> => {
    const headers = new Headers(init?.headers);
    const token = options.token();
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    if (options.account !== null) headers.set('Account-Uri', options.account);
    headers.set('Request-ID', id);
    headers.set('traceparent', trace);
    try {
      const response = await send(input, { ...init, headers });
      requestIds.set(response, id);
      return response;
    } catch (error) {
      if (isCancelled(error)) throw error;
      throw new UnreachableError(id, { cause: error });
    }
  };

  const renewFor = async (id: string): Promise<boolean> => {
    try {
      return await options.renew();
    } catch (error) {
      // A network gap must not lead to the sign-in page.
      throw new UnreachableError(id, { cause: error });
    }
  };

  return {
    fetch: async (input, init) => {
      const id = crypto.randomUUID();
      const request = { id, trace: beginTrace() };
      let response = await patiently(input, init, request);
      let refusal: Refusal = 'signed-out';
      if (response.status === 401 && !(await isNotRecognized(response)) && (await renewFor(id))) {
        refusal = 'invalid-token';
        response = await patiently(input, init, request);
      }
      if (response.status === 401) {
        options.onUnauthorized((await isNotRecognized(response)) ? 'not-recognized' : refusal);
      }
      if (response.status === 403) options.onForbidden();
      return response;
    },
  };
}

/** A `fetch` of one account that returns refusals without acting on them. */
export function createPlainFetch(account: string, token: () => string | null): typeof fetch {
  return createTransport({
    account,
    token,
    renew: () => Promise.resolve(false),
    onUnauthorized: () => undefined,
    onForbidden: () => undefined,
  }).fetch;
}
