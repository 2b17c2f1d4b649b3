import { createEgress } from '@switchboard/connectors';
import { SAMPLE_CLIENT } from '@switchboard/sample-provider';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useSampleProvider } from '../../../testing/hooks/use-sample-provider.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { saveKey } from '../../../testing/key-answers.ts';
import { openForNewKey, removeKeys, signInAtProvider, trustSampleProvider } from '../../../testing/sign-in-window.ts';
import { openKey } from './open-key.ts';
import { revokeAccesses } from './revoke-accesses.ts';

const server = useGraphqlServer();
const account = useAccount(server);
const operator = useClient(server, account, ['operator']);

const sample = useSampleProvider();
const { provider } = sample;
beforeEach(async () => {
  await removeKeys(server, account);
  await account.rows(sql`delete from event`);
  server.clients.clear();
  trustSampleProvider(server, sample.origin);
});

const egress = createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 1_000, now: Date.now });
const run = (signal = new AbortController().signal): Promise<void> =>
  revokeAccesses({ database: server.database, vault: server.vault, egress, clients: server.clients }, signal);

/** Connects a key at the provider. Returns its access token. */
async function connect(name = 'ads'): Promise<string> {
  await signInAtProvider(await openForNewKey(server, operator, name));
  const [row] = await account.rows(
    sql<{ id: string }>`select id from key where name = ${name} and status <> 'archived'`,
  );
  const key = { id: row?.id ?? '', name };
  const { properties } = await openKey(server.database, server.vault, account.accountId, key, 'test');
  return String(properties['access_token']);
}

const remove = (name = 'ads') => saveKey(operator, { name, status: 'archived' });
const leftovers = () =>
  account.rows(sql`select secrets is not null as sealed, access_due is not null as due from key where name = 'ads'`);
const outcomes = async (): Promise<string[]> =>
  (
    await account.rows(sql<{ message: string }>`select message from event where code like 'KEY_ACCESS%' order by id`)
  ).map(({ message }) => message);
const comeDue = () => account.rows(sql`update key set access_due = now() where access_due is not null`);
const GONE = [{ sealed: false, due: false }];
const KEPT = [{ sealed: true, due: true }];
const kept = (reason: string): string =>
  `The access of the deleted key ads was not revoked at the provider: ${reason}. Revoke it there if it is not needed.`;

describe('the access of a deleted key', () => {
  it('the access of a deleted key is revoked at the provider, once', async () => {
    const token = await connect();
    await remove();
    expect(provider.oauth.accountOf(token)).toBe('acme');
    expect(await leftovers()).toEqual(KEPT);
    await run();
    await run();
    expect(provider.oauth.accountOf(token)).toBeUndefined();
    expect(await leftovers()).toEqual(GONE);
    expect(await outcomes()).toEqual(['The access of the deleted key ads was revoked at the provider.']);
  });

  it('the access of a deleted key is revoked by the next program when the first ends before or after the provider has answered', async () => {
    const token = await connect();
    await remove();
    // It ended with its lease.
    await account.rows(sql`update key set access_due = now() + interval '2 minutes' where name = 'ads'`);
    await run();
    expect(provider.oauth.accountOf(token)).toBe('acme');
    await comeDue();
    await fetch(`${sample.origin}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ ...SAMPLE_CLIENT, token }),
    });
    await run();
    expect(await leftovers()).toEqual(GONE);
    expect(await outcomes()).toHaveLength(1);
  });

  it('the access of a deleted key is tried again while the provider is away, for a day', async () => {
    const token = await connect();
    await remove();
    const { port } = new URL(sample.origin);
    server.clients.set('sample', {
      id: SAMPLE_CLIENT.client_id,
      secret: SAMPLE_CLIENT.client_secret,
      origin: 'http://127.0.0.1:1',
    });
    await run();
    expect([await leftovers(), await outcomes()]).toEqual([KEPT, []]);
    const [{ wait }] = (await account.rows(sql<{ wait: number }>`
      select extract(epoch from access_due - now())::float8 as wait from key where name = 'ads'`)) as [
      { wait: number },
    ];
    expect(wait).toBeGreaterThan(15);
    expect(wait).toBeLessThan(60);
    trustSampleProvider(server, `http://127.0.0.1:${port}`);
    await comeDue();
    await run();
    expect([await leftovers(), provider.oauth.accountOf(token)]).toEqual([GONE, undefined]);
  });

  it.each([
    ['the provider stays away', () => setClient('http://127.0.0.1:1'), '127.0.0.1: the connection was refused'],
    ['the provider rejects the client', () => setClient(sample.origin, 'another secret'), 'invalid_client'],
  ])(
    'the access of a deleted key is given up with an event after a day when %s, and its secrets are erased',
    async (_, spoil, reason) => {
      await connect();
      await remove();
      spoil();
      await account.rows(sql`update key set updated = now() - interval '25 hours' where name = 'ads'`);
      await run();
      expect([await leftovers(), await outcomes()]).toEqual([GONE, [kept(reason)]]);
    },
  );

  it('the access of a deleted key is given up at once when no client is configured any more', async () => {
    await connect();
    await remove();
    server.clients.clear();
    await run();
    expect([await leftovers(), await outcomes()]).toEqual([
      GONE,
      [kept('no OAuth client is configured for it any more')],
    ]);
  });

  it('the access of a deleted key is left alone where it would end that of other keys', async () => {
    await account.rows(sql`insert into key (account_id, name, type, status, secrets, sealed_type, wrapped_key, access_due)
      values (${account.accountId}::uuid, 'ads', 'google_analytics', 'archived', 'x', 'google_analytics', 'x', now()),
        (${account.accountId}::uuid, 'other', 'google_analytics', 'active', null, null, null, null)`);
    server.clients.set('google', { id: 'id', secret: 'secret', origin: null });
    await run();
    expect([await leftovers(), await outcomes()]).toEqual([
      GONE,
      [kept('it would end the access of other keys of the same person')],
    ]);
  });

  it('the access of a deleted key is erased at once where nothing can be revoked', async () => {
    await connect();
    server.clients.clear();
    await remove();
    expect(await leftovers()).toEqual([{ sealed: false, due: expect.any(Boolean) as boolean }]);
    await run();
    expect(await outcomes()).toEqual([]);
  });
});

function setClient(at: string, secret: string = SAMPLE_CLIENT.client_secret): void {
  server.clients.set('sample', { id: SAMPLE_CLIENT.client_id, secret, origin: at });
}
