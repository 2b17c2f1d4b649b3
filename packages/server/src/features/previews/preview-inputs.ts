import { type EngineContext, type FlowInput, loadPart, type RawFile } from '@switchboard/engine';
import { isDated, type Plan, type Source } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { loadPlan, sourceOfTable } from '../../pipeline/state/plan-queries.ts';
import { newestDateOfAll } from '../changelists/test-runs/newest-date.ts';
import { makesSameRows } from './makes-same-rows.ts';
import { SCRATCH_PREFIX } from './sandbox.ts';

/** A download whose rows are read. */
export type InputDownload = {
  readonly source: Source;
  readonly downloadId: string;
  readonly raw: readonly RawFile[];
  /**
   * Parts that it was loaded into; null where the script declares the source differently from the script that loaded
   * it.
   */
  readonly parts: readonly InputPart[] | null;
};

export type InputPart = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly tables: readonly { readonly tableKey: string; readonly filename: string }[];
  readonly rows: number;
  readonly dirtyRows: number;
};

export type FoundInputs = {
  readonly kind: 'found';
  readonly reportDate: string | null;
  readonly downloads: readonly InputDownload[];
};

export type NoInputs = { readonly kind: 'no_download'; readonly message: string };

/**
 * Bytes of files that are read again for a preview when a source is declared differently. Reading them takes about a second for 20 MB.
 */
export const RELOAD_BYTES = 32 * 1024 ** 2;

/**
 * The newest finished downloads of production for these source tables.
 * @param reportDate the date of dated sources; absent: the newest for which all of them have one
 */
export async function findInputs(
  tx: Tx,
  accountId: string,
  plan: Plan,
  { tables, reportDate }: { readonly tables: readonly string[]; readonly reportDate?: string | null },
): Promise<FoundInputs | NoInputs> {
  const owners = sourceOfTable(plan);
  const sources = [...new Set(tables.flatMap((table) => owners.get(table) ?? []))];
  const dated = sources.filter(isDated).map(({ name }) => name);
  const date = reportDate ?? (dated.length === 0 ? null : await newestDateOfAll(tx, accountId, dated));
  const newest = await newestDownloads(tx, accountId, sources, date);
  const missing = sources.filter(({ name }) => !newest.has(name)).map(({ name }) => name);
  if (missing.length > 0) return { kind: 'no_download', message: await missingText(tx, accountId, missing, date) };
  const gone = [...newest.values()].find(({ removed }) => removed !== null);
  if (gone !== undefined) {
    const message = `The files of ${gone.source}${date === null ? '' : ` for ${date}`} were removed on ${gone.removed}, since they are kept for a limited time. Choose a later report date, or backfill this one.`;
    return { kind: 'no_download', message };
  }
  const downloads: InputDownload[] = [];
  for (const source of sources) {
    const row = newest.get(source.name);
    if (row) downloads.push(await inputOf(tx, accountId, source, row));
  }
  return { kind: 'found', reportDate: date, downloads };
}

type NewestDownload = {
  readonly id: string;
  readonly source: string;
  readonly changelist_id: string;
  readonly raw: readonly RawFile[];
  readonly has_tables: boolean;
  /** yyyy-MM-dd; null while its files are kept. */
  readonly removed: string | null;
};

async function newestDownloads(
  tx: Tx,
  accountId: string,
  sources: readonly Source[],
  date: string | null,
): Promise<ReadonlyMap<string, NewestDownload>> {
  const dated = sources.filter(isDated).map(({ name }) => name);
  const undated = sources.filter((source) => !isDated(source)).map(({ name }) => name);
  const found = await sql<NewestDownload>`
    select distinct on (source) id, source, changelist_id, raw, tables_removed is null as has_tables,
      (raw_removed at time zone 'UTC')::date::text as removed from download
    where account_id = ${accountId} and purpose = 'production' and status = 'completed' and raw is not null
      and ((source = any(${dated}::text[]) and report_date = ${date}::date)
        or (source = any(${undated}::text[]) and report_date is null))
    order by source, finished desc, id desc
  `.execute(tx);
  return new Map(found.rows.map((row) => [row.source, row]));
}

/** Why these sources have nothing to read. */
async function missingText(
  tx: Tx,
  accountId: string,
  missing: readonly string[],
  date: string | null,
): Promise<string> {
  const found = await sql<{ source: string }>`
    select distinct source from download
    where account_id = ${accountId} and purpose = 'production' and status = 'completed' and raw is not null
      and source = any(${[...missing]}::text[])
  `.execute(tx);
  const finished = new Set(found.rows.map(({ source }) => source));
  const never = missing.filter((name) => !finished.has(name));
  if (never.length > 0)
    return `No download of ${never.join(', ')} has finished yet. Wait for the next report date, or test the draft with new downloads.`;
  if (date === null) return `No report date has a finished download of each of ${missing.join(', ')}.`;
  return `No download of ${missing.join(', ')} for ${date} has finished.`;
}

async function inputOf(tx: Tx, accountId: string, source: Source, row: NewestDownload): Promise<InputDownload> {
  const loadedBy = (await loadPlan(tx, accountId, row.changelist_id)).sources.find(({ name }) => name === source.name);
  const alike = makesSameRows(loadedBy, source);
  const parts = await sql<Omit<InputPart, 'rows' | 'dirtyRows'> & { row_count: number; dirty_row_count: number }>`
    select name, columns, tables, row_count, dirty_row_count from download_part
    where account_id = ${accountId} and download_id = ${row.id} order by name
  `.execute(tx);
  return {
    source,
    downloadId: row.id,
    raw: row.raw,
    parts:
      alike && row.has_tables
        ? parts.rows.map(({ row_count: rows, dirty_row_count: dirtyRows, ...part }) => ({ ...part, rows, dirtyRows }))
        : null,
  };
}

/** Files are too large to be read again. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** Loads what was loaded differently, and describes the inputs of these source tables for the engine. Throws TooLargeError, and the errors of `loadPart`. */
export async function loadInputs(
  { reportDate, downloads }: FoundInputs,
  tables: readonly string[],
  engine: EngineContext,
): Promise<FlowInput[]> {
  const inputs: FlowInput[] = [];
  for (const download of downloads) {
    const parts = download.parts ?? (await loadAgain(download, tables, engine));
    for (const part of parts) {
      if (!tables.includes(part.name)) continue;
      const files = part.tables.map(({ tableKey, filename }) => ({
        tableKey,
        filename,
        // A source without dates shows the date of the others in `report_date`, as in a flow.
        reportDate,
      }));
      inputs.push({ table: part.name, columns: part.columns, parts: files });
    }
  }
  return inputs.sort((one, other) => (one.table < other.table ? -1 : 1));
}

type LoadedPart = Pick<InputPart, 'name' | 'columns' | 'tables'>;

async function loadAgain(
  { source, raw, downloadId }: InputDownload,
  tables: readonly string[],
  engine: EngineContext,
): Promise<LoadedPart[]> {
  const bytes = raw.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > RELOAD_BYTES) {
    const sizes = `${Math.ceil(bytes / 1024 ** 2)} MB; ${RELOAD_BYTES / 1024 ** 2} MB is the limit`;
    throw new TooLargeError(
      `The draft declares ${source.name} differently from the script that loaded its files, and these are too large to be loaded again here (${sizes}). Test the draft instead.`,
    );
  }
  const loaded: LoadedPart[] = [];
  for (const table of source.tables) {
    if (!tables.includes(table.name)) continue;
    const prefix = `${SCRATCH_PREFIX}/${downloadId}/${table.name}`;
    const request = { name: source.name, table, parameters: source.parameters, files: raw, prefix };
    const { columns, tables: files } = await loadPart(request, engine);
    loaded.push({ name: table.name, columns, tables: files });
  }
  return loaded;
}
