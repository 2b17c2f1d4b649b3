import { createEgress } from '@switchboard/connectors';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useSampleProvider } from '../../../testing/hooks/use-sample-provider.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { saveKey } from '../../../testing/key-answers.ts';
import {
  openByStart,
  openForNewKey,
  removeKeys,
  signInAtProvider,
  tokenRequests,
  trustSampleProvider,
} from '../../../testing/sign-in-window.ts';
import { connect } from '../../db/connect.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { createKeyAccess } from './key-access.ts';
import { openKey } from './open-key.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const operator = useClient(server, account, ['operator']);
beforeEach(() => removeKeys(server, account));

const sample = useSampleProvider();
const { provider } = sample;
beforeEach(() => trustSampleProvider(server, sample.origin));

const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 10_000, now: Date.now });
/** Another program of the installation. */
const program = (database: Database = server.database) =>
  createKeyAccess({ database, vault: server.vault, egress, clients: server.clients });

type KeyRow = { id: string; status: string; version: number; suspended_reason: string | null };
const key = async (): Promise<KeyRow> => {
  const [row] = await account.rows(sql<KeyRow>`select id, status, version, suspended_reason from key`);
  if (row === undefined) throw new Error('There is no key.');
  return row;
};
const open = async (access = program()) =>
  (await openKey(server.database, server.vault, account.accountId, { ...(await key()), name: 'ads' }, 'costs', access))
    .access;
const stored = async () =>
  (await openKey(server.database, server.vault, account.accountId, { ...(await key()), name: 'ads' }, 'costs'))
    .properties;
const connectKey = async (fault = ''): Promise<void> => {
  const shown = await signInAtProvider(await openForNewKey(server, operator, 'ads'), { fault });
  expect(shown.path).toBe('/oauthsuccess');
};
/** The access token is due, or has ended. */
const age = (state: 'due' | 'ended') =>
  account.rows(
    state === 'due'
      ? sql`update key set access_due = now() - interval '1 second' returning id`
      : sql`update key set access_due = now() - interval '1 second', access_ends = now() - interval '1 second' returning id`,
  );
const refreshes = () => tokenRequests(provider, 'refresh_token');
const errors = () =>
  account.rows(sql<{ code: string; message: string }>`select code, message from event where severity = 'error'`);
const accountOf = async (token: Promise<string> | undefined) => provider.oauth.accountOf((await token) ?? '');

describe('the access token of a key', () => {
  it('the access token of a key is used as it is until shortly before its end', async () => {
    await connectKey();
    const before = refreshes();
    const access = await open();
    expect(await access?.current()).toBe((await stored())['access_token']);
    expect(await access?.current()).toBe((await stored())['access_token']);
    expect(refreshes()).toBe(before);
  });

  it('the access token of a key is refreshed when it is due, under the same version, and the new refresh token is stored first', {
    tags: 'proof:oauth-refresh',
  }, async () => {
    await connectKey();
    const before = await stored();
    await age('due');
    const token = await (await open())?.current();
    const after = await stored();
    expect(token).toBe(after['access_token']);
    expect(after['access_token']).not.toBe(before['access_token']);
    expect(after['refresh_token']).not.toBe(before['refresh_token']);
    expect(await key()).toMatchObject({ status: 'active', version: 1 });
    await age('ended');
    expect(await accountOf((await open())?.current())).toBe('acme');
  });

  it('keeps a refresh token that the provider does not replace', async () => {
    await connectKey('same-refresh-token');
    const before = await stored();
    await age('ended');
    await (await open())?.current();
    expect((await stored())['refresh_token']).toBe(before['refresh_token']);
  });

  it('the access token of a key is refreshed once for 10 programs and 40 uses at the same time', {
    tags: 'proof:oauth-single-refresher',
  }, async () => {
    await connectKey('refresh-slow');
    await age('ended');
    const before = refreshes();
    const databases = Array.from({ length: 10 }, () => openDatabase({ url: server.databaseUrl, connections: 2 }));
    try {
      const uses = databases.flatMap((database) => {
        const one = program(database);
        return Array.from({ length: 4 }, async () => (await open(one))?.current());
      });
      const tokens = new Set(await Promise.all(uses));
      expect([...tokens]).toEqual([(await stored())['access_token']]);
      expect(refreshes()).toBe(before + 1);
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });

  it('the access token of a key is renewed once for all whom the provider rejects before its end, as a clock that is ahead makes it', {
    tags: 'proof:oauth-clock-skew',
  }, async () => {
    await connectKey('early-expiry');
    const [one, other] = [await open(), await open()];
    const rejected = await one?.current();
    expect(await other?.current()).toBe(rejected);
    expect(provider.oauth.accountOf(rejected ?? '')).toBeUndefined();
    const before = refreshes();
    expect(await Promise.all([one?.renew(), other?.renew()])).toEqual([true, true]);
    expect(refreshes()).toBe(before + 1);
    expect(await accountOf(one?.current())).toBe('acme');
    expect(await other?.current()).toBe(await one?.current());
  });

  it('survives a database connection that breaks after the provider has answered', {
    tags: 'proof:oauth-token-kept',
  }, async () => {
    await connectKey('refresh-slow');
    await age('ended');
    const before = refreshes();
    const own = openDatabase({ url: server.databaseUrl, applicationName: 'refresher' });
    try {
      const token = (await open(program(own)))?.current();
      await expect.poll(() => refreshes()).toBe(before + 1);
      const admin = await connect(server.databaseUrl);
      const ended = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'refresher' and state like 'idle in%'`,
      );
      await admin.end();
      expect(ended.rowCount).toBe(1);
      expect(await token).toBe((await stored())['access_token']);
      expect(await accountOf(token)).toBe('acme');
      expect(refreshes()).toBe(before + 1);
    } finally {
      await own.close();
    }
  });

  it('the access token of a key is refreshed from what a rename has stored meanwhile', async () => {
    await connectKey('refresh-slow');
    await age('ended');
    const token = (await open())?.current();
    const renamed = await saveKey(operator, { name: 'ads', new_name: 'reports' });
    expect(renamed.__typename).toBe('SaveCredentialOk');
    expect(await token).toBe((await stored())['access_token']);
    await age('ended');
    expect(await accountOf((await open())?.current())).toBe('acme');
  });
});

describe('a refresh that fails in passing', () => {
  it.each(['refresh-503', 'refresh-429'])(
    'never suspends the key: %s',
    { tags: 'proof:oauth-transient' },
    async (fault) => {
      await connectKey(fault);
      await age('due');
      const access = await open();
      // The token is due, but still valid.
      expect(await access?.current()).toBe((await stored())['access_token']);
      await age('ended');
      await expect((await open())?.current()).rejects.toMatchObject({ code: 'KEY_REFRESH_FAILED', class: 'transient' });
      expect(await accountOf((await open())?.current())).toBe('acme');
      expect((await key()).status).toBe('active');
      expect(await errors()).toEqual([]);
    },
  );

  it('a refresh fails in passing also when the provider rejects the client of the operator, or none is configured', async () => {
    await connectKey();
    await age('ended');
    const message = (reason: string) =>
      `costs: the provider gave no new access token for the key ads: ${reason}. Will retry.`;
    server.clients.set('sample', { id: 'sample-client', secret: 'changed', origin: sample.origin });
    await expect((await open())?.current()).rejects.toThrow(message('invalid_client'));
    server.clients.clear();
    await expect((await open())?.current()).rejects.toThrow(message('no OAuth client is configured for it'));
    server.clients.set('sample', { id: 'sample-client', secret: 'x', origin: 'http://127.0.0.1:1' });
    await expect((await open())?.current()).rejects.toThrow(message('127.0.0.1: the connection was refused'));
    trustSampleProvider(server, sample.origin);
    expect(await accountOf((await open())?.current())).toBe('acme');
    expect((await key()).status).toBe('active');
  });
});

describe('access that the provider has ended', () => {
  const reason = 'Credential ads was rejected by the provider (invalid_grant). Reconnect it.';

  it('suspends the key with one event, and everybody who waited sees it suspended', {
    tags: 'proof:oauth-revoked-suspends',
  }, async () => {
    await connectKey();
    provider.oauth.revokeAll();
    await age('ended');
    const before = refreshes();
    const accesses = await Promise.all(Array.from({ length: 5 }, () => open()));
    for (const outcome of await Promise.allSettled(accesses.map(async (access) => access?.current())))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'KEY_SUSPENDED' } });
    expect(await key()).toMatchObject({ status: 'suspended', suspended_reason: reason });
    expect(await errors()).toEqual([{ code: 'KEY_ACCESS_ENDED', message: reason }]);
    expect(refreshes()).toBe(before + 1);
  });

  it('access that the provider has ended is seen when a token is rejected before its end', async () => {
    await connectKey();
    const access = await open();
    await access?.current();
    provider.oauth.revokeAll();
    await expect(access?.renew()).rejects.toMatchObject({ code: 'KEY_SUSPENDED' });
    expect((await key()).status).toBe('suspended');
  });

  it('access that the provider has ended is what remains when the answer with the new refresh token was lost', async () => {
    await connectKey('refresh-cut');
    await age('ended');
    await expect((await open())?.current()).rejects.toMatchObject({ code: 'KEY_REFRESH_FAILED' });
    expect((await key()).status).toBe('active');
    await expect((await open())?.current()).rejects.toMatchObject({ code: 'KEY_SUSPENDED' });
  });

  it('ends with the token where there is no refresh token', async () => {
    await connectKey('no-refresh-token');
    await age('due');
    await expect((await open())?.current()).rejects.toMatchObject({ code: 'KEY_SUSPENDED' });
    const message = 'Credential ads was rejected by the provider (its access has expired). Reconnect it.';
    expect((await key()).suspended_reason).toBe(message);
  });

  it('access that the provider has ended is restored by connecting again', async () => {
    await connectKey();
    provider.oauth.revokeAll();
    await age('ended');
    await expect((await open())?.current()).rejects.toMatchObject({ code: 'KEY_SUSPENDED' });
    await signInAtProvider(await openByStart(server, operator, { id: (await key()).id }));
    expect(await accountOf((await open())?.current())).toBe('acme');
    expect(await key()).toMatchObject({ status: 'active', version: 2, suspended_reason: null });
  });
});
