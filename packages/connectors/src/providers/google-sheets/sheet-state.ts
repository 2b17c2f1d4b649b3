import type { LedgerEntry } from '../../delivery/ledger.ts';
import { columnLetters, listSheets, quoteTitle, readValues, type Sheet, type SheetsApi } from './api.ts';
import { dateOf } from './cells.ts';
import { HIDDEN_PREFIX, type Target, unfit } from './target.ts';

/** The spreadsheet as a commit is conditional on it. */
export type SheetState = {
  readonly sheets: readonly Sheet[];
  /** The sheet that takes the rows; null when it does not exist. */
  readonly sheet: Sheet | null;
  /** The ledger beside it. Every commit replaces it by a copy with another id; null before the first one. */
  readonly ledger: Sheet | null;
  /** The names in the first row, empty for a column without. */
  readonly header: readonly string[];
  /** The ledger entry of the upload and report date. */
  readonly held: LedgerEntry | null;
  /** Row of that entry in the ledger, from 0; null for none. */
  readonly heldRow: number | null;
};

/** The title of the ledger of a sheet. Titles are unique, so that two attempts cannot both create it. */
export const ledgerTitle = (sheetId: number): string => `${HIDDEN_PREFIX}ledger_${sheetId}`;

/** Reads the state. The ids are read first: what changes afterwards makes a commit on them fail. */
export async function readState(api: SheetsApi, { sheet: title, ledgerId }: Target): Promise<SheetState> {
  const sheets = await listSheets(api);
  const sheet = sheets.find((one) => one.title === title) ?? null;
  if (sheet === null) return { sheets, sheet, ledger: null, header: [], held: null, heldRow: null };
  const ledger = sheets.find((one) => one.title === ledgerTitle(sheet.id)) ?? null;
  const ranges = [`${quoteTitle(title)}!1:1`, ...(ledger === null ? [] : [`${quoteTitle(ledger.title)}!A:D`])];
  const [[names = []] = [], entries = []] = await readValues(api, ranges);
  const header = names.map((name) => (isScalar(name) ? String(name).trim() : ''));
  const heldRow = entries.findIndex(([id]) => id === ledgerId);
  const [, fence, epoch, sha256] = entries[heldRow] ?? [];
  const held = { fence: Number(fence), epoch: Number(epoch ?? 0), sha256: typeof sha256 === 'string' ? sha256 : null };
  const isHeld = heldRow >= 0 && Number.isSafeInteger(held.fence);
  return { sheets, sheet, ledger, header, held: isHeld ? held : null, heldRow: heldRow < 0 ? null : heldRow };
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** How the columns of the rows lie in the sheet. */
export type Layout = {
  /** The names that the sheet has, or is to get. */
  readonly header: readonly string[];
  /** Whether the header is to be written, since the sheet does not exist or is empty. */
  readonly isNew: boolean;
  /** Column of each value of a row, from 0. */
  readonly positions: readonly number[];
  /** Columns from the first to the last that takes a value. */
  readonly width: number;
  /** Column of the date; null for none. */
  readonly dateAt: number | null;
};

/** Finds the columns of the rows. Throws DESTINATION_SCHEMA. */
export function findLayout({ sheet, header }: SheetState, { names, dateColumn, create, sheet: title }: Target): Layout {
  if (sheet === null && !create) throw unfit(title, 'it does not exist');
  const isNew = header.every((name) => name === '');
  const known = isNew ? names : header;
  const positions = names.map((name) => known.indexOf(name));
  const missing = names.filter((_, at) => positions[at] === -1);
  if (missing.length > 0) throw unfit(title, `its first row does not name ${missing.join(', ')}`);
  const twice = names.filter((name) => known.indexOf(name) !== known.lastIndexOf(name));
  if (twice.length > 0) throw unfit(title, `several columns are named ${[...new Set(twice)].join(', ')}`);
  const dateAt = dateColumn === null ? null : known.indexOf(dateColumn.name);
  return { header: known, isNew, positions, width: Math.max(...positions) + 1, dateAt };
}

/** Rows of a sheet, from 0, without the last. */
export type RowRange = { readonly from: number; readonly to: number };

/** Where the new rows go, and which old ones go away. */
export type Place = {
  readonly at: number;
  readonly replaced: readonly RowRange[];
};

/** Rows of the date column that are read at a time. */
const PAGE_ROWS = 100_000;
/** Requests to delete rows in one commit. */
const MAX_RANGES = 1000;

/** The place of the rows: below the header when all rows are replaced, else below the last row with a value. Throws DESTINATION_SCHEMA. */
export async function findPlace(
  api: SheetsApi,
  { sheet }: SheetState,
  { isNew, positions, dateAt }: Layout,
  /** Null when the rows of all dates are replaced. */
  date: string | null,
): Promise<Place> {
  if (sheet === null) return { at: 1, replaced: [] };
  if (isNew) {
    if ((await findEnd(api, sheet, 1, null)) > 1) throw unfit(sheet.title, 'its first row holds no names of columns');
    return { at: 1, replaced: [] };
  }
  if (date === null || dateAt === null) return { at: 1, replaced: [] };
  const { end, replaced } = await findRows(api, sheet, dateAt, date);
  if (replaced.length > MAX_RANGES) {
    const reason = `the rows of ${date} stand in ${replaced.length} separate places; sort the sheet by date`;
    throw unfit(sheet.title, reason);
  }
  return { at: await findEnd(api, sheet, end, positions), replaced };
}

async function findRows(
  api: SheetsApi,
  { title, rows }: Sheet,
  column: number,
  date: string,
): Promise<{ readonly end: number; readonly replaced: readonly RowRange[] }> {
  const letters = columnLetters(column);
  const replaced: RowRange[] = [];
  let end = 1;
  for (let first = 1; first < rows; first += PAGE_ROWS) {
    const page = `${quoteTitle(title)}!${letters}${first + 1}:${letters}${Math.min(first + PAGE_ROWS, rows)}`;
    const [values = []] = await readValues(api, [page]);
    for (const [at, [value]] of values.entries()) {
      if (dateOf(value) !== date) continue;
      const row = first + at;
      const last = replaced.at(-1);
      if (last?.to === row) replaced[replaced.length - 1] = { from: last.from, to: row + 1 };
      else replaced.push({ from: row, to: row + 1 });
    }
    if (values.length > 0) end = first + values.length;
  }
  return { end, replaced };
}

/** The first row from which on the columns hold no value; null for all columns. Other columns may, such as formulas that people added. */
async function findEnd(
  api: SheetsApi,
  { title, rows }: Sheet,
  from: number,
  columns: readonly number[] | null,
): Promise<number> {
  if (from >= rows) return from;
  const [values = []] = await readValues(api, [`${quoteTitle(title)}!${from + 1}:${rows}`]);
  const isFilled = (row: readonly unknown[]): boolean =>
    columns === null ? row.length > 0 : columns.some((at) => row[at] !== undefined && row[at] !== '');
  return from + values.findLastIndex(isFilled) + 1;
}
