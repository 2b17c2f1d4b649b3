import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildDownload } from '../../testing/build-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { IDLE_QUEUE } from '../../testing/idle-queue.ts';
import type { Tx } from '../db/database.ts';
import { UNIT_KINDS } from '../pipeline/state/unit-kinds.ts';
import { setDefaultQuota } from '../queue/default-quota.ts';
import { releaseSlots, type TakenUnit, takeUnit } from './take-unit.ts';
import { finishUnit } from './unit.ts';

/** An account whose sources x and y use the key `one`, z the key `two`, and free none. */

const { database } = useDatabase();
const account = useAccount({ database }, {}, beforeEach);
const { rows: run } = account;

beforeEach(async () => {
  await run(sql`insert into key (account_id, name, type) values
    (${account.accountId}, 'one', 'http'), (${account.accountId}, 'two', 'http')`);
  await run(sql`insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
    select ${account.accountId}, s.name, 'ads', 'http', (select id from key where name = s.key), now()
    from (values ('x', 'one'), ('y', 'one'), ('z', 'two'), ('free', null)) s(name, key)`);
});

/** Creates the given number of units of a source, the first the oldest. */
async function units(source: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await buildDownload(database, account, { source }));
  return ids;
}

const take = (unitId: string | undefined): Promise<TakenUnit | null> =>
  database.withAccount(account.accountId, (tx) =>
    takeUnit(tx, UNIT_KINDS, { accountId: account.accountId, unitId: unitId ?? '' }, 'w'),
  );

/** Ends a unit, and gives its turns to those that wait for them. */
const end = (unit: TakenUnit): Promise<void> =>
  database.withAccount(account.accountId, async (tx) => {
    await finishUnit(tx, unit);
    await releaseSlots(tx, { queue: IDLE_QUEUE, kinds: UNIT_KINDS }, unit);
  });

async function takeAll(ids: readonly string[]): Promise<TakenUnit[]> {
  const taken: TakenUnit[] = [];
  for (const id of ids) {
    const unit = await take(id);
    if (unit) taken.push(unit);
  }
  return taken;
}

const suspend = (source: string): Promise<unknown> =>
  run(sql`update download_declaration set status = 'suspended' where name = ${source}`);

/** The units of a source, counted by what blocks them or by their state. */
const countByState = async (source: string): Promise<Record<string, number>> => {
  const rows = await run(sql<{ how: string; units: number }>`
    select coalesce(nullif(concat_ws(' ', u.blocked_kind, u.blocked_by), ''), u.state) as how, count(*)::int as units
    from unit u join download d on d.account_id = u.account_id and d.id = u.id where d.source = ${source} group by 1
  `);
  return Object.fromEntries(rows.map(({ how, units: count }) => [how, count]));
};

describe('a slot that its unit cannot use', () => {
  test('goes to the next unit that can use it, past those that are blocked by something else', {
    tags: 'proof:key-slot-passed-on',
  }, async () => {
    const running = await takeAll(await units('y', LIMITS.runningPerKey));
    const suspended = await units('x', 120);
    const [healthy] = await units('y', 1);
    await takeAll([...suspended, healthy ?? '']);
    expect(await countByState('x')).toEqual({ 'key_slot one': 120 });
    await suspend('x');
    if (running[0]) await end(running[0]);
    expect(await take(suspended[0])).toMatchObject({ unitId: healthy, attempt: 1, keyName: 'one' });
    expect(await countByState('x')).toEqual({ 'source x': 120 });
    expect(await countByState('y')).toEqual({ done: 1, running: LIMITS.runningPerKey });
  });

  test('a slot that its unit cannot use is released by several units at once, each time to another unit', async () => {
    const running = await takeAll(await units('y', LIMITS.runningPerKey));
    const suspended = await units('x', 4);
    const healthy = await units('y', 6);
    await takeAll([...suspended, ...healthy]);
    for (const unit of running) await end(unit);
    expect(await countByState('x')).toEqual({ ready: 4 });
    await suspend('x');
    const taken = await Promise.all(suspended.map(take));
    expect(taken.map((unit) => unit?.unitId).sort()).toEqual(healthy.slice(0, 4).sort());
    expect(await countByState('y')).toEqual({ done: 4, running: 4, 'key_slot one': 2 });
  });

  test('leaves waiting units blocked when no slot is free', async () => {
    await takeAll(await units('y', LIMITS.runningPerKey));
    await takeAll(await units('y', 3));
    const [blocked] = await units('x', 1);
    await suspend('x');
    expect(await take(blocked)).toBeNull();
    expect(await countByState('y')).toEqual({ running: LIMITS.runningPerKey, 'key_slot one': 3 });
  });

  test('goes to waiting units by purpose, then by age', async () => {
    await takeAll(await units('y', LIMITS.runningPerKey - 1));
    const [older, newer] = await units('y', 2);
    const [blocked] = await units('x', 1);
    await run(
      sql`update unit set state = 'held', blocked_kind = 'key_slot', blocked_by = 'one' where id in (${older}, ${newer})`,
    );
    await run(sql`update unit set purpose = 'backfill' where id = ${older}`);
    await suspend('x');
    expect(await take(blocked)).toMatchObject({ unitId: newer });
  });
});

describe('a slot of the account', () => {
  /** Fills the account up to one place, with all of key one. */
  async function fill(): Promise<TakenUnit[]> {
    const keyed = await takeAll(await units('y', LIMITS.runningPerKey));
    await takeAll(await units('free', LIMITS.runningPerAccount - LIMITS.runningPerKey - 1));
    return keyed;
  }

  test('goes to the next unit when the key of the first has no free slot', async () => {
    await fill();
    const keyed = await units('y', 3);
    const [other] = await units('free', 1);
    await run(sql`
      update unit set state = 'held', blocked_kind = 'account_slot', blocked_by = null where id = any(${[...keyed.slice(1), other]}::uuid[])
    `);
    expect(await take(keyed[0])).toMatchObject({ unitId: other, keyName: null });
    expect(await countByState('y')).toEqual({ running: LIMITS.runningPerKey, 'key_slot one': 3 });
  });

  test('a slot of the account is waited for by one of the units that wait for a key slot, not by all of them', async () => {
    const [first] = await fill();
    await takeAll(await units('free', 1));
    const waiting = await units('y', 3);
    await takeAll(waiting);
    // The place that it leaves in the account is taken by another before its own is.
    if (first) await end(first);
    await takeAll(await units('free', 1));
    expect(await take(waiting[0])).toBeNull();
    expect(await countByState('y')).toEqual({
      done: 1,
      running: LIMITS.runningPerKey - 1,
      account_slot: 1,
      'key_slot one': 2,
    });
  });

  test('a slot of the account that a unit with a suspended key cannot use goes to units of other keys', async () => {
    await takeAll(await units('free', LIMITS.runningPerAccount - 1));
    const [blocked] = await units('x', 1);
    const [other] = await units('z', 1);
    await run(
      sql`update unit set state = 'held', blocked_kind = 'account_slot', blocked_by = null where id = ${other}`,
    );
    await run(sql`update key set status = 'suspended' where name = 'one'`);
    expect(await take(blocked)).toMatchObject({ unitId: other, keyName: 'two' });
    expect(await countByState('x')).toEqual({ 'key one': 1 });
  });
});

describe('a unit that ends', () => {
  test('frees its slot for units of the key that a later script names', async () => {
    const [running] = await takeAll(await units('y', 1));
    await run(sql`update download_declaration set key_id = (select id from key where name = 'two') where name = 'y'`);
    const [old, renamed] = [await units('x', 1), await units('z', 1)];
    await run(sql`update unit set state = 'held', blocked_kind = 'key_slot', blocked_by = 'one' where id = ${old[0]}`);
    await run(
      sql`update unit set state = 'held', blocked_kind = 'key_slot', blocked_by = 'two' where id = ${renamed[0]}`,
    );
    if (running) await end(running);
    expect([await countByState('y'), await countByState('x'), await countByState('z')]).toEqual([
      { done: 1 },
      { ready: 1 },
      { ready: 1 },
    ]);
  });

  test('frees its slot for a unit that is being blocked at the same moment', async () => {
    const [running] = await takeAll(await units('y', LIMITS.runningPerKey));
    const [late] = await units('y', 1);
    if (!running || !late) throw new Error('There are no units.');
    const { ending } = await database.withAccount(account.accountId, async (tx) => {
      expect(await takeUnit(tx, UNIT_KINDS, { accountId: account.accountId, unitId: late }, 'w')).toBeNull();
      // The blocked unit becomes visible when this commits.
      const ends = end(running);
      await Promise.race([ends, expect.poll(() => waitingForLocks(tx)).toBe(1)]);
      return { ending: ends };
    });
    await ending;
    expect(await countByState('y')).toEqual({ done: 1, running: LIMITS.runningPerKey - 1, ready: 1 });
  });
});

async function waitingForLocks(tx: Tx): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where not granted and locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
  `.execute(tx);
  return found.rows[0]?.count ?? 0;
}

describe('a limit of an account', () => {
  test('replaces the default of the installation, for the account and for each of its keys', {
    tags: 'proof:queue-quota',
  }, async () => {
    await database.withSystem((tx) =>
      sql`update account set running_limit = 3, key_running_limit = 2 where id = ${account.accountId}`.execute(tx),
    );
    await takeAll([...(await units('y', 3)), ...(await units('free', 2))]);
    expect(await countByState('y')).toEqual({ running: 2, 'key_slot one': 1 });
    expect(await countByState('free')).toEqual({ running: 1, account_slot: 1 });
  });

  test('gives way to the stored default where the account has none', async () => {
    await setDefaultQuota(database, { account: 2, key: 1 });
    try {
      await takeAll([...(await units('y', 2)), ...(await units('free', 2))]);
      expect(await countByState('y')).toEqual({ running: 1, 'key_slot one': 1 });
      expect(await countByState('free')).toEqual({ running: 1, account_slot: 1 });
    } finally {
      await setDefaultQuota(database, { account: LIMITS.runningPerAccount, key: LIMITS.runningPerKey });
    }
  });
});
