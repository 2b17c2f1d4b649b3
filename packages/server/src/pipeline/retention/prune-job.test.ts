import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createLocalStore, keyOf } from '@switchboard/engine';
import type { Retention } from '@switchboard/model/kept/retention';
import { DAY_MS } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { addDownload, addFlow, addUnitOf } from '../../../testing/fill-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { addRecipient } from '../../../testing/mail.ts';
import { pruneInstallation } from './prune-installation.ts';
import { pruneDueAccounts } from './prune-job.ts';
import { sweepAccount } from './sweep-store.ts';

const work = useWork();
const MONTH: Retention = {
  raw_files: 30,
  tables: 30,
  results: 30,
  samples: 30,
  events: 30,
  units: null,
  archive: null,
};
const later = (days: number) => () => Date.now() + days * DAY_MS;

const keysOf = async ({ accountId }: BuiltAccount): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of createLocalStore(work.storeFolder).list(`acct/${accountId}/`)) keys.push(key);
  return keys.toSorted();
};
const options = (days: number) => ({
  database: work.database,
  store: createLocalStore(work.storeFolder),
  retention: MONTH,
  now: later(days),
});

describe('the sweep of the store', () => {
  it('removes old objects that no row names, and nothing else', async () => {
    const account = await buildAccount(work.database);
    const other = await buildAccount(work.database);
    const store = createLocalStore(work.storeFolder);
    const put = async ({ accountId }: BuiltAccount, path: string, ageDays: number): Promise<string> => {
      const { key } = await store.put(`acct/${accountId}/${path}`, Readable.from(['rows']));
      const [name = ''] = key.split(';');
      const at = new Date(Date.now() - ageDays * DAY_MS);
      utimesSync(join(work.storeFolder, name), at, at);
      return key;
    };
    const id = await addDownload(work.database, account, { status: 'completed' });
    await addUnitOf(work.database, account, id, { kind: 'download' });
    const open = await addDownload(work.database, account, { source: 'open' });
    await addUnitOf(work.database, account, open, { kind: 'download', state: 'held' });
    const named = await put(account, `raw/${id}/2/000`, 30);
    const raw = JSON.stringify([{ key: named }]);
    await work.rows(account, sql`update download set raw = ${raw}::jsonb where id = ${id}`);
    await put(account, `raw/${id}/1/000`, 30);
    await put(account, `table/${id}/1/000.parquet`, 8);
    await put(account, `raw/${id}/3/000`, 6);
    await put(account, `raw/${open}/1/000`, 30);
    await put(account, `result/${crypto.randomUUID()}/1/000.parquet`, 30);
    await put(account, `mail/${crypto.randomUUID()}/digest/1`, 30);
    const { id: recipient } = await addRecipient(work.database, account);
    const digest = 'feed'.repeat(16);
    const mailed = await put(account, `mail/${recipient}/${digest}/0`, 30);
    await put(account, `mail/${recipient}/lost/0`, 30);
    await work.rows(
      account,
      sql`with mail as (
          insert into received_mail (account_id, recipient_id, digest, sender, envelope_sender, subject, bytes, received, outcome)
          values (${account.accountId}, ${recipient}, ${digest}, 'a@b.test', 'a@b.test', '', 4, now(), 'unmatched') returning id)
        insert into received_file (account_id, mail_id, place, kind, name, content_type, bytes, sha256, store_key)
        select ${account.accountId}, id, 0, 'attachment', 'a.csv', 'text/csv', 4, ${digest}, ${mailed} from mail`,
    );
    await put(account, `archive/${id}/1/000`, 30);
    await put(other, `raw/${id}/1/000`, 30);
    const swept: string[] = [];
    const request = {
      ...options(0),
      isDryRun: true,
      onLeftOver: ({ key }: { readonly key: string }) => void swept.push(key.split('/').slice(2, 5).join('/')),
    };
    const all = await keysOf(account);
    expect(await sweepAccount(request, account.accountId)).toEqual({ count: 5, bytes: 20 });
    expect(await keysOf(account)).toEqual(all);
    expect(await sweepAccount({ ...request, isDryRun: false }, account.accountId)).toEqual({ count: 5, bytes: 20 });
    const half = swept.slice(5);
    expect(half.filter((key) => key.includes(id)).toSorted()).toEqual([`raw/${id}/1`, `table/${id}/1`]);
    expect((await keysOf(account)).map((key) => key.split('/').slice(2, 5).join('/'))).toEqual(
      [`archive/${id}/1`, `mail/${recipient}/${digest}`, `raw/${id}/2`, `raw/${id}/3`, `raw/${open}/1`].toSorted(),
    );
    expect(await keysOf(other)).toHaveLength(1);
  });
});

it('the job removes nothing from a store that another history of the database sweeps, until a person prunes', async () => {
  const account = await buildAccount(work.database);
  const store = createLocalStore(work.storeFolder);
  const { key } = await store.put(`acct/${account.accountId}/raw/${crypto.randomUUID()}/1/0`, Readable.from(['a']));
  const errors: unknown[] = [];
  const request = { ...options(30), onError: (error: unknown) => errors.push(String(error)) };
  const { key: expired } = await store.put(
    `acct/${account.accountId}/raw/${crypto.randomUUID()}/2/0`,
    Readable.from(['a']),
  );
  await work.database.withSystem((tx) =>
    sql`insert into expired_object (account_id, key, bytes) values (${account.accountId}, ${keyOf(expired)}, 1)`.execute(
      tx,
    ),
  );
  await store.put('sweep/owner', Readable.from(['epoch 17']));
  await pruneDueAccounts(request);
  expect(String(errors[0])).toContain('Another history of the database swept this store');
  expect([await store.head(key), await store.head(expired)]).not.toContain(null);
  for await (const _ of pruneInstallation({ ...options(30), account: null, isDryRun: false }));
  expect([await store.head(key), await store.head(expired)]).toEqual([null, null]);
  errors.length = 0;
  await pruneDueAccounts({ ...request, now: later(60) });
  expect(errors).toEqual([]);
});

it('the job prunes each account once a day, and sweeps its objects once a week', async () => {
  const account = await buildAccount(work.database);
  const START = Date.UTC(2026, 0, 10);
  const done = sql<{ pruned: number; swept: number }>`
    select extract(epoch from pruned)::float8 * 1000 as pruned, extract(epoch from swept)::float8 * 1000 as swept
    from account_pruning where account_id = ${account.accountId}`;
  const errors: unknown[] = [];
  const run = async (days: number): Promise<unknown> => {
    const now = () => START + days * DAY_MS;
    await pruneDueAccounts({ ...options(0), now, onError: (error) => errors.push(error) });
    const [row] = (await work.database.withSystem((tx) => done.execute(tx))).rows;
    return row && [(row.pruned - START) / DAY_MS, (row.swept - START) / DAY_MS];
  };
  expect(await run(0)).toEqual([0, 0]);
  expect(await run(0.5)).toEqual([0, 0]);
  expect(await run(2)).toEqual([2, 0]);
  expect(await run(8)).toEqual([8, 8]);
  expect(errors).toEqual([]);
});

describe('a wrong clock', () => {
  it('delays no later round by what it recorded', async () => {
    const account = await buildAccount(work.database);
    const recorded = async (): Promise<Date> => {
      const { rows } = await work.database.withSystem((tx) =>
        sql<{ pruned: Date }>`select pruned from account_pruning where account_id = ${account.accountId}`.execute(tx),
      );
      return rows[0]?.pruned ?? never();
    };
    const problems: unknown[] = [];
    const prune = (days: number) =>
      pruneDueAccounts({ ...options(days), onError: (error) => void problems.push(error) });
    await prune(4000);
    const wrong = await recorded();
    await prune(1);
    const right = await recorded();
    expect(right.getTime()).toBeLessThan(wrong.getTime());
    expect(problems).toEqual([]);
  });
});

describe('former versions of kept rows', () => {
  it('stay a week after they were replaced, and go then', async () => {
    const account = await buildAccount(work.database);
    const store = createLocalStore(work.storeFolder);
    const put = async (version: number): Promise<string> =>
      (
        await store.put(
          `acct/${account.accountId}/table/${crypto.randomUUID()}/${version}/state.parquet`,
          Readable.from(['rows']),
        )
      ).key;
    const [former, current] = [await put(1), await put(2)];
    for (const key of [former, current]) {
      const at = new Date(Date.now() - 300 * DAY_MS);
      utimesSync(join(work.storeFolder, key.split(';')[0] ?? ''), at, at);
    }
    const flow = await addFlow(work.database, account, { identity: 'kept' });
    await work.rows(
      account,
      sql`
      insert into table_state (account_id, table_name, version, state_key, columns, row_count, flow_id)
      values (${account.accountId}, 'orders', 1, ${former}, '[]', 1, ${flow})`,
    );
    await work.rows(account, sql`update table_state set version = 2, state_key = ${current}`);
    const prune = async (days: number) => {
      for await (const pruned of pruneInstallation({ ...options(days), account: account.urlName, isDryRun: false }))
        expect(pruned.account).toBe(account.urlName);
      return (await keysOf(account)).length;
    };
    expect(await prune(6)).toBe(2);
    expect(await prune(8)).toBe(1);
    expect((await keysOf(account))[0]).toBe(current.split(';')[0]);
  });
});

function never(): never {
  throw new Error('There is no row.');
}
