import { PipelineError } from '@switchboard/model/errors/errors';
import type { AuthorizationServer, TokenEndpointRequestOptions, TokenEndpointResponse } from 'oauth4webapi';
import { startOf } from '../network/answers.ts';
import { NetworkError } from '../network/network-error.ts';
import type { ConnectorContext } from '../spec.ts';
import type { OAuthServer } from './oauth-client.ts';
import { OAuthFailure } from './oauth-failure.ts';

type Library = typeof import('oauth4webapi');

/** The tokens that a provider issued. */
export type OAuthTokens = {
  readonly accessToken: string;
  /** Null: the provider gave none, or keeps the one that it gave before. */
  readonly refreshToken: string | null;
  /** Seconds that the access token lives; null when the provider did not say. */
  readonly lifeSeconds: number | null;
  /** Seconds until the access itself ends, and must be allowed again; null when the provider did not say. */
  readonly accessSeconds: number | null;
};

type Context = Pick<ConnectorContext, 'egress' | 'signal'>;

/** The longest time for one answer of a token endpoint. */
const LIMIT_MS = 15_000;
const ANSWER_LIMIT = 64 * 1024;
/** A hundred years: whoever says more says that there is no end. */
const LONGEST_SECONDS = 100 * 366 * 86_400;

const loadLibrary = (): Promise<Library> => import('oauth4webapi');

export type Authorization = {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** The secret behind the code challenge (PKCE). */
  readonly verifier: string;
};

/** The address at which a person allows access. */
export async function authorizationAddress(
  { authorizationUrl, parameters, client }: OAuthServer,
  { redirectUri, scopes, state, verifier }: Authorization,
): Promise<string> {
  const { calculatePKCECodeChallenge } = await loadLibrary();
  const url = new URL(authorizationUrl);
  const query = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

export type AuthorizationAnswer = Omit<Authorization, 'scopes'> & {
  /** The query with which the provider sent the browser back. */
  readonly answer: URLSearchParams;
};

/**
 * Exchanges the answer to an authorization request for tokens.
 * @throws OAuthFailure
 */
export function exchangeCode(
  server: OAuthServer,
  { answer, redirectUri, state, verifier }: AuthorizationAnswer,
  context: Context,
): Promise<OAuthTokens> {
  return askForTokens(server, context, async ({ oauth, as, client, proof, options }) => {
    const parameters = oauth.validateAuthResponse(as, client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      proof,
      parameters,
      redirectUri,
      verifier,
      options,
    );
    const given = await oauth.processAuthorizationCodeResponse(as, client, response);
    if (server.exchangeGrant === undefined) return given;
    return prolong({ oauth, as, client, proof, options }, server.exchangeGrant, given.access_token);
  });
}

/**
 * Exchanges a refresh token for an access token, or at a provider without refresh tokens a valid access token for one that
 * lives longer.
 * @throws OAuthFailure: `rejected` when the access was withdrawn
 */
export function refreshTokens(
  server: OAuthServer,
  { refreshToken, accessToken }: { readonly refreshToken: string | null; readonly accessToken: string },
  context: Context,
): Promise<OAuthTokens> {
  return askForTokens(server, context, async (parts) => {
    if (refreshToken === null) return prolong(parts, server.exchangeGrant ?? '', accessToken);
    const { oauth, as, client, proof, options } = parts;
    const response = await oauth.refreshTokenGrantRequest(as, client, proof, refreshToken, options);
    return oauth.processRefreshTokenResponse(as, client, response);
  });
}

/**
 * Has the provider end the access that a token gives. A token that it does not know any more is none.
 * @throws OAuthFailure
 */
export async function revokeToken(
  server: OAuthServer,
  { token, kind }: { readonly token: string; readonly kind: 'refresh_token' | 'access_token' },
  context: Context,
): Promise<void> {
  await ask(server, context, async ({ oauth, as, client, proof, options }) => {
    const additionalParameters = { token_type_hint: kind };
    const response = await oauth.revocationRequest(as, client, proof, token, { ...options, additionalParameters });
    try {
      await oauth.processRevocationResponse(response);
    } catch (error) {
      // Google refuses a token that has ended.
      if (!(error instanceof oauth.ResponseBodyError && error.error === 'invalid_token')) throw error;
    }
  });
}

type Parts = {
  readonly oauth: Library;
  readonly as: AuthorizationServer;
  readonly client: { readonly client_id: string };
  readonly proof: ReturnType<Library['ClientSecretPost']>;
  readonly options: TokenEndpointRequestOptions;
};

async function prolong(
  { oauth, as, client, proof, options }: Parts,
  grant: string,
  accessToken: string,
): Promise<TokenEndpointResponse> {
  const parameters = { [grant]: accessToken };
  const response = await oauth.genericTokenEndpointRequest(as, client, proof, grant, parameters, options);
  return oauth.processGenericTokenEndpointResponse(as, client, response);
}

/** The last response of the token endpoint. */
type Seen = { status: number | null; retryAfter: number | undefined };

async function askForTokens(
  server: OAuthServer,
  context: Context,
  use: (parts: Parts) => Promise<TokenEndpointResponse>,
): Promise<OAuthTokens> {
  const given = await ask(server, context, use);
  return {
    accessToken: given.access_token,
    refreshToken: given.refresh_token ?? null,
    lifeSeconds: given.expires_in ?? null,
    accessSeconds: secondsOf(given['refresh_token_expires_in'] ?? given['refresh_expires_in']),
  };
}

async function ask<Answer>(
  server: OAuthServer,
  { egress, signal }: Context,
  use: (parts: Parts) => Promise<Answer>,
): Promise<Answer> {
  const oauth = await loadLibrary();
  const { client, issuer, tokenUrl, revocation } = server;
  const inTime = AbortSignal.timeout(LIMIT_MS);
  const either = AbortSignal.any([signal, inTime]);
  const seen: Seen = { status: null, retryAfter: undefined };
  const options: TokenEndpointRequestOptions = {
    signal: either,
    // The provider of the operator's choice may be on this machine; the way out decides what may be reached.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (url, { headers, body }) => {
      const answer = await egress.fetch({
        url,
        method: 'POST',
        headers,
        body: body.toString(),
        redirects: 'refuse',
        signal: either,
      });
      seen.status = answer.status;
      seen.retryAfter = answer.retryAfter;
      const { text, failure } = await startOf(answer, ANSWER_LIMIT);
      if (failure instanceof Error) throw failure;
      const bodyless = answer.status === 204 || answer.status === 304;
      return new Response(bodyless ? null : text, { status: answer.status, headers: answer.headers });
    },
  };
  try {
    return await use({
      oauth,
      as: {
        issuer,
        token_endpoint: tokenUrl,
        ...(revocation === undefined ? {} : { revocation_endpoint: revocation.url }),
      },
      client: { client_id: client.id },
      proof: oauth.ClientSecretPost(client.secret),
      options,
    });
  } catch (error) {
    signal.throwIfAborted();
    throw inTime.aborted ? new OAuthFailure('timeout', 'no answer within 15 seconds') : translate(oauth, error, seen);
  }
}

/** The life of a refresh token has no standard name: these are in use. Some providers write it as a text. */
function secondsOf(given: unknown): number | null {
  const seconds = typeof given === 'number' || (typeof given === 'string' && given !== '') ? Number(given) : 0;
  return Number.isFinite(seconds) && seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : null;
}

/** Error codes of RFC 6749 are written in these. Anything else is not repeated. */
const CODE = /^[a-z_]{1,40}$/;

/** The failure of a grant. What the library says of an answer may hold tokens, and is dropped. */
function translate(oauth: Library, error: unknown, { status, retryAfter }: Seen): OAuthFailure {
  if (error instanceof NetworkError)
    return new OAuthFailure(error.kind === 'silent' ? 'timeout' : 'unreachable', `${error.host}: ${error.reason}`);
  if (error instanceof oauth.AuthorizationResponseError) {
    const code = CODE.test(error.error) ? error.error : 'an unknown error';
    return new OAuthFailure(code === 'access_denied' ? 'denied' : 'provider', code);
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) return new OAuthFailure('client', 'status 401');
  if (error instanceof oauth.ResponseBodyError) {
    const code = CODE.test(error.error) ? error.error : 'an unknown error';
    if (error.status >= 500 || error.status === 429)
      return new OAuthFailure('provider', `status ${error.status}`, retryAfter);
    if (code === 'invalid_grant') return new OAuthFailure('rejected', code);
    const isClient = code === 'invalid_client' || code === 'unauthorized_client';
    return new OAuthFailure(isClient ? 'client' : 'provider', code, retryAfter);
  }
  if (error instanceof PipelineError) return new OAuthFailure('unreachable', error.message);
  const detail =
    status === null ? 'an unusable answer' : status === 200 ? 'an answer without a usable token' : `status ${status}`;
  return new OAuthFailure('provider', detail, retryAfter);
}
