/** Sends the console's requests: with the bearer token, the account and a number of their own. */
export type Transport = {
  readonly fetch: typeof fetch;
};

export type TransportOptions = {
  /** The account's url name, or null outside an account. */
  readonly account: string | null;
  readonly token: () => string | null;
  /** Gets a fresh token silently; false when the person has to sign in. */
  readonly renew: () => Promise<boolean>;
  /** Refused for good: the address is not known here, or the token is not taken even after renewing it. */
  readonly onUnauthorized: (reason: Refusal) => void;
  readonly onForbidden: () => void;
  readonly send?: typeof fetch;
};

/** Why a request was answered with 401: the person is not known here, or has to sign in again. */
export type Refusal = 'not-recognized' | 'signed-out';

/** The server's code for a person it does not know. */
export const NOT_RECOGNIZED = 'EMAIL_NOT_RECOGNIZED';

/** No answer came at all. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly requestId: string;
  constructor(requestId: string, options?: ErrorOptions) {
    super('The server cannot be reached.', options);
    this.requestId = requestId;
  }
}

const requestIds = new WeakMap<Response, string>();

/** The number under which the server logged the request of this answer. */
export function requestIdOf(response: unknown): string | undefined {
  return response instanceof Response ? (response.headers.get('Request-ID') ?? requestIds.get(response)) : undefined;
}

async function firstErrorCode(response: Response): Promise<string | null> {
  try {
    const body = (await response.clone().json()) as { errors?: { extensions?: { code?: unknown } }[] } | null;
    const code = body?.errors?.[0]?.extensions?.code;
    return typeof code === 'string' ? code : null;
  } catch {
    return null;
  }
}

/** True for the error of a request that was cancelled on purpose. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * A `fetch` for one account. A 401 is tried once more with a renewed token, unless the person is not known at all.
 * What stays a 401, and a 403, is told to the application and then returned like any answer. Throws `UnreachableError` when there is none.
 */
export function createTransport(options: TransportOptions): Transport {
  const send = options.send ?? ((input, init) => fetch(input, init));

  const attempt = async (input: RequestInfo | URL, init: RequestInit | undefined, id: string): Promise<Response> => {
    const headers = new Headers(init?.headers);
    const token = options.token();
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    if (options.account !== null) headers.set('Account-Uri', options.account);
    headers.set('Request-ID', id);
    try {
      const response = await send(input, { ...init, headers });
      requestIds.set(response, id);
      return response;
    } catch (error) {
      if (isCancelled(error)) throw error;
      throw new UnreachableError(id, { cause: error });
    }
  };

  return {
    fetch: async (input, init) => {
      const id = crypto.randomUUID();
      let response = await attempt(input, init, id);
      if (response.status === 401 && (await firstErrorCode(response)) !== NOT_RECOGNIZED && (await options.renew())) {
        response = await attempt(input, init, id);
      }
      if (response.status === 401) {
        options.onUnauthorized((await firstErrorCode(response)) === NOT_RECOGNIZED ? 'not-recognized' : 'signed-out');
      }
      if (response.status === 403) options.onForbidden();
      return response;
    },
  };
}
