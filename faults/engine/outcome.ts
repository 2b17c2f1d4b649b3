import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textIn } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { unpackedText } from '@switchboard/engine';
import type { BuiltAccount, RunningWork, Tables } from '@switchboard/server/testing';
import { type Selectable, sql } from 'kysely';
import { scratchFiles } from '../scratch-files.ts';

export type SeenDownload = {
  readonly id: string;
  readonly status: string;
  readonly date: string;
  readonly message: string | null;
  /** Good and dirty ones; null before the end. */
  readonly records: number | null;
  readonly dirty: number | null;
  readonly dirtyStatus: string;
  /** From its start to its end; null while it has none. */
  readonly seconds: number | null;
  /** Good rows in the tables that the load wrote. */
  readonly good: number;
  /** Rows of the dirty-row files: line, column and reason of each. */
  readonly dirtyRows: readonly string[];
};

type EventRow = Selectable<Tables['event']>;
/** An event with the id of the unit that it concerns most closely. */
export type SeenEvent = Pick<
  EventRow,
  'severity' | 'code' | 'message' | 'will_retry' | 'retry_count' | 'retry_limit'
> & {
  readonly unit: string | null;
};

/** Everything that can be seen of an account, with the rows of the destination's table and file: comma-separated, sorted. */
export type Outcome = Awaited<ReturnType<typeof readOutcome>> & {
  readonly table: readonly string[];
  readonly file: readonly string[];
};

/**
 * Everything about an account but its destinations; downloads in the order in which they were due. `broken`: what of O3 to O6
 * does not hold, in words. `secrets` must not occur in any text for people.
 */
export async function readOutcome(work: RunningWork, account: BuiltAccount, secrets: readonly string[]) {
  const downloads = await readDownloads(work, account);
  const events = await work.rows(
    account,
    sql<SeenEvent>`
      select severity, code, message, will_retry, retry_count, retry_limit, coalesce(upload_id, flow_id, download_id) as unit
      from event order by created, id`,
  );
  const statuses = async (table: 'flow' | 'upload' | 'download_declaration'): Promise<string[]> =>
    (await work.rows(account, sql<{ status: string }>`select status from ${sql.table(table)} order by status`)).map(
      ({ status }) => status,
    );
  const failed = await work.rows(
    account,
    sql<{ id: string }>`
      select id from download where status = 'failed' union all select id from flow where status = 'FATAL'
      union all select id from upload where status = 'failed'`,
  );
  const [left] = await work.rows(
    account,
    sql<{ open: number }>`select count(*) as open from unit where state <> 'done'`,
  );
  return {
    downloads,
    events,
    flows: await statuses('flow'),
    uploads: await statuses('upload'),
    sourceStatus: (await statuses('download_declaration')).join(),
    openUnits: left?.open ?? 0,
    broken: [
      ...(left?.open === 0 ? [] : [`${left?.open} units are not done`]),
      ...failed.flatMap(({ id }) => terminalProblems(id, events)),
      ...downloads.flatMap(conservationProblems),
      ...unfit([...events.map(({ message }) => message), ...downloads.map(({ message }) => message ?? '')], secrets),
      ...(await leftovers(work)),
      ...work.problems.map((problem) => `unexpected: ${inspect(problem)}`),
    ],
  };
}

async function readDownloads(work: RunningWork, account: BuiltAccount): Promise<SeenDownload[]> {
  type Row = Omit<SeenDownload, 'good' | 'dirtyRows'>;
  const found = await work.rows(
    account,
    sql<Row>`
      select id, status, report_date::text as date, message, row_count as records, dirty_row_count as dirty, dirty_row_status as "dirtyStatus",
        extract(epoch from finished - started)::float8 as seconds
      from download order by due, id`,
  );
  const parts = await work.rows(
    account,
    sql<{ download_id: string; tables: readonly { readonly rows: number }[]; dirty_key: string | null }>`
      select download_id, tables, dirty_key from download_part`,
  );
  return Promise.all(
    found.map(async (row) => {
      const own = parts.filter((part) => part.download_id === row.id);
      const dirtyRows = await Promise.all(
        own.map(async ({ dirty_key }) => (dirty_key === null ? [] : keptRows(work, dirty_key))),
      );
      const good = own.flatMap(({ tables }) => tables).reduce((sum, { rows }) => sum + rows, 0);
      return { ...row, good, dirtyRows: dirtyRows.flat() };
    }),
  );
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g;

/** Line, column and reason of each row of a dirty-row file; the raw text behind them may have line breaks of its own. */
async function keptRows(work: RunningWork, key: string): Promise<string[]> {
  const text = await textIn(unpackedText(createReadStream(join(work.storeFolder, ...key.split('/')))));
  const records: string[][] = [[]];
  for (const [whole, quoted, plain, end] of text.matchAll(CELL)) {
    if (whole === '') break;
    records.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\n') records.push([]);
  }
  return records
    .slice(1, -1)
    .map(([line = '', column = '', reason = '']) => [line, column, reason].filter(Boolean).join(' '));
}

/** O4: a unit that failed says so once, at the end. */
function terminalProblems(unit: string, events: readonly SeenEvent[]): string[] {
  const terminal = events.filter(
    (event) => event.unit === unit && event.will_retry === false && event.code !== 'DECLARATION_SUSPENDED',
  );
  if (terminal.length !== 1) return [`${terminal.length} terminal events`];
  return terminal.every(({ severity }) => severity === 'error' || severity === 'fatal')
    ? []
    : ['the terminal event is not an error'];
}

/** O1: what was read is good or dirty, and each dirty row is kept. */
function conservationProblems({ records, good, dirty, dirtyRows, status }: SeenDownload): string[] {
  if (records === null) return good === 0 ? [] : [`${good} rows of a download that is ${status}`];
  if (records === good + (dirty ?? 0) && dirtyRows.length === dirty) return [];
  return [`${records} records are ${good} good and ${dirty} dirty rows, of which ${dirtyRows.length} are kept`];
}

/** O4: texts are for people. */
function unfit(texts: readonly string[], secrets: readonly string[]): string[] {
  const trace = /\n\s*at |node:internal|\.ts:\d+|\bundefined\b|\[object |\{\w+\}/;
  return [
    ...texts.filter((text) => trace.test(text)).map((text) => `not fit to be shown: ${text}`),
    ...texts.filter((text) => secrets.some((secret) => text.includes(secret))).map(() => 'a secret is shown'),
  ];
}

/** O5: nothing that an attempt made for itself is left, once the last has gone. */
async function leftovers(work: RunningWork): Promise<string[]> {
  const temporary = join(work.storeFolder, 'tmp');
  const deadline = performance.now() + 5_000;
  for (;;) {
    const left = [...scratchFiles(work.folder), ...(await readdir(temporary).catch(() => []))];
    if (left.length === 0) return [];
    if (performance.now() > deadline) return [`left behind: ${left.join(', ')}`];
    await new Promise((done) => setTimeout(done, 50));
  }
}
