import { once } from 'node:events';
import { openUnitQueue } from '@switchboard/server/open-unit-queue';
import type { WokenUnit } from '@switchboard/server/queue';
import { openSignals } from '@switchboard/server/signals';
import type { UnitRef } from '@switchboard/server/unit-ref';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { WorkDatabase } from '../work-database.ts';

export const ENQUEUED_AT_ONCE = 1_000;

/** A queue, by what every worker needs of it. Jobs are named by the unit that they stand for. */
export type Contestant = {
  readonly name: string;
  enqueue(units: readonly UnitRef[]): Promise<void>;
  /** Takes jobs permanently, whatever that needs. */
  take(most: number): Promise<readonly string[]>;
  /** Calls back when an idle worker should poll. */
  listen(onWake: () => void): Promise<() => Promise<void>>;
  stop(): Promise<void>;
};

/** The limit: what PostgreSQL does when nothing else is asked of it. */
export async function rawQueue({ pool, url }: WorkDatabase): Promise<Contestant> {
  await pool.query(
    `create table raw_job (id bigint generated always as identity primary key, unit uuid not null, priority integer not null)`,
  );
  await pool.query('create index raw_order on raw_job (priority desc, id)');
  return {
    name: 'raw',
    async enqueue(units) {
      await pool.query(
        `with added as (insert into raw_job (unit, priority) select unnest($1::uuid[]), 0)
         select pg_notify('raw_jobs', 'wake')`,
        [units.map(({ unitId }) => unitId)],
      );
    },
    async take(most) {
      const taken = await pool.query<{ unit: string }>({
        name: 'take',
        text: `delete from raw_job where id = any (array(
          select id from raw_job order by priority desc, id limit $1 for update skip locked)) returning unit`,
        values: [most],
      });
      return taken.rows.map(({ unit }) => unit);
    },
    async listen(onWake) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      client.on('notification', onWake);
      await client.query('listen raw_jobs');
      return () => client.end();
    },
    stop: () => Promise.resolve(),
  };
}

/** The peer, as it comes. It polls for jobs every half a second, its shortest time. */
export async function pgBossQueue({ url }: WorkDatabase): Promise<Contestant> {
  const boss = new PgBoss({ connectionString: url, max: 12, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('unit');
  return {
    name: 'pg-boss',
    async enqueue(units) {
      await boss.insert(
        'unit',
        units.map((unit) => ({ data: unit })),
      );
    },
    async take(most) {
      const jobs = await boss.fetch<UnitRef>('unit', { batchSize: most });
      if (jobs.length > 0)
        await boss.complete(
          'unit',
          jobs.map(({ id }) => id),
        );
      return jobs.map(({ data }) => data.unitId);
    },
    async listen(onWake) {
      const timer = setInterval(onWake, 500);
      return async () => clearInterval(timer);
    },
    async stop() {
      const stopped = once(boss, 'stopped');
      await boss.stop({ graceful: false });
      await Promise.race([stopped, new Promise((done) => setTimeout(done, 1_000).unref())]);
    },
  };
}

/** Ours: many jobs as those of units just added; a single one for a unit in the ledger, which notes that it was woken. */
export async function ourQueue({ url, database }: WorkDatabase): Promise<Contestant> {
  const queue = openUnitQueue({ url, onError: () => undefined });
  const signals = await openSignals(url, 'switchboard_units');
  return {
    name: 'ours',
    async enqueue(units) {
      const woken = units.map((unit): WokenUnit => ({ ...unit, purpose: 'production', kind: 'download' }));
      const [only] = woken;
      await database.prepared.withSystem((tx) =>
        woken.length === 1 && only ? queue.wake(tx, only) : queue.wakeAdded(tx, woken),
      );
    },
    take: async (most) => (await queue.takeSome(most)).map(({ unitId }) => unitId),
    listen: async (onWake) => signals.listen(onWake),
    async stop() {
      await signals.close();
      await queue.stop();
    },
  };
}
