import type { Provider } from 'oidc-provider';
import { createSupportRecorder } from '../audit/record-support-entry.ts';
import type { Database } from '../db/database.ts';
import { currentScope } from '../observe/scope.ts';
import type { MasterKey } from '../settings/master-key.ts';
import { createOidcProvider, OIDC_PATH, type ProviderEndpoints, providerEndpoints } from './oidc-provider.ts';
import { type ResolvedSession, resolveSession } from './resolve-session.ts';
import { readServiceToken, resolveServiceToken } from './service-tokens/service-token.ts';
import type { Authenticate, Session, SignedRequest } from './session.ts';
import { SESSION_LIMITS, type SessionLimits } from './sessions/session-limits.ts';
import { createTokenKeys, loadSigningKeys, type SigningKeys } from './signing-keys.ts';
import { createEmbeddedVerifier, createExternalVerifier, invalidToken, type VerifyBearer } from './verify-bearer.ts';

export type IdentityOptions = {
  readonly database: Database;
  readonly masterKey: MasterKey;
  readonly publicUrl: string;
  readonly oidc: { readonly issuer: string | null; readonly clientId: string; readonly audience: string };
  /** Whether everybody needs a second factor. Off without it. */
  readonly requireSecondFactor?: boolean;
  /** How long people whom the embedded provider signs in stay signed in. */
  readonly sessionLimits?: SessionLimits;
  readonly now?: () => number;
};

/** How people prove who they are to this server. */
export type Identity = {
  /** Null when another provider signs people in. */
  readonly provider: Provider | null;
  /** The provider with the signing keys of now, for what it signs and publishes. */
  readonly currentProvider: () => Promise<Provider>;
  /** Settings that the console needs to begin a sign-in. */
  readonly client: {
    readonly issuer: string;
    readonly clientId: string;
    readonly audience: string;
    /** Saves the console the provider's discovery document; null when another provider signs people in. */
    readonly endpoints: ProviderEndpoints | null;
  };
  readonly verifyBearer: VerifyBearer;
  /** A session in the account of that name, whatever header the request carries. */
  sessionFor(request: SignedRequest, urlName: string | null): Promise<Session>;
  /**
   * The session of a program in the account of its service token.
   * @throws SessionRefused for anything but a service token
   */
  sessionOfProgram(request: SignedRequest): Promise<Session>;
  readonly authenticate: Authenticate;
};

export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { database, masterKey, publicUrl, requireSecondFactor = false, sessionLimits = SESSION_LIMITS } = options;
  const { clientId, audience } = options.oidc;
  // Loaded also when another provider signs people in: a wrong master key is then found at the start, too.
  const { now = Date.now } = options;
  const keys = await loadSigningKeys(database, masterKey, now());
  const tokenKeys = createTokenKeys(database, masterKey, keys.token, now);
  const issuer = options.oidc.issuer ?? `${publicUrl}${OIDC_PATH}`;
  const embedded = options.oidc.issuer === null;
  const verifyBearer = embedded
    ? createEmbeddedVerifier({ issuer, audience, secondFactorRequired: requireSecondFactor }, tokenKeys)
    : createExternalVerifier(issuer, { audience, secondFactorRequired: requireSecondFactor });

  const recordSupport = createSupportRecorder(database);
  const observed = (session: ResolvedSession, request: SignedRequest): Session => {
    const scope = currentScope();
    if (scope) {
      scope.sender = { personId: session.person.id, serviceTokenId: session.serviceTokenId };
      scope.fields['person'] = session.person.id;
      if (session.accountId !== null) scope.fields['account'] = session.accountId;
    }
    return { ...session, requestId: request.id };
  };
  const sessionFor = async (request: SignedRequest, urlName: string | null): Promise<Session> => {
    const { authorization } = request.headers;
    const token = readServiceToken(authorization);
    if (token !== null) return observed(await resolveServiceToken(database, token, { urlName }), request);
    // The console keeps a stream open by itself: that somebody uses it shows in other requests.
    const isUse = request.headers.accept?.includes('text/event-stream') !== true;
    const claims = await verifyBearer(authorization);
    const { supportRoles, ...session } = await resolveSession(database, claims, urlName, { sessionLimits, isUse });
    const { person, accountId } = session;
    if (accountId !== null && supportRoles.length > 0)
      await recordSupport({ personId: person.id, accountId, roles: supportRoles });
    return observed(session, request);
  };
  const sessionOfProgram = async (request: SignedRequest): Promise<Session> => {
    const token = readServiceToken(request.headers.authorization);
    if (token === null) throw invalidToken();
    return observed(await resolveServiceToken(database, token, 'own'), request);
  };
  const providerWith = (token: SigningKeys['token']): Provider =>
    createOidcProvider({
      database,
      masterKey,
      keys: { ...keys, token },
      publicUrl,
      clientId,
      audience,
      requireSecondFactor,
      sessionLimits,
    });
  let latest = { token: keys.token, provider: providerWith(keys.token) };
  return {
    provider: embedded ? latest.provider : null,
    currentProvider: async () => {
      const token = await tokenKeys();
      if (latest.token !== token) latest = { token, provider: providerWith(token) };
      return latest.provider;
    },
    client: { issuer, clientId, audience, endpoints: embedded ? providerEndpoints(issuer) : null },
    verifyBearer,
    sessionFor,
    sessionOfProgram,
    authenticate: (request) => sessionFor(request, accountHeader(request)),
  };
}

/** The account that a request names. A header sent twice arrives joined by a comma, which no account's name has. */
function accountHeader(request: SignedRequest): string | null {
  const value = request.headers['account-uri'];
  return Array.isArray(value) ? value.join(',') : (value ?? null);
}
