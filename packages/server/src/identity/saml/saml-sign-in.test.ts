import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { createEgress } from '@switchboard/connectors';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';
import { useStarted } from '../../../testing/hooks/use-started.ts';
import { addAccount, addPerson } from '../../../testing/people.ts';
import { encode, type Forgery, forgeSigned } from '../../../testing/saml/forge-response.ts';
import {
  finishSamlSignIn,
  type Login,
  postResponse,
  type SamlStart,
  signInAtProvider,
  startSamlSignIn,
} from '../../../testing/saml/sign-in-by-saml.ts';
import { startSamlIdp } from '../../../testing/saml/start-saml-idp.ts';
import { addVerifiedDomain, leadToProvider, openSignIn } from '../../../testing/sso.ts';
import { createVault } from '../vault.ts';
import { importMetadata } from './import-metadata.ts';
import { serviceProviderOf } from './service-provider.ts';

const MINUTES = 60_000;
let later = 0;
const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 400, now: Date.now });
const sso = { vault: createVault(randomBytes(32)), egress };
const server = useHttpServer({ now: () => Date.now() + later, sso });
const PASSWORD = 'At-the-company-1';
const user = (name: string) => ({ nameId: `id-of-${name}`, password: PASSWORD, mail: `${name}@acme.test`, name });
const idp = useStarted(() =>
  startSamlIdp([...['ada', 'new', 'member', 'stranger'].map(user), { ...user('grouped'), groups: ['On call'] }]),
);
const login = (name: string): Login => ({ email: `${name}@acme.test`, password: PASSWORD });

let acme: string;
let other: string;
let connection: string;
let secondConnection: string;

/** Adds a SAML connection of an account, as the console does, and registers it at the provider. */
async function connect(accountId: string): Promise<string> {
  const imported = importMetadata(idp.metadata);
  if ('problem' in imported) throw new Error(imported.problem);
  const settings = JSON.stringify({ ...imported.provider, trusts_email: true });
  const { rows } = await server.database.withAccount(accountId, (tx) =>
    sql<{ id: string }>`
      insert into sso_connection (account_id, kind, name, settings, default_role)
      values (${accountId}::uuid, 'SAML', 'Company', ${settings}::jsonb, 'viewer') returning id`.execute(tx),
  );
  const id = rows[0]?.id ?? '';
  const metadata = await fetch(`${server.url}/sign-in/sso/${id}/metadata`);
  idp.trust(await metadata.text());
  return id;
}

beforeAll(async () => {
  acme = await addAccount(server.database, 'acme');
  other = await addAccount(server.database, 'other');
  await addPerson(server.database, {
    email: 'ada@acme.test',
    name: 'Ada',
    roles: { [acme]: ['operator'], [other]: ['operator'] },
  });
  await addPerson(server.database, { email: 'stranger@acme.test', name: 'S', roles: { [other]: ['operator'] } });
  connection = await connect(acme);
  secondConnection = await connect(other);
  await addVerifiedDomain(server, acme, 'acme.test');
});

const start = (id = connection): Promise<SamlStart> => startSamlSignIn(server.url, id);
const pageOf = async (answer: ReturnType<typeof postResponse>): Promise<string> => (await answer).text;
const askIn = (token: string, account: string): Promise<Response> =>
  fetch(`${server.url}/api/user/login?url_name=${account}`, { headers: { authorization: `Bearer ${token}` } });

/** The id of the request that a browser carried to the provider. */
function requestIdOf({ providerUrl }: SamlStart): string {
  const xml = inflateRawSync(Buffer.from(providerUrl.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  return / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
}

async function forgery(started: SamlStart, changes: Partial<Forgery> = {}) {
  const provider = serviceProviderOf(connection, server.url);
  const good = { ...provider, issuer: idp.entityId, inResponseTo: requestIdOf(started), now: Date.now() + later };
  const own = { id: `_${crypto.randomUUID()}`, nameId: 'id-of-ada' };
  return { action: provider.acsUrl, encoded: encode(forgeSigned({ ...good, ...own, ...changes })) };
}

describe('a sign-in by SAML', () => {
  test('leads from the provider of the company into the account, and into no other', async () => {
    const started = await start();
    const answer = await postResponse(await signInAtProvider(started.providerUrl, login('ada')), idp.url);
    expect(answer).toMatchObject({
      status: 303,
      location: expect.stringMatching(/\/sign-in\/[\w-]+\/sso\?ticket=/) as string,
    });
    const { access_token: token } = await finishSamlSignIn(started, server.url, answer);
    expect((await askIn(token, 'acme')).status).toBe(200);
    expect((await askIn(token, 'other')).status).toBe(403);
    expect(JSON.stringify(await (await askIn(token, 'acme')).json())).not.toContain('other');
  });

  test('begins with the address that a person types into the sign-in page', async () => {
    const address = await leadToProvider(await openSignIn(server), 'ada@acme.test');
    expect(address.origin).toBe(idp.url);
    expect(address.searchParams.get('SAMLRequest')).toMatch(/^[\w+/]+=*$/);
  });

  test('adds a new person of a verified domain with the default role', async () => {
    const started = await start();
    const answer = await postResponse(await signInAtProvider(started.providerUrl, login('new')));
    const { access_token: token } = await finishSamlSignIn(started, server.url, answer);
    expect(await (await askIn(token, 'acme')).json()).toMatchObject({ email: 'new@acme.test', roles: ['viewer'] });
  });

  test('gives the roles of the groups that the provider sends', async () => {
    const mapping = JSON.stringify([{ group: 'On call', role: 'operator' }]);
    const map = (text: string) =>
      server.database.withAccount(acme, (tx) =>
        sql`update sso_connection set settings = settings || jsonb_build_object('group_roles', ${text}::jsonb)
          where id = ${connection}::uuid`.execute(tx),
      );
    await map(mapping);
    const started = await start();
    const answer = await postResponse(await signInAtProvider(started.providerUrl, login('grouped')));
    const { access_token: token } = await finishSamlSignIn(started, server.url, answer);
    expect(await (await askIn(token, 'acme')).json()).toMatchObject({
      email: 'grouped@acme.test',
      roles: ['operator', 'viewer'],
    });
    await map('[]');
  });

  test('takes over no person of another account who has the address', async () => {
    const started = await start();
    const answer = await postResponse(await signInAtProvider(started.providerUrl, login('stranger')));
    expect(answer).toMatchObject({
      status: 401,
      text: expect.stringContaining('belongs to somebody outside') as string,
    });
  });

  test('publishes the metadata of the connection, and none of another kind', async () => {
    const answer = await fetch(`${server.url}/sign-in/sso/${connection}/metadata`);
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml');
    const text = await answer.text();
    expect(text).toContain(`entityID="${server.url}/sign-in/sso/${connection}/metadata"`);
    expect(text).toContain('WantAssertionsSigned="true"');
    expect((await fetch(`${server.url}/sign-in/sso/${crypto.randomUUID()}/metadata`)).status).toBe(404);
    expect((await fetch(`${server.url}/sign-in/sso/x/metadata`)).status).toBe(404);
  });
});

describe('a response of the provider', () => {
  test('leads nowhere in another browser than the one that asked', async () => {
    const [victim, attacker] = [await start(), await start()];
    const stolen = await postResponse(await signInAtProvider(victim.providerUrl, login('ada')));
    const { answer } = await attacker.browser.follow(stolen, '/callback');
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('has expired') as string });
    await expect(finishSamlSignIn(victim, server.url, stolen)).resolves.toHaveProperty('access_token');
  });

  test('leads nowhere when it is posted once more', async () => {
    const started = await start();
    const posted = await signInAtProvider(started.providerUrl, login('ada'));
    await finishSamlSignIn(started, server.url, await postResponse(posted));
    const again = await postResponse(posted);
    expect(again).toMatchObject({ status: 401, text: expect.stringContaining('was used before') as string });
  });

  test('leads nowhere with a new assertion for a request that was answered', async () => {
    const started = await start();
    await finishSamlSignIn(started, server.url, await postResponse(await forgery(started)));
    expect(await pageOf(postResponse(await forgery(started)))).toContain('was answered before');
  });

  test('leads nowhere when its ticket was used before', async () => {
    const started = await start();
    const ticket = await postResponse(await forgery(started));
    await finishSamlSignIn(started, server.url, ticket);
    expect((await started.browser.get(ticket.location ?? '')).status).toBe(400);
  });

  test('leads nowhere when the identity provider began the sign-in', async () => {
    const unasked = await forgery(await start(), { inResponseTo: null });
    expect(await pageOf(postResponse(unasked))).toContain('Begin it in the console');
  });

  test('leads nowhere for a request that was never sent', async () => {
    const posted = await forgery(await start(), { inResponseTo: '_unknown' });
    expect(await pageOf(postResponse(posted))).toContain('has expired');
  });

  test('leads nowhere for the request of another connection', async () => {
    const posted = await forgery(await start(secondConnection));
    expect(await pageOf(postResponse(posted))).toContain('has expired');
  });

  test('leads nowhere after the time of its request', async () => {
    const started = await start();
    later = 20 * MINUTES;
    const answer = await pageOf(postResponse(await forgery(started)));
    later = 0;
    expect(answer).toContain('has expired');
  });

  test('leads nowhere by a connection that was disabled meanwhile', async () => {
    const started = await start();
    const set = (isOn: boolean) =>
      server.database.withAccount(acme, (tx) =>
        sql`update sso_connection set enabled = ${isOn} where account_id = ${acme}::uuid`.execute(tx),
      );
    const ticket = await postResponse(await forgery(started));
    await set(false);
    await expect(finishSamlSignIn(started, server.url, ticket)).rejects.toThrow('No code came back');
    expect((await postResponse(await forgery(started))).status).toBe(404);
    await set(true);
  });

  test('leads nowhere with more bytes than a response has', async () => {
    const { action } = await forgery(await start());
    expect((await postResponse({ action, encoded: 'A'.repeat(300_000) })).status).toBe(413);
  });

  test('leaves its reason in the audit log of the account when it is refused', async () => {
    const posted = await forgery(await start(), { audience: 'https://other.test' });
    const page = await postResponse(posted);
    expect(page).toMatchObject({ status: 401, text: expect.stringContaining('The audience is') as string });
    const { rows } = await server.database.withAccount(acme, (tx) =>
      sql<{ after: object }>`
        select after from audit_entry where account_id = ${acme}::uuid and kind = 'sign_in_failed'
        order by created desc limit 1`.execute(tx),
    );
    expect(rows[0]?.after).toMatchObject({
      method: 'sso',
      reason: expect.stringContaining('https://other.test') as string,
    });
  });
});
