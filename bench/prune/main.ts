import { buildAccount } from '@switchboard/server/testing';
import { sql } from 'kysely';
import { createGoals, load, spread, timed } from '../measure.ts';
import { readOptions } from '../options.ts';
import { startWorkDatabase } from '../work-database.ts';
import { fillArchive, fillVersions } from './fill.ts';
import { watchLocks } from './watch-locks.ts';

/**
 * Prunes millions of archived runs by month beside an account that works and whose downloads are listed; then archives live runs that
 * newer versions replaced.
 */
const SECONDS = 5;
const LOCK_MS = 100;

const { units, months, versions } = readOptions({ units: 10_000_000, months: 12, versions: 5_000 });
const goals = createGoals();
const work = await startWorkDatabase('prune');
try {
  const account = await buildAccount(work.database);
  const filled = await timed(() => fillArchive(work.pool, account.accountId, { units, months }));
  await fillVersions(work.pool, account, versions);
  console.log(
    `${units} archived units of ${months} months, ${filled.value} GB, in ${(filled.ms / 1000).toFixed(0)} s; ${load()}`,
  );

  const list = () =>
    work.database.withAccount(account.accountId, (tx) =>
      sql`select id, source, status from download order by created desc, id desc limit 20`.execute(tx),
    );
  const write = () =>
    work.database.withAccount(account.accountId, (tx) =>
      sql`update download set progress = '{"percent": 1}' where id = (select id from download order by created desc limit 1)`.execute(
        tx,
      ),
    );
  const idle = await watchLocks(work.url, [list, write], () => new Promise<void>((done) => setTimeout(done, 5_000)));
  const { rows } = await work.database.withSystem((tx) =>
    sql<{ month: string }>`select month::text as month from expired_archive_months() month`.execute(tx),
  );
  const pruned = await watchLocks(work.url, [list, write], async () => {
    for (const { month } of rows)
      await work.database.withSystem((tx) => sql`select drop_archive_month(${month}::date)`.execute(tx));
  });
  console.log(`dropped ${rows.length} months in ${(pruned.ms / 1000).toFixed(2)} s; ${load()}`);
  console.log(`a list and a change of a run meanwhile: ${spread(pruned.times)}; before: ${spread(idle.times)}`);
  console.log(`longest wait for a lock, sampled ${pruned.samples} times: ${pruned.longestWaitMs.toFixed(1)} ms`);
  goals.check(rows.length === months, `all ${months} months are dropped`);
  goals.check(pruned.ms <= SECONDS * 1000, `${units} units are pruned within ${SECONDS} s`);
  goals.check(pruned.longestWaitMs <= LOCK_MS, `no session waits for a lock longer than ${LOCK_MS} ms`);

  let moved = 0;
  const archived = await watchLocks(work.url, [list, write], async () => {
    for (let count = 1; count > 0; moved += count) {
      const { rows: counts } = await work.database.withSystem((tx) =>
        sql<{ count: number }>`select archive_units(${account.accountId}::uuid, now(), 400, 200) as count`.execute(tx),
      );
      count = counts[0]?.count ?? 0;
    }
  });
  console.log(`archived ${moved} live units, ${(moved / (archived.ms / 1000)).toFixed(0)} a second; ${load()}`);
  console.log(`a list and a change of a run meanwhile: ${spread(archived.times)}`);
  goals.check(archived.longestWaitMs <= LOCK_MS, `archiving: no session waits for a lock longer than ${LOCK_MS} ms`);
} finally {
  await work.stop();
}
goals.end();
