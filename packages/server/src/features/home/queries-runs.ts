import type { DayRun } from '@switchboard/model/status/health';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { DaysOf } from './queries.ts';

export type DayOfRuns = DayRun & { readonly running: boolean };
/** By name of the declaration, and by day, yyyy-MM-dd. */
export type RunsOfDays = ReadonlyMap<string, ReadonlyMap<string, DayOfRuns>>;
type DayOfName = { readonly name: string; readonly day: string };

const NAMES = { download: sql.ref('t.source'), upload: sql.ref('t.name') } as const;

/** Whether a run has dirty rows. An assertion that only warns marks the uploads of its table as dirty rows mark a download. */
const DIRTY = {
  download: sql`r.dirty_row_status`,
  upload: sql`case when (r.flow_id, r.name) in (select flow_id, name from warned) then 'some' else 'none' end`,
} as const;

/**
 * The newest production run of each declaration and day. Runs that users ended are ignored. Skipped runs (the same report
 * again, or no rows to upload) count only if no other run has ended. A run in progress does not change the status of the day;
 * it sets `running`. The newest run stays `retrying` while a further attempt is queued or under way.
 */
export async function runsOfDays(tx: Tx, accountId: string, of: DaysOf): Promise<RunsOfDays> {
  const found = await endedRuns(tx, accountId, of);
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
  for (const { status, retried, ...day } of await runningDays(tx, accountId, of)) {
    const ended = retried ? undefined : found.get(day.name)?.get(day.day);
    set(day, { ...NO_PROBLEM, status: retried ? 'retrying' : status, ...ended, running: true });
  }
  return found;
}

const NO_PROBLEM = { dirty: 'none', errors: false, running: false } as const;

/**
 * The newest ended run of each declaration and day, from their roll-up. They come as one text, "name day status dirty errors" for
 * each with the positions of name and day: a tenth of the time that as many rows take.
 */
async function endedRuns(
  tx: Tx,
  accountId: string,
  { kind, names, days }: DaysOf,
): Promise<Map<string, Map<string, DayOfRuns>>> {
  const transferId = sql.ref(`e.${kind}_id`);
  const { rows } = await sql<{ readonly runs: string | null }>`
    with newest as materialized (
      select n.position as name_at, d.position as day_at, r.run_id as id, r.flow_id, r.name, r.status, r.dirty_row_status
      from newest_run r
      join unnest(${[...days]}::date[]) with ordinality d(day, position) on d.day = r.day
      join unnest(${[...names]}::text[]) with ordinality n(name, position) on n.name = r.name
      where r.account_id = ${accountId}::uuid and r.transfer = ${kind} and r.run_id is not null
    ), erring as materialized (
      select ${transferId} as id from event e where e.account_id = ${accountId}::uuid and e.severity = 'error'
        and ${transferId} = any(array(select id from newest where status in ('completed', 'STOPPED')))
    )${kind === 'upload' ? warned(accountId) : sql``}
    select string_agg(r.name_at || ' ' || r.day_at || ' ' || r.status || ' ' || ${DIRTY[kind]} || ' ' ||
      (r.id in (select id from erring)), ',') as runs
    from newest r
  `.execute(tx);
  return readRuns(rows[0]?.runs ?? '', names, days);
}

/** The uploads of the newest runs whose tables have an assertion that warned. */
const warned = (accountId: string) => sql`, warned as materialized (
  select a.flow_id, unnest(a.uploads) as name from assertion_result a where a.account_id = ${accountId}::uuid
    and a.outcome = 'failed' and a.severity = 'warn' and a.flow_id = any(array(select flow_id from newest))
)`;

/** The runs of a text. Those that are alike are one object, since those of an account are thousands. */
function readRuns(
  text: string,
  names: readonly string[],
  days: readonly string[],
): Map<string, Map<string, DayOfRuns>> {
  const found = new Map<string, Map<string, DayOfRuns>>();
  const known = new Map<string, DayOfRuns>();
  for (const run of text === '' ? [] : text.split(',')) {
    const dayAt = run.indexOf(' ') + 1;
    const stateAt = run.indexOf(' ', dayAt) + 1;
    const name = names[Number(run.slice(0, dayAt - 1)) - 1] ?? '';
    const day = days[Number(run.slice(dayAt, stateAt - 1)) - 1] ?? '';
    const written = run.slice(stateAt);
    const state = known.get(written) ?? readState(written);
    known.set(written, state);
    const ofName = found.get(name) ?? new Map<string, DayOfRuns>();
    found.set(name, ofName.set(day, state));
  }
  return found;
}

function readState(text: string): DayOfRuns {
  const [status, dirty, errors] = text.split(' ');
  return {
    status: status as DayRun['status'],
    dirty: dirty as DayRun['dirty'],
    errors: errors === 'true',
    running: false,
  };
}

type RunningDay = DayOfName & Pick<DayRun, 'status'> & { readonly retried: boolean };

/** Days with a run in progress, the status of the newest, and whether it is a further attempt and no later run has ended. */
async function runningDays(tx: Tx, accountId: string, { kind, names, days }: DaysOf): Promise<RunningDay[]> {
  const name = NAMES[kind];
  // The lists are those of the indexes of what has not ended.
  const unfinished =
    kind === 'download'
      ? sql`('queued', 'requested', 'downloading', 'unpacking', 'retrying')`
      : sql`('preparing', 'queued', 'uploading', 'loading', 'retrying')`;
  const { rows } = await sql<RunningDay>`
    select distinct on (${name}, t.health_day) ${name} as name, t.health_day::text as day, t.status,
      t.status <> 'retrying'
        and coalesce((select u.retry_count > 0 from unit u where u.account_id = t.account_id and u.id = t.id), false)
        and coalesce((
          select n.status = 'skipped' or (r.created, r.id) < (t.created, t.id)
          from newest_run n join ${sql.table(kind)} r on r.account_id = n.account_id and r.id = n.run_id
          where n.account_id = t.account_id and n.transfer = ${kind} and n.day = t.health_day and n.name = ${name}
        ), true) as retried
    from ${sql.table(kind)} t
    where t.account_id = ${accountId}::uuid and t.purpose = 'production' and t.status in ${unfinished}
      and ${name} = any(${[...names]}::text[]) and t.health_day = any(${[...days]}::date[])
    order by ${name}, t.health_day, t.created desc
  `.execute(tx);
  return rows;
}

/**
 * Returns the days for which an upload's result had no rows, which only events record. The day of uploads without
 * report dates is that of their flow.
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
