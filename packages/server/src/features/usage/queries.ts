import { addDays } from '@switchboard/model/schedule/schedule';
import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { FORECAST_DAYS, forecastRows } from './forecast-rows.ts';

/** Projects of a report, at most. */
export const MAX_PROJECTS = 5;

export type RowsReportDimension = 'purpose' | 'project';

export type RowsReportRequest = {
  readonly dimensions: readonly RowsReportDimension[];
  /** Whole months before the current one. */
  readonly months: number;
  /** Only the projects with the most rows; null for all. */
  readonly topProjects: number | null;
  /** Only these projects; null for all. */
  readonly projects: readonly string[] | null;
  /** yyyy-MM-dd, in UTC. */
  readonly today: string;
};

export type RowsReportRow = {
  /** Null when the report is not split by project. */
  readonly project: string | null;
  /** Null when the report is not split by purpose. */
  readonly purpose: string | null;
  readonly year: number;
  readonly month: number;
  readonly totalRowCount: number;
  readonly totalByteCount: number;
};

export type RowsReport = {
  readonly rows: readonly RowsReportRow[];
  readonly contracted: number | null;
  readonly forecast: number;
  readonly backfillRowCount: number;
  readonly productionRowCount: number;
  readonly testRowCount: number;
  readonly isVisibleForCustomer: boolean;
};

type Account = { readonly contracted: number | null; readonly isVisible: boolean };

/** The first day of the month so many months before that of a day. */
function monthBefore(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 8)}01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.toISOString().slice(0, 10);
}

/** The contract of the account, and whether its people see its usage. */
async function readAccount(tx: Tx, accountId: string): Promise<Account> {
  const { rows } = await sql<Account>`
    select contracted_row_count as contracted, show_download_summary as "isVisible" from account where id = ${accountId}::uuid
  `.execute(tx);
  return rows[0] ?? { contracted: null, isVisible: false };
}

/** The projects with the most rows since a month, tests apart. */
async function topProjects(tx: Tx, accountId: string, first: string, count: number): Promise<readonly string[]> {
  const { rows } = await sql<{ project: string }>`
    select project from volume_month
    where account_id = ${accountId}::uuid and month >= ${first}::date and purpose <> 'proof'
    group by project having sum(row_count) > 0 order by sum(row_count) desc, project limit ${count}
  `.execute(tx);
  return rows.map(({ project }) => project);
}

async function readRows(tx: Tx, accountId: string, request: RowsReportRequest): Promise<readonly RowsReportRow[]> {
  const first = monthBefore(request.today, request.months);
  const projects =
    request.projects ??
    (request.topProjects === null ? null : await topProjects(tx, accountId, first, request.topProjects));
  const dimension = (name: RowsReportDimension) =>
    request.dimensions.includes(name) ? sql.ref(`v.${name}`) : sql`null::text`;
  const { rows } = await sql<RowsReportRow>`
    select ${dimension('project')} as project, ${dimension('purpose')} as purpose, extract(year from v.month)::int as year,
      extract(month from v.month)::int as month, sum(v.row_count)::float8 as "totalRowCount", sum(v.bytes)::float8 as "totalByteCount"
    from volume_month v
    where v.account_id = ${accountId}::uuid and v.month >= ${first}::date
      ${projects === null ? sql`` : sql`and v.project = any(${[...projects]}::text[])`}
    group by 1, 2, v.month having sum(v.row_count) > 0 or sum(v.bytes) > 0
    order by v.month, 1, 2
  `.execute(tx);
  return rows;
}

/** Rows of the current month by purpose. */
async function readMonth(tx: Tx, accountId: string, today: string): Promise<ReadonlyMap<Purpose, number>> {
  const { rows } = await sql<{ purpose: Purpose; rows: number }>`
    select purpose, sum(row_count)::float8 as rows from volume_month
    where account_id = ${accountId}::uuid and month = ${monthBefore(today, 0)}::date group by purpose
  `.execute(tx);
  return new Map(rows.map(({ purpose, rows: count }) => [purpose, count]));
}

/** Production rows of the days that a forecast reads. */
async function readDays(tx: Tx, accountId: string, today: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ day: string; rows: number }>`
    select day::text as day, sum(row_count)::float8 as rows from volume_day
    where account_id = ${accountId}::uuid and day between ${addDays(today, -FORECAST_DAYS)}::date and ${today}::date
      and purpose = 'production'
    group by day
  `.execute(tx);
  return new Map(rows.map(({ day, rows: count }) => [day, count]));
}

/**
 * Reads an account's downloaded rows by month, and how its current month compares with its contract. Read from roll-ups
 * only. See docs/design/operation.md.
 * @param seesAll whether the reader sees accounts that do not show their usage to their people
 * @returns null when the reader may not see it
 */
export async function readRowsReport(
  tx: Tx,
  accountId: string,
  request: RowsReportRequest,
  seesAll: boolean,
): Promise<RowsReport | null> {
  const { contracted, isVisible } = await readAccount(tx, accountId);
  if (!isVisible && !seesAll) return null;
  const month = await readMonth(tx, accountId, request.today);
  return {
    rows: await readRows(tx, accountId, request),
    contracted,
    forecast: forecastRows(await readDays(tx, accountId, request.today), request.today),
    backfillRowCount: month.get('backfill') ?? 0,
    productionRowCount: month.get('production') ?? 0,
    testRowCount: month.get('proof') ?? 0,
    isVisibleForCustomer: isVisible,
  };
}
