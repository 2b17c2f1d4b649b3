import type { Role } from '@switchboard/model/permissions';
import { addSsoConnection } from '../src/identity/sso/store-connection.ts';
import type { Vault } from '../src/identity/vault.ts';
import { queryAsSuperuser } from './database.ts';
import { codeRequest, createHttpBrowser, exchangeCode, type HttpBrowser, type Tokens } from './http-browser.ts';
import type { TestServer } from './http-server.ts';
import { addPerson } from './people.ts';

type Server = Pick<TestServer, 'url' | 'database' | 'databaseUrl'> & { readonly vault: Vault };

export type AddedConnection = { readonly id: string; readonly callback: string; readonly clientId: string };

/** Adds an OpenID connection to an account, with a client of its own. */
export async function addOidcConnection(
  server: Server,
  accountId: string,
  more: { readonly issuer: string; readonly secret?: string; readonly defaultRole?: Role; readonly settings?: object },
): Promise<AddedConnection> {
  const personId = await addPerson(server.database, { email: `keeper-${crypto.randomUUID()}@keeper.test` });
  const clientId = `client-${crypto.randomUUID()}`;
  const settings = { issuer: more.issuer, client_id: clientId, trusts_email: false, ...more.settings };
  const content = { name: 'Okta', settings, default_role: more.defaultRole ?? null, enabled: true };
  const id = await server.database.withAccount(accountId, (tx) =>
    addSsoConnection(tx, server.vault, 'OIDC', { accountId, personId, content, secret: more.secret ?? null }),
  );
  return { id, clientId, callback: `${server.url}/sign-in/sso/${id}/callback` };
}

/** Adds a verified mail domain to an account. */
export async function addVerifiedDomain(
  { databaseUrl }: Pick<Server, 'databaseUrl'>,
  accountId: string,
  domain: string,
) {
  await queryAsSuperuser(
    databaseUrl,
    `insert into sso_domain (account_id, domain, token, verified)
      values ('${accountId}', '${domain}', 'a token that was published', now())`,
  );
}

/** A browser at a sign-in page. */
export type AtSignIn = {
  readonly browser: HttpBrowser;
  readonly verifier: string;
  /** Path of the page. */
  readonly page: string;
};

export async function openSignIn({ url }: Pick<Server, 'url'>): Promise<AtSignIn> {
  const browser = createHttpBrowser(url);
  const { path, verifier } = codeRequest(url);
  const { url: page } = await browser.follow(await browser.get(path), '/sign-in');
  if (page === null) throw new Error('There was no sign-in page.');
  return { browser, verifier, page: page.pathname };
}

/** The address of the provider to which a page leads. */
export function providerAddress({ text, status }: { readonly text: string; readonly status: number }): URL {
  const [, address] = /<a href="([^"]+)">Continue/.exec(text) ?? [];
  if (address === undefined) throw new Error(`The page leads to no provider: ${status} ${text}`);
  return new URL(address.replaceAll('&amp;', '&'));
}

/** Types an address of a company into the sign-in page, which leads to the provider. */
export async function leadToProvider({ browser, page }: AtSignIn, email: string): Promise<URL> {
  return providerAddress(await browser.post(`${page}/sso`, { email }));
}

/** The tokens of a browser that the provider has led back to Switchboard. */
export async function completeSignIn(
  server: Pick<Server, 'url'>,
  { browser, verifier }: AtSignIn,
  callback: URL,
): Promise<Tokens> {
  const { answer, url } = await browser.follow(await browser.get(callback.href), '/callback');
  const code = url?.searchParams.get('code');
  if (code === null || code === undefined) throw new Error(`No code came back: ${answer.status} ${answer.text}`);
  return exchangeCode(browser, server.url, code, verifier);
}
