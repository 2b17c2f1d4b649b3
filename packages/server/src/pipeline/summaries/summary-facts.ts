import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../db/database.ts';
import { predictMisses } from '../deadlines/predict-misses.ts';

/** Names that a section lists; the others are counted. */
const SHOWN = 20;
const MESSAGE_LENGTH = 300;

const Instant = z.iso.datetime();
const ReportDate = z.iso.date().nullable();
const Failed = z.object({
  transfer: z.enum(['download', 'upload']),
  name: z.string(),
  count: z.number(),
  firstDate: ReportDate,
  lastDate: ReportDate,
  message: z.string().nullable(),
});
const Late = z.object({
  name: z.string(),
  reportDate: z.iso.date(),
  deadline: Instant,
  /** Null while it is not delivered. */
  delivered: Instant.nullable(),
});
const Miss = z.object({ name: z.string(), reportDate: ReportDate, time: z.string(), minutes: z.number() });
const Waiting = z.object({
  kind: z.enum(['source', 'upload', 'key', 'files']),
  name: z.string(),
  count: z.number(),
});
const Dirty = z.object({ name: z.string(), rows: z.number(), downloads: z.number() });
const section = <Item extends z.ZodType>(item: Item) =>
  z.object({ count: z.number(), items: z.array(item).readonly() }).readonly();

/** Content of a summary. Stored as JSON with the summary. */
export const SummaryFacts = z.object({
  account: z.object({ name: z.string(), urlName: z.string() }),
  day: z.iso.date(),
  time: z.string(),
  timezone: z.string(),
  since: Instant,
  through: Instant,
  downloads: z.object({ completed: z.number(), rows: z.number() }),
  uploads: z.object({ completed: z.number(), rows: z.number() }),
  failed: section(Failed),
  late: section(Late),
  misses: section(Miss),
  waiting: section(Waiting),
  dirty: z.object({ rows: z.number(), ...section(Dirty).unwrap().shape }),
});
export type SummaryFacts = Readonly<z.infer<typeof SummaryFacts>>;

/** The window of a summary: what ended after `since` and until `through`, both epoch milliseconds. */
export type SummaryWindow = {
  readonly day: string;
  readonly time: string;
  readonly timezone: string;
  readonly since: number;
  readonly through: number;
};

/** Reads what an account's summary says. Production only: people see the results of their backfills and tests as they make them. */
export async function readSummaryFacts(tx: Tx, accountId: string, window: SummaryWindow): Promise<SummaryFacts> {
  const since = new Date(window.since);
  const through = new Date(window.through);
  const account = await tx
    .selectFrom('account')
    .select(['name', 'url_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const ended = sql`t.account_id = ${accountId}::uuid and t.purpose = 'production' and t.finished > ${since}
    and t.finished <= ${through}`;
  const misses = await predictMisses(tx, accountId, window.through);
  return {
    account: { name: account.name, urlName: account.url_name },
    day: window.day,
    time: window.time,
    timezone: window.timezone,
    since: since.toISOString(),
    through: through.toISOString(),
    downloads: await countCompleted(tx, 'download', ended),
    uploads: await countCompleted(tx, 'upload', ended),
    failed: await readFailed(tx, ended),
    late: await readLate(tx, accountId, since, through),
    misses: {
      count: misses.length,
      items: misses.slice(0, SHOWN).map(({ name, reportDate, time, minutes }) => ({ name, reportDate, time, minutes })),
    },
    waiting: await readWaiting(tx, accountId),
    dirty: await readDirty(tx, ended),
  };
}

/** The rows of a section with the number of all, which each row has as `total`. */
const shown = <Row extends { readonly total: number }>(rows: readonly Row[]) => ({
  count: rows[0]?.total ?? 0,
  items: rows.map(({ total: _total, ...item }) => item),
});

async function countCompleted(
  tx: Tx,
  table: 'download' | 'upload',
  ended: RawBuilder<unknown>,
): Promise<{ readonly completed: number; readonly rows: number }> {
  const { rows } = await sql<{ completed: number; rows: number }>`
    select count(*)::int as completed, coalesce(sum(t.row_count), 0)::float8 as rows
    from ${sql.table(table)} t where ${ended} and t.status = 'completed'
  `.execute(tx);
  return rows[0] ?? { completed: 0, rows: 0 };
}

type FailedRow = z.infer<typeof Failed> & { readonly total: number };

/** Reads failures of the window that have not been retried since, by declaration, the most failures first. */
async function readFailed(tx: Tx, ended: RawBuilder<unknown>): Promise<SummaryFacts['failed']> {
  const part = (table: 'download' | 'upload', name: string): RawBuilder<unknown> => sql`
    select ${table} as transfer, ${sql.ref(`t.${name}`)} as name, count(*)::int as count, min(t.report_date)::text as "firstDate",
      max(t.report_date)::text as "lastDate", left((array_agg(t.message order by t.finished desc))[1], ${MESSAGE_LENGTH}) as message
    from ${sql.table(table)} t where ${ended} and t.status = 'failed' and t.failure_code is not null group by ${sql.ref(`t.${name}`)}`;
  const { rows } = await sql<FailedRow>`
    select *, (sum(count) over ())::int as total from (${part('download', 'source')} union all ${part('upload', 'name')}) failed
    order by count desc, transfer, name limit ${SHOWN}
  `.execute(tx);
  return shown(rows);
}

type LateRow = {
  readonly name: string;
  readonly reportDate: string;
  readonly deadline: Date;
  readonly delivered: Date | null;
} & { readonly total: number };

/** The report dates whose deadline passed in the window, and those that are still not delivered. The latter first. */
async function readLate(tx: Tx, accountId: string, since: Date, through: Date): Promise<SummaryFacts['late']> {
  const { rows } = await sql<LateRow>`
    select upload_name as name, report_date::text as "reportDate", deadline, delivered, (count(*) over ())::int as total
    from (
      select * from late_upload l where l.account_id = ${accountId}::uuid and l.delivered is null
        and l.deadline > ${through}::timestamptz - interval '30 days' and l.deadline <= ${through}
      union all
      select * from late_upload l where l.account_id = ${accountId}::uuid and l.delivered is not null
        and l.deadline > ${since} and l.deadline <= ${through}
    ) late
    order by delivered is not null, deadline desc, upload_name limit ${SHOWN}
  `.execute(tx);
  const { count, items } = shown(rows);
  return {
    count,
    items: items.map(({ deadline, delivered, ...item }) => ({
      ...item,
      deadline: deadline.toISOString(),
      delivered: delivered?.toISOString() ?? null,
    })),
  };
}

/**
 * Reads the blockers of production work that has not ended: a suspended declaration or key, or files that have not been
 * received.
 */
async function readWaiting(tx: Tx, accountId: string): Promise<SummaryFacts['waiting']> {
  const { rows } = await sql<z.infer<typeof Waiting> & { readonly total: number }>`
    select blocked_kind as kind, blocked_by as name, count(*)::int as count, (sum(count(*)) over ())::int as total from unit
    where account_id = ${accountId}::uuid and blocked_kind in ('source', 'upload', 'key', 'files') and purpose = 'production'
      and state = 'held'
    group by blocked_kind, blocked_by order by count(*) desc, blocked_kind, blocked_by limit ${SHOWN}
  `.execute(tx);
  return shown(rows);
}

/** The downloads of the window with rejected rows that their earlier versions did not have. */
async function readDirty(tx: Tx, ended: RawBuilder<unknown>): Promise<SummaryFacts['dirty']> {
  const { rows } = await sql<z.infer<typeof Dirty> & { readonly total: number; readonly allRows: number }>`
    select t.source as name, sum(t.new_dirty_row_count)::float8 as rows, count(*)::int as downloads,
      (sum(count(*)) over ())::int as total, (sum(sum(t.new_dirty_row_count)) over ())::float8 as "allRows"
    from download t where ${ended} and t.status = 'completed' and t.new_dirty_row_count > 0
    group by t.source order by rows desc, t.source limit ${SHOWN}
  `.execute(tx);
  const items = rows.map(({ name, rows: dirty, downloads }) => ({ name, rows: dirty, downloads }));
  return { rows: rows[0]?.allRows ?? 0, count: rows[0]?.total ?? 0, items };
}
