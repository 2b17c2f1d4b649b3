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

/** The journals of these declarations. Reads runs of the requested days only. */
async function readJournals(
  tx: Tx,
  accountId: string,
  request: JournalRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Journal>> {
  const source = SOURCES[request.kind];
  const from = addDays(request.today, -request.lookbackDays);
  const unfinished = among(source.unfinished);
  const runs = (day: RawBuilder<unknown>, which: RawBuilder<unknown>) => sql`
    select ${day} as day, case when ${unfinished} then 'running' when d.status in ('completed', 'STOPPED') then 'completed'
        else d.status end as status,
      d.row_count as rows, ${source.bytes} as bytes, ${source.dirty} as dirty
    from ${source.runs} d
    where d.account_id = ${accountId}::uuid and ${source.name} = s.name and d.purpose = 'production' and ${which}`;
  const finishedLately = sql`d.finished >= ${from}::date`;
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
  const found = await sql<Omit<Journal, 'journal'> & { readonly day: JournalDay | null }>`
    select s.id, s.name, s.project, s.status, j.day
    from (
      select id, name, project, status from ${sql.table(source.declarations)}
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])
    ) s
    left join lateral (
      select day as sorted, json_build_object('date', day,
        'running', count(*) filter (where status = 'running'),
        'completed', count(*) filter (where status = 'completed'),
        'failed', count(*) filter (where status = 'failed'),
        'total_rows', coalesce(sum(rows) filter (where status = 'completed'), 0),
        'min_rows', min(rows) filter (where status = 'completed'),
        'max_rows', max(rows) filter (where status = 'completed'),
        'total_bytes', coalesce(sum(bytes) filter (where status = 'completed'), 0),
        'min_bytes', min(bytes) filter (where status = 'completed'),
        'max_bytes', max(bytes) filter (where status = 'completed'),
        'dirty_rows', coalesce(sum(dirty) filter (where status = 'completed'), 0)) as day
      from (${sql.join(counted, sql` union all `)}) runs
      where status in ('running', 'completed', 'failed')
      group by day
    ) j on true
    order by s.id, j.sorted nulls first
  `.execute(tx);
  const journals = new Map<string, Journal & { readonly journal: JournalDay[] }>();
  for (const { day, ...declared } of found.rows) {
    const journal = journals.get(declared.id) ?? { ...declared, journal: [] };
    journals.set(declared.id, journal);
    if (day) journal.journal.push(day);
  }
  return journals;
}
