import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { type Adapter, type AdapterPayload, type JWK, Provider } from 'oidc-provider';
import { freePort } from './free-port.ts';
import { createHttpBrowser } from './http-browser.ts';

/** A user of a company's identity provider. */
export type CompanyUser = {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[] | string;
  readonly teams?: readonly string[];
  /** Claims that stand elsewhere, as in tokens of Entra ID for people of many groups. */
  readonly _claim_names?: Readonly<Record<string, string>>;
};

export type CompanyProvider = {
  readonly issuer: string;
  /** Users by their login, which is their subject. */
  readonly users: Map<string, CompanyUser>;
  /** Lets a client ask for sign-ins that end at this address. */
  addClient(client: { readonly id: string; readonly secret: string; readonly redirectUri: string }): void;
  /** Signs a user in at the address to which the client has led. Returns where the provider leads the browser then. */
  signIn(url: string, login: string, proof?: { readonly amr?: readonly string[] }): Promise<URL>;
  /** Signs with another key from now on, and knows the former one no longer. */
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
};

type Stored = Map<string, AdapterPayload>;

/** The memory of a provider, which outlives a change of its keys. */
function storeIn(stored: Stored): (kind: string) => Adapter {
  return (kind) => {
    const key = (id: string): string => `${kind} ${id}`;
    const findBy = async (name: 'uid' | 'userCode', value: string) =>
      [...stored].find(([of, payload]) => of.startsWith(`${kind} `) && payload[name] === value)?.[1];
    return {
      upsert: async (id, payload) => void stored.set(key(id), payload),
      find: async (id) => stored.get(key(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('userCode', code),
      consume: async (id) => void stored.set(key(id), { ...stored.get(key(id)), consumed: 1 }),
      destroy: async (id) => void stored.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
      },
    };
  };
}

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: crypto.randomUUID() } as JWK;
}

/** An OpenID provider of a company with a login of its own: its form asks for the name of the user. */
export async function startCompanyProvider(): Promise<CompanyProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const users = new Map<string, CompanyUser>();
  const stored: Stored = new Map();
  const make = async (): Promise<Provider> =>
    new Provider(issuer, {
      adapter: storeIn(stored),
      jwks: { keys: [await newKey()] },
      cookies: { keys: ['of the company'] },
      claims: {
        openid: ['sub', 'amr'],
        email: ['email', 'email_verified'],
        profile: ['name', 'groups', 'teams', '_claim_names'],
      },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
      interactions: { url: (_ctx, { uid }) => `/login/${uid}` },
      findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...users.get(id) }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
  let provider = await make();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    if (!pathname.startsWith('/login/')) return void provider.callback()(request, response);
    const amr = searchParams.get('amr')?.split(',');
    const login = { accountId: searchParams.get('login') ?? '', ...(amr === undefined ? {} : { amr }) };
    provider.interactionFinished(request, response, { login }).catch((error: unknown) => {
      response.statusCode = 400;
      response.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    issuer,
    users,
    addClient: ({ id, secret, redirectUri }) =>
      void stored.set(`Client ${id}`, { client_id: id, client_secret: secret, redirect_uris: [redirectUri] }),
    async signIn(url, login, { amr } = {}) {
      const browser = createHttpBrowser(issuer);
      const { url: page, answer } = await browser.follow(await browser.get(url), '/login/');
      if (page === null) throw new Error(`There was no login: ${answer.status} ${answer.text}`);
      const form = new URLSearchParams({ login, ...(amr === undefined ? {} : { amr: amr.join(',') }) });
      const signed = await browser.follow(await browser.get(`${page.pathname}?${form}`), '/sign-in/sso/');
      if (signed.url === null) throw new Error(`The login led nowhere: ${signed.answer.status} ${signed.answer.text}`);
      return signed.url;
    },
    async rotateKeys() {
      provider = await make();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
