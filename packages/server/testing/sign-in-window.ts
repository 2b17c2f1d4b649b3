import { createHash } from 'node:crypto';
import { SAMPLE_CLIENT, type SampleProvider } from '@switchboard/sample-provider';
import { sql } from 'kysely';
import type { BuiltAccount } from './build-account.ts';
import type { Client, GraphqlServer } from './graphql-server.ts';

/** Form of a provider's consent page: a fault of `OAUTH_FAULTS`, an account, and "deny" as decision. */
export type Consent = { readonly decision?: 'allow' | 'deny'; readonly fault?: string; readonly account?: string };

/** A sign-in at a provider, as the window of a browser has it. */
export type SignInWindow = {
  /** The address of the provider. */
  readonly url: string;
  /** The cookie that the browser got. */
  readonly cookie: string;
};

/** Result pages by path, with their query. */
export type ShownResult = { readonly path: string; readonly query: Readonly<Record<string, string>> };

const ADD = `mutation ($name: String!, $type: String, $description: String) {
  save_credential(name: $name, credential_type: $type, description: $description) {
    __typename
    ... on SaveCredentialOk { credential { id } oauth_url }
    ... on ValidationErrors { message }
  }
}`;
const START = `query ($id: ID, $name: String) {
  start_oauth(entity: "credential", oauthType: "sample_oauth", id: $id, name: $name)
}`;

type Added = { readonly save_credential: { readonly oauth_url?: string | null; readonly message?: string } };

/** Adds the OAuth client of a running sample provider to a server. */
export function trustSampleProvider(server: Pick<GraphqlServer, 'clients'>, origin: string): void {
  server.clients.set('sample', { id: SAMPLE_CLIENT.client_id, secret: SAMPLE_CLIENT.client_secret, origin });
}

async function open(server: GraphqlServer, by: Client, query: string, variables: object): Promise<SignInWindow> {
  const answer = await fetch(`${server.url}/api/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'request-id': 'request-12345',
      authorization: `Bearer ${by.token}`,
      'account-uri': by.account ?? '',
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await answer.json()) as {
    readonly data: (Partial<Added> & { readonly start_oauth?: string }) | null;
    readonly errors?: readonly { readonly message: string }[];
  };
  const url = data?.start_oauth ?? data?.save_credential?.oauth_url;
  if (url == null) throw new Error(errors?.[0]?.message ?? data?.save_credential?.message ?? 'There is no address.');
  return { url, cookie: answer.headers.getSetCookie().join() };
}

/** Begins the sign-in for a new key, as the form does. */
export const openForNewKey = (server: GraphqlServer, by: Client, name: string): Promise<SignInWindow> =>
  open(server, by, ADD, { name, type: 'sample_oauth', description: 'of the sample provider' });

/** Begins the sign-in by `start_oauth`: with an id for a stored key. */
export const openByStart = (server: GraphqlServer, by: Client, variables: object): Promise<SignInWindow> =>
  open(server, by, START, variables);

const START_AT_SLACK = `query ($entity: String!, $type: String!, $id: ID, $name: String) {
  start_oauth(entity: $entity, oauthType: $type, id: $id, name: $name)
}`;

/** Begins the sign-in at Slack for an integration: with an id for a stored one. */
export const openAtSlack = (server: GraphqlServer, by: Client, variables: object): Promise<SignInWindow> =>
  open(server, by, START_AT_SLACK, { entity: 'integration', type: 'slack', ...variables });

/** Answers the consent page. Returns the address to which the provider sends the browser. */
export async function consent({ url }: SignInWindow, answer: Consent = {}): Promise<URL> {
  const asked = Object.fromEntries(new URL(url).searchParams);
  const response = await fetch(new URL(new URL(url).pathname, url), {
    method: 'POST',
    body: new URLSearchParams({ ...asked, decision: 'allow', ...answer }),
    redirect: 'manual',
  });
  return new URL(response.headers.get('location') ?? '');
}

/** Follows the provider's redirect with a cookie, to the result page. */
export async function comeBack(to: URL, cookie: string): Promise<ShownResult> {
  const response = await fetch(to, { redirect: 'manual', headers: { cookie: cookie.split(';')[0] ?? '' } });
  const shown = new URL(response.headers.get('location') ?? '', to);
  return { path: shown.pathname, query: Object.fromEntries(shown.searchParams) };
}

/** The whole way of a sign-in. */
export async function signInAtProvider(window: SignInWindow, answer: Consent = {}): Promise<ShownResult> {
  return comeBack(await consent(window, answer), window.cookie);
}

/** How often the token endpoint was asked for a grant. */
export const tokenRequests = ({ oauth }: SampleProvider, grant: string): number =>
  oauth.tokenRequests.filter((asked) => asked === grant).length;

/** Tokens that a sample provider gives without a server, as the secrets of a key. */
export async function obtainTokens(origin: string, answer: Consent = {}): Promise<Record<string, string>> {
  const verifier = 'v'.repeat(43);
  const redirectUri = 'http://localhost/api/oauth/callback';
  const query = new URLSearchParams({
    client_id: SAMPLE_CLIENT.client_id,
    redirect_uri: redirectUri,
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const to = await consent({ url: `${origin}/oauth/authorize?${query.toString()}`, cookie: '' }, answer);
  const response = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...SAMPLE_CLIENT,
      grant_type: 'authorization_code',
      code: to.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  });
  const { access_token, refresh_token } = (await response.json()) as Record<'access_token' | 'refresh_token', string>;
  return { access_token, refresh_token };
}

/** Removes the keys, sign-ins and events of an account. */
export async function removeKeys(
  { database }: Pick<GraphqlServer, 'database'>,
  { accountId }: Pick<BuiltAccount, 'accountId'>,
): Promise<void> {
  await database.withSystem(async (tx) => {
    for (const table of ['oauth_sign_in', 'key_alias', 'key', 'event'])
      await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(tx);
  });
}
