import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { askToSaveKey, problemsOf, saveKey } from '../../../testing/key-answers.ts';
import { readMessages } from '../../../testing/read-rows.ts';
import { startTokenProvider, type TokenProvider } from '../../../testing/token-provider.ts';
import { openKey } from '../../identity/keys/open-key.ts';

const server = useGraphqlServer();
const account = useAccount(server, {}, beforeEach);
const operator = useClient(server, account, ['operator'], beforeEach);
const viewer = useClient(server, account, ['viewer'], beforeEach);
const elsewhere = useAccount(server);
const stranger = useClient(server, elsewhere, ['operator']);

let provider: TokenProvider;
beforeAll(async () => {
  provider = await startTokenProvider();
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.hold = null;
  provider.received.length = 0;
  provider.accepted.clear();
  for (const token of ['t-first', 't-second']) provider.accepted.add(token);
});

/** The place of the key of these tests. */
const place = () => ({ hosts: new URL(provider.url).host, verify_url: provider.url });
const token = (api_token: string) => ({ api_token, ...place() });
const add = (name: string, properties: object = token('t-first'), more: object = {}) =>
  saveKey(operator, { name, credential_type: 'api_token', properties, ...more });
const change = (name: string, more: object, by = operator) => saveKey(by, { name, new_name: name, ...more });
const opened = async (name: string) => {
  const [row] = await account.rows(sql<{ id: string }>`select id from key where name = ${name} and status = 'active'`);
  return (await openKey(server.database, server.vault, account.accountId, { id: row?.id ?? '', name }, 'test'))
    .properties;
};

describe('adding a key', () => {
  it('tries it, then stores it with its secrets sealed, who added it, and an event', {
    tags: 'spec:call-save-credential',
  }, async () => {
    expect(await add(' api ', { ...token(' t-first '), prefix: '' })).toEqual({
      __typename: 'SaveCredentialOk',
      verified: true,
      credential: { name: 'api', status: 'active', version: 1, credential_type: 'api_token' },
    });
    expect(provider.received).toEqual(['Bearer t-first']);
    expect(await opened('api')).toEqual(token('t-first'));
    const [row] = await account.rows(
      sql`select properties, secrets is not null as sealed, created_by = updated_by as added from key`,
    );
    expect(row).toEqual({ properties: place(), sealed: true, added: true });
    expect(await readMessages(account)).toEqual(['Person added the key api, of type API token.']);
  });

  it('refuses what the provider rejects, at the field, and stores nothing', {
    tags: 'spec:call-save-credential',
  }, async () => {
    const answer = await add('api', token('wrong-token'));
    expect(answer).toMatchObject({ __typename: 'ValidationErrors', typeId: 'rejected', properties: ['api_token'] });
    expect(JSON.stringify(answer)).not.toContain('wrong-token');
    expect(await account.rows(sql`select from key`)).toEqual([]);
  });

  it('names every invalid field', { tags: ['spec:call-save-credential', 'spec:keys-name-required'] }, async () => {
    expect(problemsOf(await add('api', { header: 'a b', port: 1 }))).toEqual([
      'unknown_field port',
      'field_required api_token',
      'pattern_not_matched header',
      'field_required hosts',
    ]);
    expect(problemsOf(await add('  '))).toEqual(['field_required name']);
    expect(problemsOf(await add('x'.repeat(201)))).toEqual(['value_too_long name']);
    expect(problemsOf(await add('a\nb'))).toEqual(['text_not_valid name']);
    expect(problemsOf(await add('a\u202eb'))).toEqual(['text_not_valid name']);
    expect(problemsOf(await add('a\u0000b'))).toEqual(['text_not_valid name']);
    expect(problemsOf(await add('a', token('t-first'), { description: '\ud800' }))).toEqual([
      'text_not_valid description',
    ]);
    expect(problemsOf(await saveKey(operator, { name: 'a', credential_type: 'pigeon', properties: {} }))).toEqual([
      'unknown_key_type credential_type',
    ]);
    expect(await account.rows(sql`select from key`)).toEqual([]);
  });

  it('says where an SQL server cannot be reached, by the texts of the specification', {
    tags: 'spec:key-error-texts',
  }, async () => {
    const { hostname, port, username, password, pathname } = new URL(server.databaseUrl);
    const right = {
      dialect: 'postgresql',
      host: hostname,
      port: Number(port),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password) || 'any',
      db_name: pathname.slice(1),
    };
    const sqlKey = (patch: object) =>
      saveKey(operator, { name: 'sql', credential_type: 'sql', properties: { ...right, ...patch }, validate: true });
    expect(await sqlKey({ host: 'nowhere.invalid' })).toMatchObject({ properties: ['host'], message: 'Unknown host.' });
    expect(await sqlKey({ port: 1 })).toMatchObject({ properties: ['port'], message: 'Port inaccessible.' });
    expect(await sqlKey({ db_name: 'nowhere' })).toMatchObject({
      typeId: 'database_does_not_exist',
      properties: ['db_name'],
      message: 'Database does not exist.',
    });
    const [host, tunnel] = ['127.0.0.1', { ssh_tunnel_port: 1, ssh_tunnel_user: 'ann', ssh_tunnel_password: 'p4ss' }];
    for (const dialect of ['mysql', 'mssql', 'redshift'])
      expect(await sqlKey({ dialect, host, port: 1 })).toMatchObject({ properties: ['port'] });
    const refused = await sqlKey({ ssh_tunnel_host: host, ...tunnel });
    expect(refused).toMatchObject({ typeId: 'port_inaccessible', properties: ['ssh_tunnel_port'] });
    expect(JSON.stringify(refused)).not.toContain('p4ss');
  });

  it('refuses a name that is taken, also when two people add it at the same time', {
    tags: 'spec:keys-duplicate-name',
  }, async () => {
    const answers = await Promise.all([add('api'), add('api')]);
    expect(answers.map(({ __typename }) => __typename).sort()).toEqual(['SaveCredentialOk', 'ValidationErrors']);
    expect(await add('api')).toMatchObject({
      typeId: 'name_taken',
      properties: ['name'],
      message: 'Name already used.',
    });
  });

  it.each([{ a: { b: 1 } }, [], 'text'])('refuses properties that are no values: %j', async (properties) => {
    const { errors } = await askToSaveKey(operator, { name: 'a', credential_type: 'api_token', properties });
    expect(errors[0]?.extensions['code']).toBe('BAD_REQUEST');
  });

  it('tries a few keys of an account at a time', async () => {
    let release = (): void => undefined;
    provider.hold = new Promise((resolve) => {
      release = resolve;
    });
    const validate = (name: string) =>
      askToSaveKey(operator, { name, credential_type: 'api_token', properties: token('t-first'), validate: true });
    const held = ['a', 'b', 'c', 'd'].map(validate);
    await expect.poll(() => provider.received.length).toBe(4);
    expect((await validate('e')).errors[0]?.extensions['code']).toBe('RATE_LIMITED');
    release();
    for (const { errors } of await Promise.all(held)) expect(errors).toEqual([]);
    expect((await validate('e')).errors).toEqual([]);
  });
});

describe('a call that only validates', () => {
  it('checks whether a name is free', { tags: 'spec:keys-name-validation-call' }, async () => {
    const validate = (name: string) => saveKey(operator, { name, credential_type: 'api_token', validate: true });
    expect(await validate('api')).toEqual({ __typename: 'SaveCredentialOk', verified: false, credential: null });
    expect(await account.rows(sql`select from key`)).toEqual([]);
    await add('api');
    expect(problemsOf(await validate('api'))).toEqual(['name_taken name']);
  });

  it('tries a key and saves nothing', async () => {
    expect(await add('api', token('t-first'), { validate: true })).toMatchObject({ verified: true, credential: null });
    expect(await account.rows(sql`select from key`)).toEqual([]);
    await add('api');
    expect(await change('api', { properties: { api_token: 't-second' }, validate: true })).toMatchObject({
      verified: true,
      credential: { version: 1 },
    });
    expect(await opened('api')).toEqual(token('t-first'));
  });
});

describe('changing a key', () => {
  it('keeps the stored secret that it leaves out', { tags: 'spec:keys-secret-kept' }, async () => {
    await add('api');
    expect(await change('api', { properties: { prefix: 'Bearer' }, description: ' For ads. ' })).toMatchObject({
      verified: true,
      credential: { version: 2 },
    });
    expect(await opened('api')).toEqual({ ...token('t-first'), prefix: 'Bearer' });
    expect((await readMessages(account)).at(-1)).toBe('Person changed the key api: Prefix, Description.');
  });

  it('replaces a secret, or everything', { tags: 'spec:call-save-credential' }, async () => {
    await add('api');
    await change('api', { properties: { api_token: 't-second', prefix: 'Bearer' } });
    expect(await opened('api')).toEqual({ ...token('t-second'), prefix: 'Bearer' });
    await change('api', { properties: token('t-first'), replace_properties: true });
    expect(await opened('api')).toEqual(token('t-first'));
    const without = { properties: place(), replace_properties: true };
    expect(problemsOf(await change('api', without))).toEqual(['field_required api_token']);
  });

  it('sends a stored secret to no other place', { tags: 'spec:keys-secret-kept' }, async () => {
    const thief = await startTokenProvider();
    try {
      await add('api');
      expect(await change('api', { properties: { verify_url: thief.url } })).toMatchObject({
        typeId: 'secret_required_again',
        properties: ['api_token'],
        message: 'Enter API token again: Verification URL changed, and stored secrets are not sent to another place.',
      });
      expect(thief.received).toEqual([]);
      expect(await opened('api')).toEqual(token('t-first'));
    } finally {
      await thief.stop();
    }
  });

  it('asks for the secret again when a host is added to a key, and not when one is removed', async () => {
    const { hosts } = place();
    await add('api');
    for (const more of [`${hosts}, other.example`, '*.example.com', 'other.example'])
      expect(await change('api', { properties: { hosts: more } })).toMatchObject({
        typeId: 'secret_required_again',
        properties: ['api_token'],
        message: 'Enter API token again: Hosts changed, and stored secrets are not sent to another place.',
      });
    const both = { hosts: `${hosts}, other.example`, api_token: 't-first' };
    expect(await change('api', { properties: both })).toMatchObject({ verified: true });
    expect(await change('api', { properties: { hosts } })).toMatchObject({ verified: true });
    expect(await opened('api')).toEqual(token('t-first'));
  });

  it('a change to the same content is not tried, so that the key can be renamed while the provider is away', async () => {
    await add('api');
    provider.received.length = 0;
    expect(
      await saveKey(operator, {
        name: 'api',
        new_name: 'ads',
        properties: { verify_url: provider.url, api_token: null },
      }),
    ).toMatchObject({ typeId: 'field_required' });
    expect(
      await saveKey(operator, { name: 'api', new_name: 'ads', properties: { verify_url: provider.url } }),
    ).toMatchObject({ verified: false, credential: { name: 'ads', version: 2 } });
    expect(provider.received).toEqual([]);
    expect(await opened('ads')).toEqual(token('t-first'));
    expect((await readMessages(account)).at(-1)).toBe('Person renamed the key api to ads.');
  });

  it('sets a suspended key active once the provider accepts it', { tags: 'spec:keys-edit-active' }, async () => {
    await add('api');
    await account.rows(sql`update key set status = 'suspended', suspended_reason = 'rejected'`);
    provider.accepted.delete('t-first');
    expect(await change('api', { properties: {}, status: 'active' })).toMatchObject({ typeId: 'rejected' });
    expect(await account.rows(sql`select status from key`)).toEqual([{ status: 'suspended' }]);
    expect(await change('api', { properties: { api_token: 't-second' }, status: 'active' })).toMatchObject({
      credential: { status: 'active' },
    });
    expect(await account.rows(sql`select suspended_reason from key`)).toEqual([{ suspended_reason: null }]);
    expect((await readMessages(account)).at(-1)).toBe(
      'The key api was unsuspended by Person. Waiting: 0, tried again: 0.',
    );
  });

  it('refuses another type', async () => {
    await add('api');
    expect(problemsOf(await change('api', { credential_type: 'basic' }))).toEqual([
      'type_not_changeable credential_type',
    ]);
  });

  it('changing a key of which the secrets cannot be opened asks for them', async () => {
    await add('api');
    await account.rows(sql`update key set version = 7`);
    expect(problemsOf(await change('api', { properties: {} }))).toEqual(['field_required api_token']);
    expect(await change('api', { properties: { api_token: 't-second' } })).toMatchObject({
      credential: { version: 8 },
    });
    expect(await opened('api')).toEqual(token('t-second'));
  });
});

describe('two windows that change a key', () => {
  it('do not overwrite each other', { tags: 'proof:key-version' }, async () => {
    await add('api');
    await change('api', { description: 'first', version: 1 });
    const late = await change('api', { description: 'second', version: 1 });
    expect(late.message).toMatch(
      /^Person \d+ changed this key at \d{4}-\d\d-\d\d \d\d:\d\d UTC, after you opened it\. Nothing was saved\.$/,
    );
    expect(problemsOf(late)).toEqual(['changed_meanwhile ']);
    expect(await account.rows(sql`select description from key`)).toEqual([{ description: 'first' }]);
  });

  it('two windows that change a key are refused after one has renamed it', async () => {
    await add('api');
    await saveKey(operator, { name: 'api', new_name: 'ads', version: 1 });
    expect(problemsOf(await change('api', { description: 'x', version: 1 }))).toEqual(['changed_meanwhile ']);
    expect(await account.rows(sql`select name from key`)).toEqual([{ name: 'ads' }]);
  });

  it('lose no change that is saved while the other one is tried', async () => {
    await add('api');
    let release = (): void => undefined;
    provider.hold = new Promise((resolve) => {
      release = resolve;
    });
    provider.received.length = 0;
    const slow = change('api', { properties: { api_token: 't-second' } });
    await expect.poll(() => provider.received.length).toBe(1);
    await change('api', { description: 'meanwhile' });
    release();
    expect(problemsOf(await slow)).toEqual(['changed_meanwhile ']);
    expect(await opened('api')).toEqual(token('t-first'));
  });
});

describe('permissions', () => {
  it('only people who manage keys save them', { tags: 'spec:permission-manage-keys' }, async () => {
    const { errors } = await askToSaveKey(viewer, { name: 'a', credential_type: 'api_token', properties: {} });
    expect(errors[0]?.extensions['code']).toBe('NOT_ALLOWED');
  });

  it('keys of another account do not exist', async () => {
    await add('api');
    for (const more of [{ new_name: 'x' }, { status: 'active' }, { status: 'archived' }])
      expect(await saveKey(stranger, { name: 'api', ...more })).toEqual({
        __typename: 'InvalidCredential',
        message: 'There is no key api.',
      });
  });
});
