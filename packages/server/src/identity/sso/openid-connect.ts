import type { Egress } from '@switchboard/connectors';
import * as oauth from 'oauth4webapi';
import type { SsoPerson } from './complete-sso.ts';
import { groupRolesIn, groupsClaimIn, oidcSettings } from './connection-settings.ts';
import type { OpenSsoConnection } from './open-connection.ts';
import { readStart } from './read-start.ts';

/** Milliseconds for one answer of the provider. */
const TIMEOUT = 10_000;
const MAX_ANSWER = 512 * 1024;
/** Milliseconds for which the provider's description is kept. */
const DESCRIPTION_LIFE = 5 * 60_000;
const MAX_DESCRIPTIONS = 500;
/** Signatures with a key pair. The client secret signs nothing. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** A problem with the provider's answer. The message is for the person. */
export class SsoAnswerError extends Error {
  override readonly name = 'SsoAnswerError';
}

/** Secrets that bind the provider's answer to one sign-in. */
export type OidcBinding = { readonly state: string; readonly nonce: string; readonly verifier: string };

export type OidcClient = {
  /** The address at which the provider signs the person in. @throws SsoAnswerError */
  authorizationUrl(
    connection: OpenSsoConnection,
    request: OidcBinding & { readonly redirectUri: string; readonly loginHint: string | null },
  ): Promise<string>;
  /** The person for whom the provider vouches in its answer. @throws SsoAnswerError */
  readAnswer(
    connection: OpenSsoConnection,
    answer: OidcBinding & { readonly redirectUri: string; readonly parameters: URLSearchParams },
  ): Promise<SsoPerson>;
};

type Described = { readonly as: oauth.AuthorizationServer; readonly until: number };

/** OpenID Connect by code, PKCE, nonce and state, through the egress guard. */
export function createOidcClient(egress: Egress, now: () => number): OidcClient {
  const described = new Map<string, Described>();
  const options = () => {
    const signal = AbortSignal.timeout(TIMEOUT);
    return {
      signal,
      // The guard decides which addresses may be reached, and the settings which may be without encryption.
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url: string, request: oauth.CustomFetchOptions<string, unknown>) =>
        fetchThrough(egress, url, request, signal),
    };
  };

  async function describe({ id }: OpenSsoConnection, issuer: string): Promise<oauth.AuthorizationServer> {
    const key = `${id} ${issuer}`;
    const known = described.get(key);
    if (known !== undefined && known.until > now()) return known.as;
    const url = new URL(issuer);
    const response = await oauth.discoveryRequest(url, { ...options(), algorithm: 'oidc' });
    const as = await oauth.processDiscoveryResponse(url, response);
    if (described.size >= MAX_DESCRIPTIONS) described.clear();
    described.set(key, { as, until: now() + DESCRIPTION_LIFE });
    return as;
  }

  return {
    authorizationUrl: (connection, { redirectUri, loginHint, state, nonce, verifier }) =>
      translated(connection, async () => {
        const { issuer, client_id: clientId } = oidcSettings(connection.settings);
        const as = await describe(connection, issuer);
        const address = URL.parse(as.authorization_endpoint ?? '');
        // A provider that is reached encrypted does not send people elsewhere in the clear.
        if (address === null || (address.protocol !== 'https:' && address.protocol !== new URL(issuer).protocol))
          throw new SsoAnswerError(`${connection.name} has no usable address to sign in at. Ask your administrator.`);
        const query = {
          response_type: 'code',
          client_id: clientId,
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(loginHint === null ? {} : { login_hint: loginHint }),
        };
        for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
        return address.href;
      }),

    readAnswer: (connection, { parameters, redirectUri, state, nonce, verifier }) =>
      translated(connection, async () => {
        const { issuer, client_id: clientId } = oidcSettings(connection.settings);
        const as = await describe(connection, issuer);
        const supported = as.id_token_signing_alg_values_supported ?? ['RS256'];
        const pinned = {
          ...as,
          id_token_signing_alg_values_supported: supported.filter((one) => ALGORITHMS.includes(one)),
        };
        const client = { client_id: clientId };
        const code = oauth.validateAuthResponse(pinned, client, parameters, state);
        const response = await oauth.authorizationCodeGrantRequest(
          pinned,
          client,
          authentication(as, connection.secret),
          code,
          redirectUri,
          verifier,
          options(),
        );
        const tokens = await oauth.processAuthorizationCodeResponse(pinned, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(pinned, response, options());
        const claims = oauth.getValidatedIdTokenClaims(tokens);
        if (claims === undefined) throw new SsoAnswerError(UNVERIFIED(connection));
        const wanted = ['email', ...(groupRolesIn(connection.settings).length > 0 ? [claimOf(connection)] : [])];
        const isWhole = wanted.every((name) => claims[name] !== undefined) || as.userinfo_endpoint === undefined;
        if (isWhole) return personOf(connection, claims);
        const asked = await oauth.userInfoRequest(pinned, client, tokens.access_token, options());
        const info = await oauth.processUserInfoResponse(pinned, client, claims.sub, asked);
        return personOf(connection, { ...info, ...claims });
      }),
  };
}

/** How the client proves itself: in the way that the provider offers. */
function authentication(as: oauth.AuthorizationServer, secret: string | null): oauth.ClientAuth {
  if (secret === null) return oauth.None();
  const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

async function fetchThrough(
  egress: Egress,
  url: string,
  { method, headers, body }: oauth.CustomFetchOptions<string, unknown>,
  signal: AbortSignal,
): Promise<Response> {
  const answer = await egress.fetch({
    url,
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
    redirects: 'refuse',
    signal,
  });
  const text = await readStart(answer.body, MAX_ANSWER);
  return new Response(answer.status === 204 || answer.status === 304 ? null : text, {
    status: answer.status,
    headers: { 'content-type': answer.headers['content-type'] ?? '' },
  });
}

type Claims = Readonly<Record<string, unknown>>;

/** The claim that has the groups of a person. */
const claimOf = ({ settings }: OpenSsoConnection): string => groupsClaimIn(settings) ?? 'groups';

/**
 * The groups of a person. Without the claim there are none, as of somebody whom the provider knows in no group.
 * @throws SsoAnswerError when there are too many for the answer, so that the provider leads to another place
 */
function groupsOf(connection: OpenSsoConnection, claims: Claims): readonly string[] {
  if (groupRolesIn(connection.settings).length === 0) return [];
  const claim = claimOf(connection);
  const value = claims[claim];
  const elsewhere = claims['_claim_names'];
  if (value === undefined && typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim))
    throw new SsoAnswerError(
      `You are in more groups than ${connection.name} sends. Ask your administrator to let it send only those of this application.`,
    );
  return [value].flat().filter((group) => typeof group === 'string');
}

function personOf(connection: OpenSsoConnection, claims: Claims): SsoPerson {
  const verified = claims['email_verified'];
  const text = (name: string): string | null => (typeof claims[name] === 'string' ? claims[name] : null);
  return {
    subject: text('sub') ?? '',
    mail: text('email'),
    // Some providers write the boolean as a text.
    mailVerified: verified === undefined ? null : verified === true || verified === 'true',
    name: text('name'),
    groups: groupsOf(connection, claims),
    amr: claims['amr'],
    acr: claims['acr'],
  };
}

const UNVERIFIED = ({ name }: OpenSsoConnection): string =>
  `The answer of ${name} could not be verified. Sign in again; if it happens again, ask your administrator.`;

/** Runs a step at the provider, whose failures become a message for the person. */
async function translated<T>(connection: OpenSsoConnection, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof SsoAnswerError) throw error;
    if (error instanceof oauth.AuthorizationResponseError)
      throw new SsoAnswerError(`${connection.name} did not sign you in (${error.error.slice(0, 60)}). Sign in again.`, {
        cause: error,
      });
    const isAnswer =
      error instanceof oauth.OperationProcessingError ||
      error instanceof oauth.ResponseBodyError ||
      error instanceof oauth.WWWAuthenticateChallengeError ||
      error instanceof oauth.UnsupportedOperationError;
    throw new SsoAnswerError(
      isAnswer
        ? UNVERIFIED(connection)
        : `${connection.name} could not be reached. Sign in again in a few minutes, or ask your administrator.`,
      { cause: error },
    );
  }
}
