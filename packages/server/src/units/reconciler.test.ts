import { noFault } from '@switchboard/model/faults';
import { LIMITS } from '@switchboard/model/limits';
import type { Block, BlockKind } from '@switchboard/model/status/waiting';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildDownload } from '../../testing/build-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase, useQueue } from '../../testing/hooks/use-database.ts';
import { failUnit } from '../pipeline/attempts/fail-unit.ts';
import { UNIT_KINDS } from '../pipeline/state/unit-kinds.ts';
import { changeStatus } from '../pipeline/state/unit-status.ts';
import { expireLeases, type ReconcilerDeps, reconcile } from './reconciler.ts';
import { blockedBy, claimUnit, enterPhase } from './unit.ts';

const used = useDatabase();
const { database } = used;
const queue = useQueue(used);
const account = useAccount(used, {}, beforeEach);
const { rows: read } = account;

const deps = (): ReconcilerDeps => ({
  database,
  queue,
  kinds: UNIT_KINDS,
  fault: noFault,
  random: () => 0.5,
  failUnit,
  onError: () => {},
});

/** A download whose worker died in the middle of its work. */
async function deadDownload(worker = 'folder:dead'): Promise<string> {
  const id = await buildDownload(database, account, { reportDate: '2026-11-19' });
  await database.withAccount(account.accountId, async (tx) => {
    const unit = await claimUnit(tx, { accountId: account.accountId, unitId: id }, worker);
    if (!unit) throw new Error('not claimed');
    await enterPhase(tx, unit, 'download');
    await changeStatus(tx, 'download', unit, 'downloading');
  });
  return id;
}

const ENDED = sql`state = 'done', blocked_kind = null, blocked_by = null, lease_until = null, next_try = null`;

/** Every unit that a worker has been woken for. */
const wokenUnits = async (): Promise<string[]> => {
  const units: string[] = [];
  for (let job = await queue.take(); job !== null; job = await queue.take()) {
    units.push(job.unitId);
    await queue.done(job);
  }
  return units;
};

describe('the reconciler', () => {
  it('leaves a leased unit alone', async () => {
    await deadDownload();
    expect(await reconcile(deps())).toBe(0);
  });

  it('retries the units of a dead worker, records one event, and wakes a worker', {
    tags: 'proof:reconcile-dead-worker',
  }, async () => {
    const id = await deadDownload();
    await expireLeases(database, 'folder:');
    await Promise.all([reconcile(deps()), reconcile(deps())]);
    expect(await read(sql`select state, retry_count from unit where id = ${id}`)).toEqual([
      { state: 'waiting', retry_count: 1 },
    ]);
    expect(
      await read(
        sql`select code, message, will_retry, retry_count, retry_limit, severity from event where download_id = ${id}`,
      ),
    ).toEqual([
      {
        code: 'WORKER_STOPPED',
        message: 'Worker stopped responding during download. Will retry.',
        will_retry: true,
        retry_count: 1,
        retry_limit: 5,
        severity: 'warn',
      },
    ]);
    expect(await read(sql`select status from download where id = ${id}`)).toEqual([{ status: 'retrying' }]);
    expect(await wokenUnits()).toContain(id);
  });

  it('fails a unit permanently that kills every worker, with one final event', {
    tags: 'proof:reconcile-gives-up',
  }, async () => {
    const id = await deadDownload();
    await read(sql`update unit set retry_count = retry_limit - 1 where id = ${id}`);
    await expireLeases(database, 'folder:');
    await reconcile(deps());
    expect(await read(sql`select state from unit where id = ${id}`)).toEqual([{ state: 'done' }]);
    expect(await read(sql`select message, severity, will_retry from event where download_id = ${id}`)).toEqual([
      {
        message: 'Stopped after 5 attempts. Worker stopped responding during download.',
        severity: 'fatal',
        will_retry: false,
      },
    ]);
  });

  it('delays a unit longer after each worker that died with it', async () => {
    const id = await deadDownload('dying:1');
    const waits: number[] = [];
    for (let death = 1; death <= 3; death += 1) {
      await expireLeases(database, 'dying:');
      await reconcile(deps());
      const [row] = await read(
        sql<{ wait: number }>`select extract(epoch from next_try - now())::float8 as wait from unit where id = ${id}`,
      );
      waits.push(row?.wait ?? Number.NaN);
      await read(sql`update unit set next_try = now() where id = ${id}`);
      await database.withAccount(account.accountId, async (tx) => {
        const unit = await claimUnit(tx, { accountId: account.accountId, unitId: id }, 'dying:2');
        if (!unit) throw new Error('not claimed');
      });
    }
    const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = waits;
    expect(first).toBeLessThanOrEqual(0);
    expect(second).toBeGreaterThan(10);
    expect(third).toBeGreaterThan(1.5 * second);
  });

  it('expires only the leases of the named program', async () => {
    const id = await deadDownload('other:1');
    await expireLeases(database, 'folder:');
    expect(await reconcile(deps())).toBe(0);
    expect(await read(sql`select state from unit where id = ${id}`)).toEqual([{ state: 'running' }]);
  });

  it('wakes units whose job was lost', async () => {
    const id = await buildDownload(database, account);
    await read(sql`update unit set created = now() - interval '5 minutes' where id = ${id}`);
    expect(await reconcile(deps())).toBe(1);
    expect(await reconcile(deps())).toBe(0);
    expect(await wokenUnits()).toContain(id);
  });

  it('wakes units whose job was lost, however many others have waiting jobs', async () => {
    await database.withAccount(account.accountId, async (tx) => {
      await sql`
        insert into download (account_id, source, project, trigger, changelist_id)
        select ${account.accountId}, 'ads', 'ads', n::text, ${account.changelistId} from generate_series(1, 450) n
      `.execute(tx);
      await sql`
        insert into unit (account_id, id, kind, purpose, state, created, enqueued)
        select account_id, id, 'download', 'production', 'ready', now() - interval '1 hour', now() - interval '1 hour'
        from download
      `.execute(tx);
      const units = await sql<{ id: string }>`select id from unit`.execute(tx);
      await queue.wakeAdded(
        tx,
        units.rows.map(({ id }) => ({
          accountId: account.accountId,
          unitId: id,
          kind: 'download',
          purpose: 'production',
        })),
      );
    });
    const id = await buildDownload(database, account);
    await read(sql`update unit set created = now() - interval '5 minutes' where id = ${id}`);
    expect(await reconcile(deps())).toBe(1);
    expect(await wokenUnits()).toContain(id);
    await read(sql`update unit set state = 'done'`);
  });

  it('fails the flow of an upload that it fails permanently', async () => {
    const [flow] = await read(sql<{ id: string }>`
      insert into flow (account_id, changelist_id, purpose, identity, status)
      values (${account.accountId}, ${account.changelistId}, 'production', 'one', 'SINKING') returning id
    `);
    const [upload] = await read(sql<{ id: string }>`
      insert into upload (account_id, flow_id, name, project, purpose, status, destination, destination_type)
      values (${account.accountId}, ${flow?.id}, 'daily', 'ads', 'production', 'uploading', 'file', 'file') returning id
    `);
    await read(sql`
      insert into unit (account_id, id, kind, purpose, state, retry_count, lease_until, phase)
      values (${account.accountId}, ${upload?.id}, 'upload', 'production', 'running', 5, now() - interval '1 second', 'upload')
    `);
    await reconcile(deps());
    expect(await read(sql`select status from upload`)).toEqual([{ status: 'failed' }]);
    expect(await read(sql`select status, finished is not null as over from flow`)).toEqual([
      { status: 'ERROR', over: true },
    ]);
  });

  it('releases units that were blocked just as their key or source became active', async () => {
    const held = async (source: string, kind: BlockKind, name: string): Promise<string> => {
      const id = await buildDownload(database, account, { source });
      await read(sql`
        update unit set state = 'held', blocked_kind = ${kind}, blocked_by = ${name} where id = ${id}`);
      return id;
    };
    await read(sql`insert into key (account_id, name, type, status) values
      (${account.accountId}, 'fixed', 'http', 'active'), (${account.accountId}, 'refused', 'http', 'suspended')`);
    await read(sql`insert into download_declaration (account_id, name, project, connector, key_id, status, scheduled_through) values
      (${account.accountId}, 'a', 'ads', 'http', (select id from key where name = 'fixed'), 'active', now()),
      (${account.accountId}, 'b', 'ads', 'http', (select id from key where name = 'refused'), 'active', now()),
      (${account.accountId}, 'c', 'ads', 'http', null, 'suspended', now()),
      (${account.accountId}, 'd', 'ads', 'http', null, 'active', now())`);
    const freed = [
      await held('a', 'key', 'fixed'),
      await held('d', 'source', 'd'),
      // The current script names another key.
      await held('a', 'key', 'refused'),
    ];
    const blocked = [await held('b', 'key', 'refused'), await held('c', 'source', 'c'), await held('d', 'files', 'd')];
    expect(await reconcile(deps())).toBe(freed.length);
    const states = await read(sql<{ id: string; state: string }>`select id, state from unit`);
    const inState = (state: string): string[] => states.flatMap((row) => (row.state === state ? [row.id] : [])).sort();
    expect(inState('ready')).toEqual(freed.sort());
    expect(inState('held')).toEqual(blocked.sort());
    expect(await wokenUnits()).toEqual(expect.arrayContaining(freed));
    expect(await reconcile(deps())).toBe(0);
  });

  it('releases the units of an account once it is active again', {
    tags: 'proof:reconcile-account-activated',
  }, async () => {
    const id = await buildDownload(database, account);
    await read(sql`update unit set state = 'held', blocked_kind = 'account', blocked_by = null where id = ${id}`);
    const setAccount = (status: string): Promise<unknown> =>
      database.withSystem((tx) =>
        sql`update account set status = ${status} where id = ${account.accountId}`.execute(tx),
      );
    await setAccount('deactivated');
    expect(await reconcile(deps())).toBe(0);
    await setAccount('active');
    expect(await reconcile(deps())).toBe(1);
    expect(await read(sql`select state, blocked_by from unit`)).toEqual([{ state: 'ready', blocked_by: null }]);
    expect(await wokenUnits()).toContain(id);
  });

  describe('slots that were not released', () => {
    // The slots of all accounts are released, those of earlier tests too.
    beforeEach(async () => {
      await database.withSystem((tx) => sql`update unit set ${ENDED}`.execute(tx));
      await read(sql`insert into key (account_id, name, type) values
        (${account.accountId}, 'one', 'http'), (${account.accountId}, 'two', 'http')`);
    });

    /** Downloads of a source that wait for this slot. */
    async function waitFor(slot: Block, count: number, source = 'keyed'): Promise<string[]> {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) ids.push(await buildDownload(database, account, { source }));
      await read(sql`update unit set state = 'held', ${blockedBy(slot)} where id = any(${ids}::uuid[])`);
      return ids;
    }

    async function run(count: number, source: string): Promise<void> {
      for (let index = 0; index < count; index += 1) {
        const unitId = await buildDownload(database, account, { source });
        await database.withAccount(account.accountId, (tx) =>
          claimUnit(tx, { accountId: account.accountId, unitId }, 'w'),
        );
      }
    }

    const declare = (key: string | null): Promise<unknown> =>
      read(sql`
        insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
        values (${account.accountId}, 'keyed', 'ads', 'http', (select id from key where name = ${key}), now()), (${account.accountId}, 'free', 'ads', 'http', null, now())
      `);

    const held = (): Promise<unknown> =>
      read(
        sql`select concat_ws(' ', blocked_kind, blocked_by) as blocked, count(*)::int as units from unit where state = 'held' group by 1 order by 1`,
      );

    it('releases slots to as many units as there are free slots, the oldest first', async () => {
      await declare('one');
      const waiting = await waitFor({ kind: 'key_slot', name: 'one' }, 7);
      await run(1, 'keyed');
      expect(await reconcile(deps())).toBe(LIMITS.runningPerKey - 1);
      expect((await wokenUnits()).sort()).toEqual(waiting.slice(0, LIMITS.runningPerKey - 1).sort());
      expect(await held()).toEqual([{ blocked: 'key_slot one', units: 8 - LIMITS.runningPerKey }]);
    });

    it('releases slots to no unit while no slot is free', async () => {
      await declare('one');
      await waitFor({ kind: 'key_slot', name: 'one' }, 3);
      await run(LIMITS.runningPerKey, 'keyed');
      expect(await reconcile(deps())).toBe(0);
      expect(await held()).toEqual([{ blocked: 'key_slot one', units: 3 }]);
    });

    it('releases slots to as many units of the account as it may still run', async () => {
      await declare(null);
      const waiting = await waitFor({ kind: 'account_slot', name: null }, 3, 'free');
      await run(LIMITS.runningPerAccount - 2, 'free');
      expect(await reconcile(deps())).toBe(2);
      expect((await wokenUnits()).sort()).toEqual(waiting.slice(0, 2).sort());
    });

    it('releases slots that a raised limit of the account adds, without a restart', async () => {
      const limit = (running: number | null): Promise<unknown> =>
        database.withSystem((tx) =>
          sql`update account set running_limit = ${running} where id = ${account.accountId}`.execute(tx),
        );
      await declare(null);
      try {
        await limit(2);
        const waiting = await waitFor({ kind: 'account_slot', name: null }, 4, 'free');
        await run(2, 'free');
        expect(await reconcile(deps())).toBe(0);
        await limit(5);
        expect(await reconcile(deps())).toBe(3);
        expect((await wokenUnits()).sort()).toEqual(waiting.slice(0, 3).sort());
      } finally {
        await limit(null);
      }
    });

    it('releases slots of the key that the current script names', async () => {
      await declare('two');
      await waitFor({ kind: 'key_slot', name: 'one' }, 6);
      await run(LIMITS.runningPerKey - 1, 'keyed');
      expect(await reconcile(deps())).toBe(1);
      expect(await held()).toEqual([{ blocked: 'key_slot two', units: 5 }]);
    });

    it('releases slots of the account when the current script names no key', async () => {
      await declare(null);
      await waitFor({ kind: 'key_slot', name: 'one' }, 6);
      await run(LIMITS.runningPerAccount - 1, 'free');
      expect(await reconcile(deps())).toBe(1);
      expect(await held()).toEqual([{ blocked: 'account_slot', units: 5 }]);
    });
  });
});
