import type { DayRun } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { DaysOf } from './queries.ts';

export type DayOfRuns = DayRun & { readonly running: boolean };
/** By name of the declaration, and by day, yyyy-MM-dd. */
export type RunsOfDays = ReadonlyMap<string, ReadonlyMap<string, DayOfRuns>>;
type DayOfName = { readonly name: string; readonly day: string };

const RUNS = {
  download: {
    name: sql.ref('t.source'),
    dirty: sql`t.dirty_row_status`,
  },
  upload: {
    name: sql.ref('t.name'),
    // An assertion that only warns marks the uploads of its table as dirty rows mark a download.
    dirty: sql`case when exists (
      select from assertion_result a where a.account_id = t.account_id and a.flow_id = t.flow_id and a.outcome = 'failed'
        and a.severity = 'warn' and t.name = any(a.uploads)
    ) then 'some' else 'none' end`,
  },
} as const;

/**
 * The newest production run of each declaration and day. Runs that users ended are ignored. Skipped runs (the same report
 * again, or no rows to upload) count only if no other run has ended. A run in progress does not change the status of the day;
 * it sets `running`.
 */
export async function runsOfDays(tx: Tx, accountId: string, of: DaysOf): Promise<RunsOfDays> {
  const found = new Map((await endedRuns(tx, accountId, of)).map(({ name, runs }) => [name, readRuns(runs)]));
  const set = ({ name, day }: DayOfName, run: DayOfRuns): void => {
    const days = found.get(name) ?? new Map<string, DayOfRuns>();
    found.set(name, days.set(day, run));
  };
  if (of.kind === 'upload') {
    const rest = of.names.flatMap((name) =>
      of.days.flatMap((day) => (found.get(name)?.has(day) === true ? [] : [{ name, day }])),
    );
    for (const day of await daysWithoutRows(tx, accountId, rest)) set(day, { ...NO_PROBLEM, status: 'skipped' });
  }
  for (const { status, ...day } of await runningDays(tx, accountId, of))
    set(day, { ...NO_PROBLEM, status, ...found.get(day.name)?.get(day.day), running: true });
  return found;
}

const NO_PROBLEM = { dirty: 'none', errors: false, running: false } as const;

/**
 * The ended runs of each declaration as a text, "day status dirty errors" for each day: a tenth of the time that as many rows
 * take. One probe of an index for each declaration and day; the conditions are those of the index.
 */
async function endedRuns(
  tx: Tx,
  accountId: string,
  { kind, names, days }: DaysOf,
): Promise<{ readonly name: string; readonly runs: string }[]> {
  const { name, dirty } = RUNS[kind];
  const { rows } = await sql<{ readonly name: string; readonly runs: string }>`
    select n.name, string_agg(d.day || ' ' || newest.status || ' ' || newest.dirty || ' ' || newest.errors, ',') as runs
    from unnest(${[...names]}::text[]) n(name) cross join unnest(${[...days]}::date[]) d(day)
    cross join lateral (
      select t.status, ${dirty} as dirty, t.status in ('completed', 'STOPPED') and exists (
        select from event e where e.account_id = ${accountId}::uuid and ${sql.ref(`e.${kind}_id`)} = t.id and e.severity = 'error'
      ) as errors
      from ${sql.table(kind)} t
      where t.account_id = ${accountId}::uuid and ${name} = n.name and t.health_day = d.day and t.purpose = 'production'
        and t.status in ('completed', 'STOPPED', 'failed', 'retrying', 'skipped')
      order by (t.status = 'skipped'), t.created desc, t.id desc limit 1
    ) newest
    group by n.name
  `.execute(tx);
  return rows;
}

function readRuns(text: string): Map<string, DayOfRuns> {
  return new Map(
    text.split(',').map((run) => {
      const [day = '', status, dirty, errors] = run.split(' ');
      return [
        day,
        {
          status: status as DayRun['status'],
          dirty: dirty as DayRun['dirty'],
          errors: errors === 'true',
          running: false,
        },
      ];
    }),
  );
}

/** Days with a run in progress, and the status of the newest. */
async function runningDays(
  tx: Tx,
  accountId: string,
  { kind, names, days }: DaysOf,
): Promise<(DayOfName & Pick<DayRun, 'status'>)[]> {
  const { name } = RUNS[kind];
  // The lists are those of the indexes of what has not ended.
  const unfinished =
    kind === 'download'
      ? sql`('queued', 'requested', 'downloading', 'unpacking', 'retrying')`
      : sql`('preparing', 'queued', 'uploading', 'loading', 'retrying')`;
  const { rows } = await sql<DayOfName & Pick<DayRun, 'status'>>`
    select distinct on (${name}, t.health_day) ${name} as name, t.health_day::text as day, t.status
    from ${sql.table(kind)} t
    where t.account_id = ${accountId}::uuid and t.purpose = 'production' and t.status in ${unfinished}
      and ${name} = any(${[...names]}::text[]) and t.health_day = any(${[...days]}::date[])
    order by ${name}, t.health_day, t.created desc
  `.execute(tx);
  return rows;
}

/**
 * Those of the days for which an upload's result had no rows, which only events record. The day of uploads without report
 * dates is that of their flow.
 */
async function daysWithoutRows(tx: Tx, accountId: string, wanted: readonly DayOfName[]): Promise<DayOfName[]> {
  const names = wanted.map(({ name }) => name);
  const { rows } = await sql<DayOfName>`
    with wanted as (select * from unnest(${names}::text[], ${wanted.map(({ day }) => day)}::date[]) w(name, day))
    select w.name, w.day::text as day from wanted w
    where exists (
      select from event e where e.account_id = ${accountId}::uuid and e.upload_declaration = w.name and e.report_date = w.day
        and e.code = 'RESULT_WITHOUT_ROWS' and e.purpose = 'production'
    )
    union
    select w.name, w.day::text from wanted w
    join event e on e.account_id = ${accountId}::uuid and e.upload_declaration = w.name and e.report_date is null
      and e.code = 'RESULT_WITHOUT_ROWS' and e.purpose = 'production' and e.created >= w.day::timestamp at time zone 'UTC'
    left join flow f on f.account_id = e.account_id and f.id = e.flow_id
    where (coalesce(f.created, e.created) at time zone 'UTC')::date = w.day
  `.execute(tx);
  return rows;
}
