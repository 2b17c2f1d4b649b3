import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { startDnsServer } from '../../../testing/dns-server.ts';
import { enrolApp } from '../../../testing/factors.ts';
import type { Client } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { addPerson } from '../../../testing/people.ts';
import { openSsoConnection } from '../../identity/sso/open-connection.ts';

const zone: Record<string, readonly string[]> = {};
const dns = await startDnsServer(zone);
afterAll(() => dns.stop());
const server = useGraphqlServer({ dnsServers: () => [dns.address] });
const mine = useAccount(server);
const theirs = useAccount(server);
const admin = useClient(server, mine, ['operator']);
const developer = useClient(server, mine, ['developer']);
const stranger = useClient(server, theirs, ['operator']);

type Changed = {
  readonly __typename: string;
  readonly id?: string;
  readonly message?: string;
  readonly record_name?: string;
  readonly record_value?: string;
  readonly verified?: string | null;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
};
const change = async (client: Client, field: string, parts: string): Promise<Changed> =>
  (
    await client.data<{
      change: Changed;
    }>(`mutation { change: ${field} { __typename ${parts} ... on ConflictError { message }
    ... on NotFoundError { message } } }`)
  ).change;

const SECRET = 'client-secret-that-stays-in-the-vault';
const CONNECTION = `... on SsoConnection { id kind name settings version default_role enabled sso_only first_used sign_in_url
  callback_url entity_id created_by { email } }`;
const ERRORS = '... on SsoErrors { errors { path message } }';
const save = (client: Client, more: string, settings = 'issuer: "https://idp.example", client_id: "switchboard"') =>
  change(
    client,
    `save_sso_connection(kind: "OIDC", name: "Okta", settings: { ${settings} } ${more})`,
    `${CONNECTION} ${ERRORS}`,
  );
const opened = (id = '') => server.database.withIdentity((tx) => openSsoConnection(tx, server.vault, id));
const DOMAIN = '... on SsoDomain { id domain record_name record_value verified }';
const addDomain = (client: Client, domain: string) => change(client, `add_sso_domain(domain: "${domain}")`, DOMAIN);
const verify = (client: Client, id = '') => change(client, `verify_sso_domain(id: "${id}")`, DOMAIN);
const REMOVED = '... on SsoRemoved { id }';

const auditOf = async (kind: string) =>
  await mine.rows(
    sql<{
      before: unknown;
      after: unknown;
    }>`select before, after from audit_entry where kind = ${kind} order by created`,
  );

describe('a connection of single sign-on', () => {
  test('keeps its secret in the vault, and neither shows nor records it', async () => {
    const saved = await save(admin, `client_secret: "${SECRET}", default_role: "viewer"`);
    expect(saved).toMatchObject({
      kind: 'OIDC',
      settings: { issuer: 'https://idp.example', client_id: 'switchboard', trusts_email: false },
      version: 1,
      default_role: 'viewer',
      enabled: true,
      sso_only: false,
      first_used: null,
      sign_in_url: `${server.url}/sign-in/sso/${saved.id}`,
      callback_url: `${server.url}/sign-in/sso/${saved.id}/callback`,
      entity_id: null,
    });
    expect(await opened(saved.id)).toMatchObject({ accountId: mine.accountId, secret: SECRET });
    const stored = await queryAsSuperuser(
      server.databaseUrl,
      'select c::text, (select jsonb_agg(a)::text from audit_entry a) from sso_connection c',
    );
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    expect(await auditOf('sso_connection_added')).toMatchObject([
      { after: { name: 'Okta', issuer: 'https://idp.example', default_role: 'viewer', client_secret: 'set' } },
    ]);
    await expect(mine.inAccount((tx) => sql`select secrets from sso_connection`.execute(tx))).rejects.toThrow(
      'permission denied',
    );
  });

  test('a stored secret does not go to another provider', async () => {
    const { id } = await save(admin, `client_secret: "${SECRET}"`);
    const moved = 'issuer: "https://evil.example", client_id: "switchboard"';
    expect((await save(admin, `id: "${id}"`, moved)).errors).toEqual([
      { path: 'client_secret', message: expect.stringContaining('Enter the client secret again') as string },
    ]);
    expect(await save(admin, `id: "${id}", enabled: false`)).toMatchObject({ enabled: false, version: 2 });
    expect(await save(admin, `id: "${id}", client_secret: "another"`, moved)).toMatchObject({ version: 3 });
    expect(await opened(id)).toMatchObject({ secret: 'another' });
  });

  test.each([
    ['an address in the clear', 'issuer: "http://idp.example.com", client_id: "x"', 'settings.issuer'],
    ['an address with a password', 'issuer: "https://a:b@idp.example", client_id: "x"', 'settings.issuer'],
    ['another scheme', 'issuer: "javascript:alert(1)", client_id: "x"', 'settings.issuer'],
    ['no client', 'issuer: "https://idp.example"', 'settings.client_id'],
    ['a name that it does not know', 'issuer: "https://idp.example", client_id: "x", secret: "y"', 'settings'],
  ])('a connection with %s is refused with what to correct', async (_, settings, path) => {
    expect((await save(admin, '', settings)).errors).toMatchObject([{ path }]);
  });

  test('a change of a version that somebody replaced meanwhile is refused, and changes nothing', async () => {
    const { id } = await save(admin, '');
    expect(await save(admin, `id: "${id}", version: 1, default_role: "viewer"`)).toMatchObject({ version: 2 });
    const late = await save(admin, `id: "${id}", version: 1, enabled: false`);
    expect(late.message).toContain('was changed after you opened it');
    await queryAsSuperuser(server.databaseUrl, `update sso_connection set first_used = now() where id = '${id}'`);
    const { connections } = (
      await admin.data<{ sso_settings: { connections: readonly { id: string }[] } }>(
        '{ sso_settings { connections { id version enabled default_role } } }',
      )
    ).sso_settings;
    expect(connections.find((one) => one.id === id)).toEqual({ id, version: 2, enabled: true, default_role: 'viewer' });
    const both = await Promise.all(
      ['first', 'second'].map((name) => save(admin, `id: "${id}", version: 2, client_secret: "${name}"`)),
    );
    expect(both.filter(({ message }) => message?.includes('was changed') === true)).toHaveLength(1);
    expect(await opened(id)).toMatchObject({ secret: both[0]?.message === undefined ? 'first' : 'second' });
  });

  test('grants no role that its creator could not grant', async () => {
    for (const role of ['cs', 'tester', 'developer', 'owner'])
      expect((await save(admin, `default_role: "${role}"`)).errors).toMatchObject([{ path: 'default_role' }]);
  });

  test('belongs to the administrators of its account', async () => {
    const { id } = await save(admin, '');
    const asked = await developer.ask('{ sso_settings { connections { id } } }');
    expect(asked.errors[0]?.extensions).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(await save(stranger, `id: "${id}"`)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await change(stranger, `remove_sso_connection(id: "${id}")`, REMOVED)).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await change(stranger, `set_sso_only(id: "${id}", sso_only: true)`, '')).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await stranger.data('{ sso_settings { connections { id } domains { id } break_glass { id } } }')).toEqual({
      sso_settings: { connections: [], domains: [], break_glass: [] },
    });
    expect(await change(admin, `remove_sso_connection(id: "${id}")`, REMOVED)).toEqual({
      __typename: 'SsoRemoved',
      id,
    });
    expect(await auditOf('sso_connection_removed')).toMatchObject([{ before: { kind: 'OIDC', enabled: true } }]);
  });
});

describe('a mail domain', () => {
  test('counts once its record is published', async () => {
    const added = await addDomain(admin, ' Acme.Example. ');
    expect(added).toMatchObject({ domain: 'acme.example', record_name: '_switchboard.acme.example', verified: null });
    expect(added.record_value).toMatch(/^switchboard-domain-verification=[\w-]{32}$/);
    expect((await verify(admin, added.id)).message).toContain('has no TXT record');
    zone['_switchboard.acme.example'] = ['v=spf1 -all'];
    expect((await verify(admin, added.id)).message).toContain('has another TXT record');
    zone['_switchboard.acme.example'] = ['v=spf1 -all', added.record_value ?? ''];
    expect(await verify(admin, added.id)).toMatchObject({
      domain: 'acme.example',
      verified: expect.any(String) as string,
    });
    expect((await addDomain(admin, 'acme.example')).message).toContain('already');
    expect([await auditOf('sso_domain_added'), await auditOf('sso_domain_verified')]).toMatchObject([[{}], [{}]]);
  });

  test('signs in people of one account only', async () => {
    const [first, second] = [await addDomain(admin, 'shared.example'), await addDomain(stranger, 'shared.example')];
    zone['_switchboard.shared.example'] = [first.record_value ?? '', second.record_value ?? ''];
    expect(await verify(admin, first.id)).toMatchObject({ verified: expect.any(String) as string });
    expect((await verify(stranger, second.id)).message).toContain('verified by another account');
    expect(await verify(stranger, first.id)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await change(stranger, `remove_sso_domain(id: "${first.id}")`, REMOVED)).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await change(admin, `remove_sso_domain(id: "${first.id}")`, REMOVED)).toMatchObject({ id: first.id });
    expect(await verify(stranger, second.id)).toMatchObject({ verified: expect.any(String) as string });
  });

  test.each(['acme', '127.0.0.1', 'a b.example', '-a.example', '', `${'a'.repeat(64)}.example`])(
    'a name such as "%s" is refused',
    async (name) => {
      expect((await addDomain(admin, name)).message).toContain('is not a mail domain');
    },
  );
});

test('single sign-on is required only once it works and somebody can enter without it', async () => {
  const { id } = await save(admin, '');
  const require = () => change(admin, `set_sso_only(id: "${id}", sso_only: true)`, CONNECTION);
  expect((await require()).message).toContain('Sign in through this connection once first');
  await queryAsSuperuser(server.databaseUrl, `update sso_connection set first_used = now() where id = '${id}'`);
  expect((await require()).message).toContain('Choose an administrator first');
  const person = (roles: readonly ('operator' | 'developer')[]) =>
    addPerson(server.database, {
      email: `glass-${crypto.randomUUID()}@acme.example`,
      roles: { [mine.accountId]: roles },
    });
  const [keeper, other] = [await person(['operator']), await person(['developer'])];
  const glass = (ids: readonly string[]) =>
    change(
      admin,
      `save_sso_break_glass(person_ids: ${JSON.stringify(ids)})`,
      '... on SsoSettings { break_glass { id } }',
    );
  expect((await glass([other])).message).toContain('lacks the permission manage-sign-in');
  expect(await glass([crypto.randomUUID()])).toMatchObject({ __typename: 'NotFoundError' });
  expect(await glass([keeper])).toMatchObject({ break_glass: [{ id: keeper }] });
  expect((await require()).message).toContain('password and a second factor');
  await enrolApp(server, { id: keeper, email: 'keeper' }, Date.now());
  expect(await require()).toMatchObject({ sso_only: true });
  const next = await person(['operator']);
  for (const ids of [[], [next]]) expect((await glass(ids)).message).toContain('has a password and a second factor');
  await enrolApp(server, { id: next, email: 'next' }, Date.now());
  expect(await glass([next])).toMatchObject({ break_glass: [{ id: next }] });
});
