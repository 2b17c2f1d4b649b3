import type { Purpose } from '@switchboard/model/status/status';
import { describe, expect, it } from 'vitest';
import { type BuiltAccount, buildDownload } from '../../testing/build-account.ts';
import { useAccount } from '../../testing/hooks/use-account.ts';
import { useDatabase, useQueue } from '../../testing/hooks/use-database.ts';
import { connect } from '../db/connect.ts';
import { openSignals } from '../db/signals.ts';
import { claimUnit, postponeUnit } from '../units/unit.ts';
import { priorityOf } from './queue.ts';

const used = useDatabase();
const { database } = used;
const queue = useQueue(used);
const account = useAccount(used);

const wake = (unitId: string, of: BuiltAccount = account, purpose: Purpose = 'production'): Promise<void> =>
  database.withAccount(of.accountId, (tx) =>
    queue.wake(tx, { accountId: of.accountId, unitId, purpose, kind: 'download' }),
  );

/** Takes and completes everything there is, in order. */
async function takeAll(): Promise<string[]> {
  const units: string[] = [];
  for (let job = await queue.take(); job !== null; job = await queue.take()) {
    units.push(job.unitId);
    await queue.done(job);
  }
  return units;
}

describe('the queue', () => {
  it('wakes no unit when the transaction is rolled back', async () => {
    const id = await buildDownload(database, account);
    await expect(
      database.withAccount(account.accountId, async (tx) => {
        await queue.wake(tx, { accountId: account.accountId, unitId: id, purpose: 'production', kind: 'download' });
        throw new Error('crash');
      }),
    ).rejects.toThrow('crash');
    expect(await takeAll()).toEqual([]);
  });

  it('takes production before backfills, and these before tests that no person waits for', async () => {
    const [test, fill, live] = await Promise.all([1, 2, 3].map(() => buildDownload(database, account)));
    await wake(test ?? '', account, 'proof');
    await wake(fill ?? '', account, 'backfill');
    await wake(live ?? '');
    expect(await takeAll()).toEqual([live, fill, test]);
  });

  it('keeps one waiting job per unit, however often it is woken', async () => {
    const id = await buildDownload(database, account);
    await wake(id);
    await wake(id);
    expect(await takeAll()).toEqual([id]);
    await wake(id);
    expect(await takeAll()).toEqual([id]);
  });

  it('hands out many jobs at once, each to one taker', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 30; count += 1) ids.push(await buildDownload(database, account));
    await database.withAccount(account.accountId, (tx) =>
      queue.wakeAdded(
        tx,
        ids.map((unitId, index) => ({
          accountId: account.accountId,
          unitId,
          purpose: index % 2 === 0 ? 'proof' : 'production',
          kind: 'download',
        })),
      ),
    );
    const taken = await Promise.all(Array.from({ length: 6 }, () => queue.takeSome(5)));
    expect(taken.flatMap((jobs) => jobs.map((job) => job.unitId)).sort()).toEqual(ids.toSorted());
    expect(new Set(taken.map((jobs) => jobs.length))).toEqual(new Set([5]));
  });

  it('brings a postponed job forward when its unit is woken immediately', async () => {
    const id = await buildDownload(database, account);
    const unit = { accountId: account.accountId, unitId: id, purpose: 'production', kind: 'download' } as const;
    await database.withAccount(account.accountId, (tx) => queue.wake(tx, unit, 60_000));
    expect(await takeAll()).toEqual([]);
    await database.withAccount(account.accountId, (tx) => queue.wake(tx, unit));
    expect(await takeAll()).toEqual([id]);
  });

  it('takes uploads before downloads', async () => {
    const [download, upload] = [await buildDownload(database, account), await buildDownload(database, account)];
    await wake(download);
    await database.withAccount(account.accountId, (tx) =>
      queue.wake(tx, { accountId: account.accountId, unitId: upload, purpose: 'production', kind: 'upload' }),
    );
    expect(await takeAll()).toEqual([upload, download]);
  });

  it('orders by kind, then report date, and lets what has waited longer go first in the end', {
    tags: 'proof:queue-priority',
  }, () => {
    const unit = { accountId: 'a', unitId: 'u', purpose: 'production', kind: 'download' } as const;
    const now = Date.parse('2026-11-21T12:00:00Z');
    const ranked = [
      { ...unit, kind: 'upload', reportDate: '2020-01-01' } as const,
      { ...unit, kind: 'flow' } as const,
      { ...unit, reportDate: null },
      { ...unit, reportDate: '2026-11-20' },
      { ...unit, reportDate: '2026-11-01' },
    ];
    const priorities = ranked.map((each) => priorityOf(each, now));
    expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
    // What has no date ranks as the newest.
    expect(new Set(priorities).size).toBe(ranked.length);
    const oldest = priorityOf({ ...unit, reportDate: '2020-01-01' }, now);
    expect(priorityOf({ ...unit, kind: 'upload' }, now + 7 * 86_400_000)).toBeGreaterThan(oldest);
    expect(priorityOf({ ...unit, kind: 'upload' }, now + 40 * 86_400_000)).toBeLessThan(oldest);
  });

  it('holds a postponed job until its unit may be claimed', async () => {
    const id = await buildDownload(database, account);
    const ref = { accountId: account.accountId, unitId: id };
    await database.withAccount(account.accountId, async (tx) => {
      await claimUnit(tx, ref, 'w');
      await postponeUnit(tx, ref, 700, true);
      await queue.wake(tx, { ...ref, purpose: 'production', kind: 'download' }, 700);
    });
    expect(await takeAll()).toEqual([]);
    await expect.poll(() => takeAll()).toEqual([id]);
    const unit = await database.withAccount(account.accountId, (tx) => claimUnit(tx, ref, 'w'));
    expect(unit).toMatchObject({ attempt: 2 });
  });

  it('notifies listeners immediately, also after its connection was lost', async () => {
    const signals = await openSignals(used.url, 'switchboard_units');
    const heard: string[] = [];
    const stop = signals.listen((message) => heard.push(message));
    await wake(await buildDownload(database, account));
    await expect.poll(() => heard.length).toBe(1);
    const admin = await connect(used.url);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'switchboard-signals' and datname = current_database()`,
    );
    await expect
      .poll(async () => {
        await admin.query(`select pg_notify('switchboard_units', 'again')`);
        return heard.includes('again');
      })
      .toBe(true);
    await admin.end();
    await stop();
    await signals.close();
  });
});
