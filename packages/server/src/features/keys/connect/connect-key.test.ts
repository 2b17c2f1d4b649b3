import { OAUTH_FAULTS } from '@switchboard/sample-provider';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../../testing/hooks/use-account.ts';
import { useSampleProvider } from '../../../../testing/hooks/use-sample-provider.ts';
import { useClient, useGraphqlServer } from '../../../../testing/hooks/use-server.ts';
import { problemsOf, saveKey } from '../../../../testing/key-answers.ts';
import { readMessages } from '../../../../testing/read-rows.ts';
import {
  comeBack,
  consent,
  openByStart,
  openForNewKey,
  removeKeys,
  signInAtProvider,
  tokenRequests,
  trustSampleProvider,
} from '../../../../testing/sign-in-window.ts';
import { connect as connectDatabase } from '../../../db/connect.ts';
import { openKey } from '../../../identity/keys/open-key.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const operator = useClient(server, account, ['operator']);
const viewer = useClient(server, account, ['viewer']);
/** Loses the role within a test. */
const leaver = useClient(server, account, ['operator']);
beforeEach(() => removeKeys(server, account));

const sample = useSampleProvider();
const { provider } = sample;
beforeEach(() => {
  server.clients.clear();
  trustSampleProvider(server, sample.origin);
});

type KeyRow = { id: string; status: string; version: number; properties: object; ends: number; due: number };
const keyNamed = async (name: string): Promise<KeyRow | undefined> => {
  const [row] = await account.rows(sql<KeyRow>`
    select id, status, version, properties, extract(epoch from access_ends - now())::float8 as ends,
      extract(epoch from access_due - now())::float8 as due
    from key where name = ${name} and status <> 'archived'`);
  return row;
};
const tokenOf = async (name: string): Promise<string> => {
  const row = await keyNamed(name);
  const key = { id: row?.id ?? '', name };
  const { properties } = await openKey(server.database, server.vault, account.accountId, key, 'test');
  return String(properties['access_token']);
};
const connect = (name: string, answer = {}) =>
  openForNewKey(server, operator, name).then((window) => signInAtProvider(window, answer));
const route = () => `/app/${account.urlName}/keys`;
const failed = (reason: string, name = 'ads') => ({ path: '/oauthinvalid', query: { route: route(), name, reason } });

describe('connecting a new key', () => {
  it('asks for a code with PKCE and a state, and stores what the provider gives in the vault', {
    tags: ['spec:key-oauth-popup', 'proof:oauth-connects'],
  }, async () => {
    const window = await openForNewKey(server, operator, ' ads ');
    const url = new URL(window.url);
    expect(url.origin + url.pathname).toBe(`${sample.origin}/oauth/authorize`);
    expect(url.searchParams.get('redirect_uri')).toBe(`${server.url}/api/oauth/callback`);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(window.cookie).toMatch(/; Path=\/api\/oauth\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(await keyNamed('ads')).toBeUndefined();

    const shown = await signInAtProvider(window, { account: 'globex' });
    expect(shown).toEqual({ path: '/oauthsuccess', query: { route: route(), name: 'ads' } });
    const key = await keyNamed('ads');
    expect(key).toMatchObject({ status: 'active', version: 1, properties: { hosts: new URL(sample.origin).host } });
    expect(key?.ends).toBeGreaterThan(3_500);
    expect(key?.due).toBeLessThan(3_310);
    expect(provider.oauth.accountOf(await tokenOf('ads'))).toBe('globex');
    expect(await readMessages(account)).toEqual(['Person added the key ads, of type Sample provider (OAuth).']);
    expect(await account.rows(sql`select from oauth_sign_in`)).toEqual([]);
  });

  it('checks the name by a call of its own', { tags: 'spec:keys-name-validation-call' }, async () => {
    await connect('ads');
    const validate = (name: string) => saveKey(operator, { name, credential_type: 'sample_oauth', validate: true });
    expect(problemsOf(await validate('ads'))).toEqual(['name_taken name']);
    expect(await validate('other')).toMatchObject({ __typename: 'SaveCredentialOk', credential: null });
    await expect(openForNewKey(server, operator, 'ads')).rejects.toThrow('Name already used.');
    await expect(openForNewKey(server, operator, '')).rejects.toThrow('Key name is required.');
  });

  it('takes no tokens that a person enters', async () => {
    const properties = { access_token: 'typed' };
    const answer = await saveKey(operator, { name: 'ads', credential_type: 'sample_oauth', properties });
    expect(problemsOf(answer)).toEqual(['obtained_by_connecting ']);
    await connect('ads');
    expect(problemsOf(await saveKey(operator, { name: 'ads', new_name: 'ads', properties }))).toEqual([
      'obtained_by_connecting ',
    ]);
  });

  it('says that the operator has configured no client', async () => {
    server.clients.clear();
    const text = 'No OAuth client is configured for sample. Ask an administrator to add one to OAUTH_CLIENTS.';
    await expect(openForNewKey(server, operator, 'ads')).rejects.toThrow(text);
    const validated = await saveKey(operator, { name: 'ads', credential_type: 'sample_oauth', validate: true });
    expect(problemsOf(validated)).toEqual(['oauth_not_configured ']);
    await expect(openByStart(server, operator, { name: 'ads' })).rejects.toThrow(text);
  });

  it('needs the permission to change keys, also when the provider answers', {
    tags: 'spec:permission-manage-keys',
  }, async () => {
    await expect(openForNewKey(server, viewer, 'ads')).rejects.toThrow('You do not have access to this.');
    await expect(openByStart(server, viewer, { name: 'ads' })).rejects.toThrow('You do not have access to this.');
    const window = await openForNewKey(server, leaver, 'ads');
    await server.database.withSystem((tx) =>
      sql`
        update membership set role = 'viewer'
        where account_id = ${account.accountId} and person_id in (select person_id from oauth_sign_in)
      `.execute(tx),
    );
    expect(await signInAtProvider(window)).toEqual(failed('not_allowed'));
    expect(await keyNamed('ads')).toBeUndefined();
  });
});

describe('the answer of a provider', () => {
  it.each([
    [{ decision: 'deny' }, 'denied'],
    [{ fault: 'other-issuer' }, 'provider'],
    [{ fault: 'no-code' }, 'provider'],
    [{ fault: 'server-error' }, 'provider'],
    [{ fault: 'unavailable' }, 'provider'],
    [{ fault: 'token-rejected' }, 'rejected'],
    [{ fault: 'client-rejected' }, 'client'],
    [{ fault: 'token-500' }, 'provider'],
    [{ fault: 'token-html' }, 'provider'],
    [{ fault: 'token-redirect' }, 'provider'],
    [{ fault: 'token-silent' }, 'timeout'],
    [{ fault: 'token-missing' }, 'provider'],
    [{ fault: 'token-type' }, 'provider'],
  ])('%j ends with the reason %s and stores nothing', { tags: 'proof:oauth-failures' }, async (answer, reason) => {
    expect(await connect('ads', answer)).toEqual(failed(reason));
    expect(await keyNamed('ads')).toBeUndefined();
    expect(await account.rows(sql`select from oauth_sign_in`)).toEqual([]);
    expect(await readMessages(account)).toEqual([]);
  });

  it.each([
    ['expiry-text', true],
    ['no-expiry', false],
    ['no-refresh-token', true],
    ['access-ends', true],
    ['same-refresh-token', true],
  ] as const)('the answer of a provider that is unusual but right (%s) is taken', async (fault, ends) => {
    expect((await connect('ads', { fault })).path).toBe('/oauthsuccess');
    expect((await keyNamed('ads'))?.ends !== null).toBe(ends);
    expect(provider.oauth.accountOf(await tokenOf('ads'))).toBe('acme');
  });

  it('a provider that is gone cannot be reached', async () => {
    const window = await openForNewKey(server, operator, 'ads');
    const to = await consent(window);
    server.clients.set('sample', { id: 'x', secret: 'y', origin: 'http://127.0.0.1:1' });
    to.searchParams.set('iss', 'http://127.0.0.1:1');
    expect(await comeBack(to, window.cookie)).toEqual(failed('unreachable'));
  });

  it('says when the access ends: the provider’s word, or the end of a token that cannot be refreshed', async () => {
    const endOf = async (fault?: string) => {
      await removeKeys(server, account);
      await connect('ads', fault === undefined ? {} : { fault });
      const [row] = await account.rows(sql<{ of: string | null; seconds: number | null }>`
        select expires_of as of, extract(epoch from expires - now())::float8 as seconds from key where name = 'ads'`);
      return row;
    };
    expect(await endOf()).toEqual({ of: null, seconds: null });
    const ends = await endOf('access-ends');
    expect(ends?.of).toBe('Access');
    expect(Math.round((ends?.seconds ?? 0) / 3_600)).toBe(240);
    const token = await endOf('no-refresh-token');
    expect(Math.round((token?.seconds ?? 0) / 3_600)).toBe(1);
    expect(await endOf('no-expiry')).toEqual({ of: null, seconds: null });
  });

  it('knows every fault of the sample provider', () => {
    expect(Object.keys(OAUTH_FAULTS)).toHaveLength(24);
  });
});

describe('a sign-in', () => {
  const foreign = { path: '/oauthinvalid', query: { reason: 'foreign' } };
  const used = { path: '/oauthinvalid', query: { reason: 'expired' } };

  it.each(['wrong-state', 'no-state'])('a sign-in is not completed by an answer with %s', async (fault) => {
    expect(await connect('ads', { fault })).toEqual(foreign);
    expect(await keyNamed('ads')).toBeUndefined();
  });

  it('a sign-in is completed only by the browser that began it', { tags: 'proof:oauth-bound-to-browser' }, async () => {
    const victim = await openForNewKey(server, operator, 'ads');
    const attacker = await openForNewKey(server, operator, 'other');
    const to = await consent(victim);
    expect(await comeBack(to, '')).toEqual(foreign);
    expect(await comeBack(to, attacker.cookie)).toEqual(foreign);
    // The cookie of the right name with a secret or an account of someone else.
    const [name = ''] = victim.cookie.split('=');
    expect(await comeBack(to, `${name}=${account.accountId}.${'A'.repeat(43)}`)).toEqual(used);
    const elsewhere = victim.cookie.replace(account.accountId, '01890000-0000-7000-8000-000000000000');
    expect(await comeBack(to, elsewhere)).toEqual(used);
    expect(await keyNamed('ads')).toBeUndefined();
    expect((await comeBack(to, victim.cookie)).path).toBe('/oauthsuccess');
  });

  it('a sign-in is completed once', { tags: 'proof:oauth-single-use' }, async () => {
    const window = await openForNewKey(server, operator, 'ads');
    const to = await consent(window);
    const before = tokenRequests(provider, 'authorization_code');
    const results = await Promise.all([comeBack(to, window.cookie), comeBack(to, window.cookie)]);
    expect(results.map(({ path }) => path).sort()).toEqual(['/oauthinvalid', '/oauthsuccess']);
    expect(await comeBack(to, window.cookie)).toEqual(used);
    expect(tokenRequests(provider, 'authorization_code')).toBe(before + 1);
  });

  it('ends after ten minutes', async () => {
    const window = await openForNewKey(server, operator, 'ads');
    const to = await consent(window);
    await account.rows(sql`update oauth_sign_in set expires = now() - interval '1 second' returning id`);
    expect(await comeBack(to, window.cookie)).toEqual(failed('expired'));
    expect(await keyNamed('ads')).toBeUndefined();
  });

  it('fails while the database cannot say who began it', async () => {
    const window = await openForNewKey(server, operator, 'ads');
    const to = await consent(window);
    const admin = await connectDatabase(server.databaseUrl);
    try {
      await admin.query('revoke delete on oauth_sign_in from switchboard_app');
      expect(await comeBack(to, window.cookie)).toEqual({ path: '/oauthinvalid', query: { reason: 'internal' } });
    } finally {
      await admin.query('grant delete on oauth_sign_in to switchboard_app');
      await admin.end();
    }
    expect(await keyNamed('ads')).toBeUndefined();
  });

  it('a sign-in is refused when the person has begun twenty, until they have ended', async () => {
    for (let count = 0; count < 20; count += 1) await openForNewKey(server, operator, `ads ${count}`);
    await expect(openForNewKey(server, operator, 'ads')).rejects.toThrow();
    await account.rows(sql`update oauth_sign_in set expires = now() - interval '1 second' returning id`);
    await openForNewKey(server, operator, 'ads');
    expect(await account.rows(sql`select from oauth_sign_in`)).toHaveLength(1);
  });

  it('does not take a name that another key has taken meanwhile', async () => {
    const window = await openForNewKey(server, operator, 'ads');
    await connect('ads');
    expect(await signInAtProvider(window)).toEqual(failed('name_taken'));
  });

  it('keeps states, secrets, codes and tokens out of the database, the log and answers', {
    tags: 'proof:oauth-no-secrets',
  }, async () => {
    const window = await openForNewKey(server, operator, 'ads');
    const to = await consent(window);
    const [row] = await account.rows(sql<{ text: string }>`select to_jsonb(s)::text as text from oauth_sign_in s`);
    const shown = await comeBack(to, window.cookie);
    const columns = await account.rows(sql<{ text: string }>`
      select (to_jsonb(k) - array['secrets', 'wrapped_key'])::text as text from key k union all select to_jsonb(e)::text from event e`);
    const answer = await operator.ask('{ credential(name: "ads") { properties properties_exist } }');
    const texts = [row, shown, columns, answer, server.log].map((text) => JSON.stringify(text)).join();
    const secrets = [
      to.searchParams.get('state'),
      to.searchParams.get('code'),
      window.cookie.match(/\.([\w-]{43});/)?.[1],
      await tokenOf('ads'),
      'sample-client-secret',
    ];
    for (const secret of secrets) {
      expect(secret?.length).toBeGreaterThan(10);
      expect(texts).not.toContain(secret);
    }
    expect(answer.data).toEqual({
      credential: {
        properties: { hosts: new URL(sample.origin).host },
        properties_exist: { access_token: true, refresh_token: true },
      },
    });
  });
});

describe('connecting a key again', () => {
  it('replaces its tokens under a new version and keeps its name', { tags: 'proof:oauth-reconnects' }, async () => {
    await connect('ads');
    const before = await tokenOf('ads');
    const window = await openByStart(server, operator, { id: (await keyNamed('ads'))?.id });
    expect(await signInAtProvider(window, { account: 'globex' })).toEqual({
      path: '/oauthsuccess',
      query: { route: route(), name: 'ads' },
    });
    expect(await keyNamed('ads')).toMatchObject({ status: 'active', version: 2 });
    expect(await tokenOf('ads')).not.toBe(before);
    expect(provider.oauth.accountOf(await tokenOf('ads'))).toBe('globex');
    expect(await readMessages(account)).toEqual([
      'Person added the key ads, of type Sample provider (OAuth).',
      'Person reconnected the key ads.',
    ]);
  });

  it('unsuspends it', { tags: ['proof:oauth-reconnect-unsuspends', 'spec:call-start-oauth'] }, async () => {
    await connect('ads');
    await account.rows(sql`update key set status = 'suspended', suspended_reason = 'x' returning id`);
    const id = (await keyNamed('ads'))?.id;
    expect((await signInAtProvider(await openByStart(server, operator, { id }), { decision: 'deny' })).path).toBe(
      '/oauthinvalid',
    );
    expect((await keyNamed('ads'))?.status).toBe('suspended');
    expect((await signInAtProvider(await openByStart(server, operator, { id }))).path).toBe('/oauthsuccess');
    expect((await keyNamed('ads'))?.status).toBe('active');
    expect((await readMessages(account)).at(-1)).toBe(
      'The key ads was unsuspended by Person. Waiting: 0, tried again: 0.',
    );
  });

  it('finds no key that is gone, of another type or of another account', async () => {
    await connect('ads');
    const id = (await keyNamed('ads'))?.id;
    const window = await openByStart(server, operator, { id });
    await saveKey(operator, {
      name: 'token',
      credential_type: 'api_token',
      properties: { api_token: 't', hosts: 'api.example' },
    });
    const other = (await keyNamed('token'))?.id;
    for (const wrong of [other, '01890000-0000-7000-8000-000000000000', 'x'])
      await expect(openByStart(server, operator, { id: wrong })).rejects.toThrow('There is no such key.');
    await saveKey(operator, { name: 'ads', status: 'archived' });
    expect(await signInAtProvider(window)).toEqual(failed('missing'));
    await expect(openByStart(server, operator, { id })).rejects.toThrow('There is no such key.');
  });

  it('connecting a key again can be renamed meanwhile', async () => {
    await connect('ads');
    const token = await tokenOf('ads');
    const renamed = await saveKey(operator, { name: 'ads', new_name: 'reports', properties: {} });
    expect(renamed).toMatchObject({ __typename: 'SaveCredentialOk', credential: { name: 'reports', version: 2 } });
    expect(await tokenOf('reports')).toBe(token);
  });
});
