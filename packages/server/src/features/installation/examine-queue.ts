import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { explainUnits, listUnits, nameUnit, WAITS_SINCE } from './list-units.ts';
import { type DoctorFinding, type DoctorItem, finding, isoTime, MAX_ITEMS } from './report.ts';

const PURPOSES: readonly Purpose[] = ['production', 'backfill', 'proof'];

/** Compares the queue with the units: units without a job, and jobs without a unit. */
export async function examineQueue(tx: Tx): Promise<readonly DoctorFinding[]> {
  const oldest = await oldestByPurpose(tx);
  const there = await sql<{ there: boolean }>`select to_regclass('queue.job') is not null as there`.execute(tx);
  if (there.rows[0]?.there !== true) {
    const item = { account: null, what: 'queue', why: 'it has never been started', since: null, todo: null };
    const todo = 'Start Switchboard once on this database.';
    return [oldest, finding({ check: 'queue', title: 'The queue is missing', level: 'notice', todo }, 1, [item])];
  }
  return [oldest, await unitsWithoutJob(tx), await jobsWithoutUnit(tx)];
}

async function oldestByPurpose(tx: Tx): Promise<DoctorFinding> {
  const items: DoctorItem[] = [];
  for (const purpose of PURPOSES) {
    const [unit] = await listUnits(tx, sql`u.state = 'ready' and u.purpose = ${purpose}`);
    if (!unit) continue;
    const why = `the oldest of ${unit.total} that could start`;
    items.push({ account: unit.account, what: nameUnit(unit), why, since: isoTime(unit.since), todo: null });
  }
  return finding(
    { check: 'oldest', title: 'Oldest queued of each purpose', level: 'notice', todo: null },
    items.length,
    items,
  );
}

async function unitsWithoutJob(tx: Tx): Promise<DoctorFinding> {
  const units = await listUnits(
    tx,
    sql`u.state = 'ready' and ${WAITS_SINCE} < now() - interval '2 minutes' and not exists (
      select from queue.job j where j.unit_id = u.id)`,
  );
  const todo = 'The scheduler gives each a new job within a minute: start a process with the role scheduler.';
  return finding(
    { check: 'units_without_job', title: 'Units that no job will wake', todo },
    units[0]?.total ?? 0,
    await explainUnits(tx, units),
  );
}

type Job = { readonly unit: string; readonly due: Date; readonly total: number };

async function jobsWithoutUnit(tx: Tx): Promise<DoctorFinding> {
  const found = await sql<Job>`
    select j.unit_id as unit, j.due, count(*) over ()::int as total
    from queue.job j
    where not exists (select from unit u where u.account_id = j.account_id and u.id = j.unit_id and u.state <> 'done')
    order by j.made limit ${MAX_ITEMS}
  `.execute(tx);
  const items = found.rows.map((job) => ({
    account: null,
    what: 'job',
    why: `its unit ${job.unit} is over or gone`,
    since: isoTime(job.due),
    todo: null,
  }));
  return finding(
    {
      check: 'jobs_without_unit',
      title: 'Jobs without a unit',
      level: 'notice',
      todo: 'They do no harm: a worker that takes one finds nothing to do and deletes it.',
    },
    found.rows[0]?.total ?? 0,
    items,
  );
}
