import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { scopeOf } from '../../pipeline/backfills/plan-backfill.ts';
import type { RunFigures, RunHistory } from './estimate-backfill.ts';

/** Runs of a name that are read, the newest by their end. The cost is bounded by the names, not by the history. */
const NEWEST_RUNS = 20;

type FiguresRow = RunFigures & { readonly name: string };

const byName = (rows: readonly FiguresRow[]): ReadonlyMap<string, RunFigures> =>
  new Map(rows.map(({ name, seconds, rows: delivered }) => [name, { seconds, rows: delivered }]));

/** Reads figures of the newest completed runs of these uploads and of their downloads. Test runs do not count. */
export async function runHistory(
  tx: Tx,
  accountId: string,
  plan: Plan,
  uploads: readonly string[],
): Promise<RunHistory> {
  const sources = [...scopeOf(plan, uploads).sources.keys()];
  const downloads = await sql<FiguresRow>`
    select wanted.name, run.seconds, null::float8 as rows
    from unnest(${sources}::text[]) as wanted (name)
    cross join lateral (
      select percentile_cont(0.5) within group (order by extract(epoch from newest.finished - newest.started)) as seconds
      from (
        select d.started, d.finished, d.status, d.purpose from download d
        where d.account_id = ${accountId}::uuid and d.source = wanted.name and d.finished is not null
        order by d.finished desc nulls last, d.id desc limit ${NEWEST_RUNS}
      ) newest
      where newest.status = 'completed' and newest.purpose <> 'proof' and newest.started is not null
    ) run
    where run.seconds is not null
  `.execute(tx);
  const made = await sql<FiguresRow>`
    select wanted.name, run.seconds, run.rows
    from unnest(${[...uploads]}::text[]) as wanted (name)
    cross join lateral (
      select percentile_cont(0.5) within group (order by extract(epoch from newest.finished - f.started)) as seconds,
        percentile_cont(0.5) within group (order by newest.row_count::float8) as rows
      from (
        select u.flow_id, u.finished, u.status, u.purpose, u.row_count from upload u
        where u.account_id = ${accountId}::uuid and u.name = wanted.name and u.finished is not null
        order by u.finished desc nulls last, u.id desc limit ${NEWEST_RUNS}
      ) newest
      join flow f on f.account_id = ${accountId}::uuid and f.id = newest.flow_id
      where newest.status = 'completed' and newest.purpose <> 'proof' and f.started is not null
    ) run
    where run.seconds is not null
  `.execute(tx);
  return { downloads: byName(downloads.rows), uploads: byName(made.rows) };
}
