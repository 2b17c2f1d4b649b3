import { z } from 'zod';
import type { Auth0Settings } from '../../settings/auth0-settings.ts';
import type { DirectoryResult } from '../user-directory.ts';

export type ClientOptions = Auth0Settings & {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
};

export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v2`. */
  readonly path: string;
  readonly body?: object;
};

/** `status` is that of the answer; null when there was none. */
export type ApiAnswer = { readonly status: number; readonly body: unknown };
export type ManagementClient = { send(request: ApiRequest): Promise<DirectoryResult<ApiAnswer>> };

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const Problem = z.object({ message: z.string().optional(), error_description: z.string().optional() });

const TIMEOUT_MS = 10_000;
/** How long before its end a token is replaced. */
const RENEW_EARLY_MS = 60_000;
const TRIES = 3;
/** The longest wait for another try after too many requests; a longer one is left to the administrator. */
const MAX_WAIT_SECONDS = 3;

const failed = (problem: string): { readonly kind: 'failed'; readonly problem: string } => ({
  kind: 'failed',
  problem,
});
const pause = (seconds: number): string => `Auth0 answers no more requests for now. Try again in ${seconds} seconds.`;

/** Returns Auth0's message about a refused request, shortened to one line. */
function problemOf({ status, body }: ApiAnswer): string {
  const read = Problem.safeParse(body);
  const said = read.success ? (read.data.message ?? read.data.error_description ?? '') : '';
  return `Auth0 refused the request (${status})${said === '' ? '.' : `: ${said.replaceAll(/\s+/g, ' ').slice(0, 200)}`}`;
}

/** Seconds until a request that was refused as one too many may be repeated. */
function waitOf(headers: Headers, now: number): number {
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  if (after >= 0) return Math.ceil(after);
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return reset > 0 ? Math.max(1, Math.ceil(reset - now / 1_000)) : 1;
}

/**
 * Sends requests to the Management API of Auth0 with a token of the client credentials grant, which is kept until it ends. A
 * request that is one too many is repeated after the time that Auth0 names, if that is short.
 */
export function createManagementClient(options: ClientOptions): ManagementClient {
  const { origin, clientId, clientSecret, now, sleep } = options;
  let cached: { readonly token: string; readonly until: number } | null = null;
  let pending: Promise<DirectoryResult<string>> | null = null;

  const fetchAnswer = async (
    path: string,
    init: RequestInit,
  ): Promise<(ApiAnswer & { readonly headers: Headers }) | null> => {
    try {
      const response = await fetch(`${origin}${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: parsed(text) };
    } catch {
      return null;
    }
  };

  /** Repeats a request that is one too many. */
  const repeat = async (path: string, init: RequestInit): Promise<DirectoryResult<ApiAnswer>> => {
    for (let left = TRIES - 1; ; left--) {
      const answer = await fetchAnswer(path, init);
      if (answer === null) return failed(`Auth0 at ${new URL(origin).host} did not answer. Try again.`);
      if (answer.status !== 429) return { kind: 'ok', value: answer };
      const seconds = waitOf(answer.headers, now());
      if (left === 0 || seconds > MAX_WAIT_SECONDS) return failed(pause(seconds));
      await sleep(seconds * 1_000);
    }
  };

  const requestToken = async (): Promise<DirectoryResult<string>> => {
    const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const asked = now();
    const answer = await repeat('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...credentials, audience: `${origin}/api/v2/` }),
    });
    if (answer.kind === 'failed') return answer;
    const token = Token.safeParse(answer.value.body);
    if (answer.value.status !== 200 || !token.success) return failed(problemOf(answer.value));
    const { access_token: text, expires_in: seconds } = token.data;
    cached = { token: text, until: asked + seconds * 1_000 - RENEW_EARLY_MS };
    return { kind: 'ok', value: text };
  };
  /** One request for a token at a time, whose answer all callers share. */
  const tokenOf = async (): Promise<DirectoryResult<string>> => {
    if (cached !== null && cached.until > now()) return { kind: 'ok', value: cached.token };
    pending ??= requestToken().finally(() => {
      pending = null;
    });
    return pending;
  };

  const attempt = async ({ method, path, body }: ApiRequest): Promise<DirectoryResult<ApiAnswer>> => {
    const token = await tokenOf();
    if (token.kind === 'failed') return token;
    return repeat(`/api/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token.value}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };

  return {
    async send(request) {
      const first = await attempt(request);
      if (first.kind === 'failed' || first.value.status !== 401) return first;
      // The token was revoked, or the signing key was rotated.
      cached = null;
      return attempt(request);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The answer with one of these statuses; others fail with what Auth0 says. */
export function withStatus(
  result: DirectoryResult<ApiAnswer>,
  ...statuses: readonly number[]
): DirectoryResult<ApiAnswer> {
  return result.kind === 'failed' || statuses.includes(result.value.status) ? result : failed(problemOf(result.value));
}
