import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { z } from 'zod';
import { recordPersonalAudit } from '../audit/record-personal-audit.ts';
import type { Database } from '../db/database.ts';
import type { MasterKey } from '../settings/master-key.ts';
import { cookieName } from './cookies.ts';
import { bindGrant, createOidcAdapter } from './oidc-adapter.ts';
import { usedSecondFactor } from './second-factor.ts';
import { noteOrigin } from './sessions/own-sessions.ts';
import { isGrantOpen, type SessionLimits } from './sessions/session-limits.ts';
import { errorPage, signOutPage } from './sign-in/sign-in-page.ts';
import type { SigningKeys } from './signing-keys.ts';
import { ACCESS_TOKEN_TTL } from './token-times.ts';

export const OIDC_PATH = '/oidc';
export const SIGN_IN_PATH = '/sign-in';
export const API_SCOPE = 'api';

/** The result of a sign-in through a connection of an account. */
const SsoResult = z.object({ sso: z.object({ connectionId: z.string() }) });

export type ProviderOptions = {
  readonly database: Database;
  readonly masterKey: MasterKey;
  readonly keys: SigningKeys;
  /** Origin of the console. */
  readonly publicUrl: string;
  readonly clientId: string;
  readonly audience: string;
  /** Whether a session of a password alone is refused. */
  readonly requireSecondFactor: boolean;
  readonly sessionLimits: SessionLimits;
};

/** The embedded OpenID provider: authorization code with PKCE for one public client, the console, and nothing else. */
export function createOidcProvider(options: ProviderOptions): Provider {
  const provider = new Provider(`${options.publicUrl}${OIDC_PATH}`, configuration(options));
  // The route that hands requests over sets the forwarded headers itself, from PUBLIC_URL.
  provider.proxy = true;
  const signedOut = new WeakMap<object, string>();
  provider.on('end_session.success', (ctx) => {
    const personId = ctx.oidc.session?.accountId;
    if (personId !== undefined) signedOut.set(ctx, personId);
  });
  provider.use(async (ctx, next) => {
    await next();
    const personId = signedOut.get(ctx);
    if (personId !== undefined)
      await options.database.withIdentity((tx) => recordPersonalAudit(tx, personId, { kind: 'signed_out' }));
  });
  // The console renews its token by a request whose answer is a form, also when the person must sign in. As 400 the browser
  // would report a failed request at each start of a person who is signed out.
  provider.use(async (ctx, next) => {
    await next();
    const params = (ctx as Partial<KoaContextWithOIDC>).oidc?.params;
    if (ctx.status === 400 && params?.['response_mode'] === 'form_post' && params['prompt'] === 'none')
      ctx.status = 200;
  });
  return provider;
}

export type ProviderEndpoints = {
  readonly authorization: string;
  readonly token: string;
  readonly endSession: string;
};

/** Where the embedded provider answers, as its discovery document says. */
export function providerEndpoints(issuer: string): ProviderEndpoints {
  return { authorization: `${issuer}/auth`, token: `${issuer}/token`, endSession: `${issuer}/session/end` };
}

function configuration(options: ProviderOptions): Configuration {
  const { publicUrl, clientId, audience, keys, requireSecondFactor, sessionLimits } = options;
  const lifetime = Math.max(sessionLimits.administrators.absolute, sessionLimits.others.absolute);
  return {
    adapter: createOidcAdapter(options.database, options.masterKey),
    jwks: { keys: [...keys.token] } as NonNullable<Configuration['jwks']>,
    cookies: {
      keys: [...keys.cookie],
      names: {
        session: cookieName('switchboard_session', publicUrl),
        interaction: 'switchboard_sign_in',
        resume: 'switchboard_resume',
      },
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/callback`, `${publicUrl}/silent-callback`],
        post_logout_redirect_uris: [`${publicUrl}/logout`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    responseTypes: ['code'],
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub', 'sid', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    // The console's own calls name its origin too.
    clientBasedCORS: (_ctx, origin) => origin === publicUrl,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== audience) throw new errors.InvalidTarget('there is no such API');
          return {
            scope: API_SCOPE,
            audience,
            accessTokenTTL: ACCESS_TOKEN_TTL,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          };
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => page(ctx, signOutPage(form)),
        postLogoutSuccessSource: (ctx) => ctx.redirect(publicUrl),
      },
    },
    // The API reads the grant at each request: signing out deletes it, which invalidates its tokens. It reads the methods of the
    // sign-in, too: tokens last into a setting that requires a second factor.
    extraTokenClaims: (ctx, token) =>
      'grantId' in token && token.grantId
        ? { gid: token.grantId, amr: ctx.oidc.entities.AuthorizationCode?.amr ?? [] }
        : {},
    findAccount: (_ctx, id) => findAccount(options.database, id),
    // The console is ours: there is nothing to consent to.
    loadExistingGrant: (ctx) => grantFor(ctx, options),
    interactions: {
      url: (_ctx, interaction) => `${SIGN_IN_PATH}/${interaction.uid}`,
      policy: signInPolicy(requireSecondFactor),
    },
    renderError: (ctx, out) => page(ctx, errorPage(String(out.error_description ?? out.error))),
    ttl: {
      AccessToken: () => ACCESS_TOKEN_TTL,
      AuthorizationCode: () => 60,
      IdToken: () => ACCESS_TOKEN_TTL,
      Interaction: () => 3_600,
      Session: () => lifetime,
      Grant: () => lifetime,
    },
  };
}

/** Reasons to ask a person to sign in, also one who has a session. */
function signInPolicy(requireSecondFactor: boolean): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const ended = new interactionPolicy.Check(
    'session_ended',
    'The session has ended',
    'login_required',
    // A grant that `grantFor` did not find has no id.
    ({ oidc }) => oidc.session?.accountId !== undefined && oidc.entities.Grant?.jti === undefined,
  );
  policy.get('login')?.checks.add(ended);
  if (!requireSecondFactor) return policy;
  const lacksFactor = new interactionPolicy.Check(
    'second_factor',
    'A second factor is required',
    'login_required',
    ({ oidc }) => oidc.session?.accountId !== undefined && !usedSecondFactor(oidc.session.amr),
  );
  policy.get('login')?.checks.add(lacksFactor);
  return policy;
}

function page(ctx: KoaContextWithOIDC, html: string): void {
  ctx.type = 'html';
  ctx.body = html;
}

async function findAccount(database: Database, id: string) {
  const person = await database.withIdentity((tx) =>
    tx
      .selectFrom('person')
      .select(['id', 'email', 'name'])
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('person_identity')
              .select('person_identity.id')
              .whereRef('person_identity.person_id', '=', 'person.id')
              .where('connection_type', '=', 'password')
              .where('blocked', '=', true)
              // Whoever signs in through a company's provider needs no password.
              .where(({ not: without, exists: has, selectFrom: from }) =>
                without(
                  has(
                    from('person_identity as other')
                      .select('other.id')
                      .whereRef('other.person_id', '=', 'person_identity.person_id')
                      .where('other.connection_type', '=', 'sso')
                      .where('other.blocked', '=', false),
                  ),
                ),
              ),
          ),
        ),
      )
      .executeTakeFirst(),
  );
  if (person === undefined) return undefined;
  const claims = { sub: person.id, email: person.email, email_verified: true, name: person.name };
  return { accountId: person.id, claims: () => claims };
}

/** The connection through which a sign-in was completed; null for a sign-in at this provider. */
function ssoConnectionOf(result: unknown): string | null {
  const read = SsoResult.safeParse(result);
  return read.success ? read.data.sso.connectionId : null;
}

/** The grant of a session: a sign-in makes one, and renewals keep it until it ends. */
async function grantFor(ctx: KoaContextWithOIDC, { database, audience, sessionLimits }: ProviderOptions) {
  const { oidc } = ctx;
  const clientId = oidc.client?.clientId;
  const accountId = oidc.session?.accountId;
  if (clientId === undefined || accountId === undefined) return undefined;
  const known = oidc.session?.grantIdFor(clientId);
  const existing = known === undefined ? undefined : await oidc.provider.Grant.find(known);
  if (oidc.result?.login === undefined) {
    const isOpen = known !== undefined && (await database.withIdentity((tx) => isGrantOpen(tx, known, sessionLimits)));
    return isOpen ? existing : undefined;
  }
  await existing?.destroy();
  const grant = new oidc.provider.Grant({ clientId, accountId });
  grant.addOIDCScope('openid email profile');
  grant.addResourceScope(audience, API_SCOPE);
  const grantId = await grant.save();
  await database.withIdentity((tx) => noteOrigin(tx, grantId));
  const connectionId = ssoConnectionOf(oidc.result);
  // No token of the grant exists yet: the code that leads to one is issued after this.
  if (connectionId !== null && !(await database.withIdentity((tx) => bindGrant(tx, grantId, connectionId)))) {
    await grant.destroy();
    return undefined;
  }
  return grant;
}
