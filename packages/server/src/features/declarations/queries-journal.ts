import { addDays } from '@switchboard/model/schedule/schedule';
import { DOWNLOAD_UNFINISHED, UPLOAD_UNFINISHED } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { place } from '../../graphql/list-query.ts';
import type { PageRequest, Placed } from '../../graphql/paging.ts';
import { among } from '../transfers/status-conditions.ts';
import { countDays, type DayFigures, type DayOf, FIGURES } from './count-days.ts';
import { type DeclarationRow, findDeclarations } from './queries.ts';

/** Production runs of one declaration on one day. */
export type JournalDay = DayFigures & {
  /** yyyy-MM-dd; null for runs without a report date. */
  readonly date: string | null;
  readonly running: number;
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

const KINDS = {
  import: {
    declarations: 'download_declaration',
    transfer: 'download',
    name: sql.ref('d.source'),
    unfinished: among(DOWNLOAD_UNFINISHED),
  },
  export: {
    declarations: 'upload_declaration',
    transfer: 'upload',
    name: sql.ref('d.name'),
    unfinished: among(UPLOAD_UNFINISHED),
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
  const found = await findDeclarations(tx, accountId, KINDS[request.kind].declarations, page, conditions);
  return place(found, (ids) => readJournals(tx, accountId, request, ids));
}

/** A day of a declaration, or a part of its runs. */
type FoundDay = DayFigures & { readonly name: string; readonly date: string | null; readonly running: number };

/** The journals of these declarations. */
async function readJournals(
  tx: Tx,
  accountId: string,
  request: JournalRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Journal>> {
  const declared = await sql<Omit<Journal, 'journal'>>`
    select id, name, project, status from ${sql.table(KINDS[request.kind].declarations)}
    where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
  const names = declared.rows.map(({ name }) => name);
  const days = Map.groupBy(await findDays(tx, accountId, request, names), ({ name }) => name);
  return new Map(declared.rows.map((row) => [row.id, { ...row, journal: journalOf(days.get(row.name) ?? []) }]));
}

/**
 * The requested days of these declarations, as they were counted; those whose runs have changed since are counted now. A day
 * may be found in several parts.
 */
async function findDays(
  tx: Tx,
  accountId: string,
  request: JournalRequest,
  names: readonly string[],
): Promise<readonly FoundDay[]> {
  const { transfer } = KINDS[request.kind];
  const from = addDays(request.today, -request.lookbackDays);
  const endedRuns = (dayOf: DayOf, date: RawBuilder<unknown>) => {
    const which = sql`account_id = ${accountId}::uuid and transfer = ${transfer} and day_of = ${dayOf}
      and name = any(${[...names]}::text[]) and day between ${from}::date and ${request.today}::date`;
    const changed = sql`select distinct account_id, name, day from journal_change where ${which}`;
    const figures = sql`name, ${date} as date, 0 as running, ${sql.join(FIGURES.map((name) => sql.ref(name)))}`;
    return [
      sql`select ${figures} from journal_day
        where ${which} and (name, day) not in (select c.name, c.day from (${changed}) c)`,
      sql`select ${figures} from (${countDays(transfer, dayOf, changed)}) counted`,
    ];
  };
  const parts =
    request.groupBy === 'report'
      ? [
          ...endedRuns('report', sql`day`),
          ...endedRuns('finish_undated', sql`null::date`),
          runningRuns(accountId, request, names, {
            date: sql`d.report_date`,
            which: sql`(d.report_date is null or d.report_date between ${from}::date and ${request.today}::date)`,
          }),
        ]
      : [
          ...endedRuns('finish', sql`day`),
          runningRuns(accountId, request, names, { date: sql`${request.today}::date`, which: sql`true` }),
        ];
  // Numbers as JavaScript has them: all are exact up to 2^53.
  const figures = FIGURES.map((name) => sql`${sql.ref(name)}::float8`);
  const { rows } = await sql<FoundDay>`
    select name, date::text as date, running, ${sql.join(figures)} from (${sql.join(parts, sql` union all `)}) found
  `.execute(tx);
  return rows;
}

/** A query for the runs that have not ended, by declaration and date, with no figures. */
function runningRuns(
  accountId: string,
  request: JournalRequest,
  names: readonly string[],
  of: { readonly date: RawBuilder<unknown>; readonly which: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { transfer, name, unfinished } = KINDS[request.kind];
  const none = FIGURES.map((figure) => (figure.startsWith('min') || figure.startsWith('max') ? sql`null` : sql`0`));
  return sql`
    select ${name}, ${of.date}, count(*)::int, ${sql.join(none)} from ${sql.table(transfer)} d
    where d.account_id = ${accountId}::uuid and ${name} = any(${[...names]}::text[]) and d.purpose = 'production'
      and ${unfinished} and ${of.which}
    group by 1, 2`;
}

/** The days that have runs, oldest first. */
function journalOf(parts: readonly FoundDay[]): readonly JournalDay[] {
  return [...Map.groupBy(parts, ({ date }) => date).values()]
    .map(sumOf)
    .filter(({ running, completed, failed }) => running + completed + failed > 0)
    .toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1));
}

/** A day as a whole. Nearly every day has one part. */
function sumOf(found: readonly FoundDay[]): JournalDay {
  const [first] = found;
  if (first !== undefined && found.length === 1) {
    const { name: _, ...day } = first;
    return day;
  }
  return {
    date: first?.date ?? null,
    running: total(found, 'running'),
    completed: total(found, 'completed'),
    failed: total(found, 'failed'),
    total_rows: total(found, 'total_rows'),
    min_rows: extreme(Math.min, found, 'min_rows'),
    max_rows: extreme(Math.max, found, 'max_rows'),
    total_bytes: total(found, 'total_bytes'),
    min_bytes: extreme(Math.min, found, 'min_bytes'),
    max_bytes: extreme(Math.max, found, 'max_bytes'),
    dirty_rows: total(found, 'dirty_rows'),
  };
}

type Total = 'running' | 'completed' | 'failed' | 'total_rows' | 'total_bytes' | 'dirty_rows';

const total = (parts: readonly FoundDay[], figure: Total): number => parts.reduce((sum, part) => sum + part[figure], 0);

function extreme(
  of: (...values: number[]) => number,
  parts: readonly FoundDay[],
  figure: 'min_rows' | 'max_rows' | 'min_bytes' | 'max_bytes',
): number | null {
  const known = parts.flatMap((part) => part[figure] ?? []);
  return known.length === 0 ? null : of(...known);
}
