import { addDays, DOWNLOAD_UNFINISHED, UPLOAD_UNFINISHED } from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { place } from '../../graphql/list-query.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';
import { among } from '../transfers/status-filter.ts';
import { type DeclarationRow, findDeclarations } from './queries.ts';

/** Production runs of one declaration on one day. Rows and bytes are those of completed runs. */
export type JournalDay = {
  /** yyyy-MM-dd; null for runs without a report date. */
  readonly date: string | null;
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly total_rows: number;
  readonly min_rows: number | null;
  readonly max_rows: number | null;
  readonly total_bytes: number;
  readonly min_bytes: number | null;
  readonly max_bytes: number | null;
  readonly dirty_rows: number;
};

export type Journal = Pick<DeclarationRow, 'id' | 'name' | 'project' | 'status'> & {
  /** Days with runs, oldest first. */
  readonly journal: readonly JournalDay[];
};

export type JournalRequest = {
  readonly kind: 'import' | 'export';
  /** Days are report dates, or the UTC days on which runs ended; a run in progress belongs to today. */
  readonly groupBy: 'report' | 'transfer';
  /** Days before today. */
  readonly lookbackDays: number;
  readonly name: string | null;
  readonly project: string | null;
  /** yyyy-MM-dd, in UTC. */
  readonly today: string;
};

const SOURCES = {
  import: {
    declarations: 'download_declaration',
    runs: sql.table('download'),
    name: sql.ref('d.source'),
    unfinished: DOWNLOAD_UNFINISHED,
    bytes: sql`d.bytes`,
    dirty: sql`coalesce(d.dirty_row_count, 0)`,
  },
  export: {
    declarations: 'upload_declaration',
    runs: sql.table('upload'),
    name: sql.ref('d.name'),
    unfinished: UPLOAD_UNFINISHED,
    bytes: sql`d.bytes`,
    dirty: sql`0`,
  },
} as const;

/** A page of the published declarations with their journals, sorted by name. */
export async function listJournals(
  tx: Tx,
  accountId: string,
  request: JournalRequest,
  page: PageRequest,
): Promise<Placed<Journal>[]> {
  const conditions = [
    ...(request.name === null ? [] : [sql`d.name = ${request.name}`]),
    ...(request.project === null ? [] : [sql`d.project = ${request.project}`]),
  ];
  const found = await findDeclarations(tx, accountId, SOURCES[request.kind].declarations, page, conditions);
  return place(found, (ids) => readJournals(tx, accountId, request, ids));
}

/** Runs of a declaration on a day that have the same status. Sums and extremes are null without any known value. */
type RunGroup = {
  readonly name: string;
  readonly day: string | null;
  readonly status: string;
  readonly runs: number;
  readonly rows: number | null;
  readonly min_rows: number | null;
  readonly max_rows: number | null;
  readonly bytes: number | null;
  readonly min_bytes: number | null;
  readonly max_bytes: number | null;
  readonly dirty: number | null;
};

/** The journals of these declarations. Reads runs of the requested days only. */
async function readJournals(
  tx: Tx,
  accountId: string,
  request: JournalRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Journal>> {
  const { declarations, unfinished } = SOURCES[request.kind];
  const declared = await sql<Omit<Journal, 'journal'>>`
    select id, name, project, status from ${sql.table(declarations)}
    where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
  const names = declared.rows.map(({ name }) => name);
  const groups = Map.groupBy(await groupRuns(tx, accountId, request, names), ({ name }) => name);
  return new Map(
    declared.rows.map((row) => {
      const days = Map.groupBy(groups.get(row.name) ?? [], ({ day }) => day);
      const journal = [...days]
        .flatMap(([date, found]) => journalDay(date, found, unfinished))
        .toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
      return [row.id, { ...row, journal }];
    }),
  );
}

/**
 * The runs of the requested days, grouped per declaration: there may be hundreds of thousands, and sorting them all costs more
 * than reading them.
 */
async function groupRuns(
  tx: Tx,
  accountId: string,
  request: JournalRequest,
  names: readonly string[],
): Promise<readonly RunGroup[]> {
  const source = SOURCES[request.kind];
  const from = addDays(request.today, -request.lookbackDays);
  const unfinished = among(source.unfinished);
  const runs = (day: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    select ${day} as day, d.status, d.row_count as rows, ${source.bytes} as bytes, ${source.dirty} as dirty
    from ${source.runs} d
    where d.account_id = ${accountId}::uuid and ${source.name} = s.name and d.purpose = 'production' and ${which}`;
  // Compared with a date it would not be leakproof, so that row-level security kept it from the index.
  const finishedLately = sql`d.finished >= ${`${from}T00:00:00Z`}::timestamptz`;
  const counted =
    request.groupBy === 'report'
      ? [
          runs(sql`d.report_date`, sql`d.report_date between ${from}::date and ${request.today}::date`),
          runs(sql`null::date`, sql`d.report_date is null and ${finishedLately} and not ${unfinished}`),
          runs(sql`null::date`, sql`d.report_date is null and ${unfinished}`),
        ]
      : [
          runs(sql`(d.finished at time zone 'UTC')::date`, sql`${finishedLately} and not ${unfinished}`),
          runs(sql`${request.today}::date`, unfinished),
        ];
  const { rows } = await sql<RunGroup>`
    select s.name, grouped.* from unnest(${[...names]}::text[]) as s(name)
    cross join lateral (
      select runs.day::text as day, status, count(*)::int as runs,
        sum(rows)::float8 as rows, min(rows)::float8 as min_rows, max(rows)::float8 as max_rows,
        sum(bytes)::float8 as bytes, min(bytes)::float8 as min_bytes, max(bytes)::float8 as max_bytes, sum(dirty)::float8 as dirty
      from (${sql.join(counted, sql` union all `)}) runs
      group by runs.day, status
    ) grouped`.execute(tx);
  return rows;
}

/** A day with its runs; none for a day whose runs all ended without success and without failure. */
function journalDay(date: string | null, groups: readonly RunGroup[], unfinished: readonly string[]): JournalDay[] {
  const of = (statuses: readonly string[]) => groups.filter(({ status }) => statuses.includes(status));
  const total = (found: readonly RunGroup[], column: 'runs' | 'rows' | 'bytes' | 'dirty'): number =>
    found.reduce((sum, group) => sum + (group[column] ?? 0), 0);
  const running = total(of(unfinished), 'runs');
  const failed = total(of(['failed']), 'runs');
  const completed = of(['completed', 'STOPPED']);
  const known = (column: 'min_rows' | 'max_rows' | 'min_bytes' | 'max_bytes'): number[] =>
    completed.flatMap((group) => group[column] ?? []);
  if (running === 0 && failed === 0 && completed.length === 0) return [];
  return [
    {
      date,
      running,
      completed: total(completed, 'runs'),
      failed,
      total_rows: total(completed, 'rows'),
      min_rows: least(known('min_rows')),
      max_rows: greatest(known('max_rows')),
      total_bytes: total(completed, 'bytes'),
      min_bytes: least(known('min_bytes')),
      max_bytes: greatest(known('max_bytes')),
      dirty_rows: total(completed, 'dirty'),
    },
  ];
}

const least = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.min(...values));
const greatest = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values));
