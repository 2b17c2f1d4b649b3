import type { DeliveryRequest } from '../../spec.ts';
import type { Sheet, SheetRequest } from './api.ts';
import { type Layout, ledgerTitle, type Place, type SheetState } from './sheet-state.ts';
import type { Target } from './target.ts';

/** The contents of a commit, and the state it replaces. */
export type Commit = {
  readonly state: SheetState;
  readonly layout: Layout;
  readonly place: Place;
  readonly stageId: number;
  /** Rows in the stage. */
  readonly rows: number;
  readonly sha256: string;
  /** Epoch milliseconds. */
  readonly now: number;
};

const LEDGER_COLUMNS = 7;
const MAX_ID = 2 ** 31 - 1;

/** A new id of a sheet, which no sheet of the spreadsheet has. */
export function freeSheetId(sheets: readonly Sheet[], from = Math.floor(Math.random() * MAX_ID)): number {
  const taken = new Set(sheets.map(({ id }) => id));
  let id = from % MAX_ID;
  while (id === 0 || taken.has(id)) id = (id + 1) % MAX_ID;
  return id;
}

/**
 * The requests of one commit, which are applied together or not at all. They fail when another commit came first: then the ledger
 * that they delete is gone, or the sheet or ledger that they create exists.
 */
export function commitRequests(request: DeliveryRequest, target: Target, commit: Commit): readonly SheetRequest[] {
  const { state, layout, place, stageId, rows } = commit;
  const { width } = layout;
  const id = state.sheet?.id ?? freeSheetId(state.sheets);
  const runs = columnRuns(layout.positions);
  return [
    ...ledgerRequests(request, target, commit, id),
    ...(state.sheet === null
      ? [addSheet(id, target.sheet, 1 + rows, width, false)]
      : growRequests(state.sheet, place.at + rows, width)),
    ...(layout.isNew ? [writeCells(id, 0, layout.header)] : []),
    ...(request.mode === 'truncate' ? runs.map((run) => clearRows(id, run)) : []),
    ...runs.map((run) => {
      const source = { sheetId: stageId, startRowIndex: 0, endRowIndex: rows, ...run };
      const destination = { sheetId: id, startRowIndex: place.at, endRowIndex: place.at + rows, ...run };
      return { copyPaste: { source, destination, pasteType: 'PASTE_VALUES', pasteOrientation: 'NORMAL' } };
    }),
    // From below, so that each deletion leaves the places of the others.
    ...[...place.replaced].reverse().map(({ from, to }) => ({
      deleteDimension: { range: { sheetId: id, dimension: 'ROWS', startIndex: from, endIndex: to } },
    })),
    { deleteSheet: { sheetId: stageId } },
  ];
}

/** Replaces the ledger by a copy that holds the result, or creates it. */
function ledgerRequests(
  request: DeliveryRequest,
  { ledgerId }: Target,
  { state, sha256, now }: Commit,
  sheetId: number,
): readonly SheetRequest[] {
  const { name, fence, epoch, reportDate } = request;
  const entry = [ledgerId, `${fence}`, `${epoch}`, sha256, name, reportDate ?? '', new Date(now).toISOString()];
  const title = ledgerTitle(sheetId);
  const { ledger, sheets, heldRow } = state;
  if (ledger === null) {
    const id = freeSheetId([...sheets, { id: sheetId, title: '', rows: 0, columns: 0 }]);
    return [addSheet(id, title, 1, LEDGER_COLUMNS, true), writeCells(id, 0, entry)];
  }
  const id = freeSheetId(sheets, ledger.id + 1);
  const appended = { appendCells: { sheetId: id, rows: [rowOf(entry)], fields: 'userEnteredValue' } };
  return [
    // There are two sheets at least: the one that takes the rows, and the ledger.
    {
      duplicateSheet: {
        sourceSheetId: ledger.id,
        insertSheetIndex: 1,
        newSheetId: id,
        newSheetName: `${title}_${id}`,
      },
    },
    { deleteSheet: { sheetId: ledger.id } },
    { updateSheetProperties: { properties: { sheetId: id, title, hidden: true }, fields: 'title,hidden' } },
    heldRow === null ? appended : writeCells(id, heldRow, entry),
  ];
}

/** A sheet of its own size, with an id that the caller chose. */
export const addSheet = (
  sheetId: number,
  title: string,
  rowCount: number,
  columnCount: number,
  hidden: boolean,
): SheetRequest => ({
  addSheet: { properties: { sheetId, title, hidden, gridProperties: { rowCount, columnCount } } },
});

const rowOf = (texts: readonly string[]): SheetRequest => ({
  values: texts.map((text) => (text === '' ? {} : { userEnteredValue: { stringValue: text } })),
});

/** Writes texts into a row, from its first cell on. */
const writeCells = (sheetId: number, rowIndex: number, texts: readonly string[]): SheetRequest => ({
  updateCells: { start: { sheetId, rowIndex, columnIndex: 0 }, rows: [rowOf(texts)], fields: 'userEnteredValue' },
});

/** Empties columns below the first row; formats stay. */
const clearRows = (sheetId: number, run: ColumnRun): SheetRequest => ({
  updateCells: { range: { sheetId, startRowIndex: 1, ...run }, fields: 'userEnteredValue' },
});

/** Columns side by side, from 0, without the last. */
type ColumnRun = { readonly startColumnIndex: number; readonly endColumnIndex: number };

/** The columns that take values. Those between them belong to others, and are left alone. */
function columnRuns(positions: readonly number[]): readonly ColumnRun[] {
  const runs: ColumnRun[] = [];
  for (const at of [...positions].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last?.endColumnIndex === at) runs[runs.length - 1] = { ...last, endColumnIndex: at + 1 };
    else runs.push({ startColumnIndex: at, endColumnIndex: at + 1 });
  }
  return runs;
}

/** Appends the rows and columns that a sheet lacks. */
function growRequests(
  { id, rows, columns }: Sheet,
  neededRows: number,
  neededColumns: number,
): readonly SheetRequest[] {
  const append = (dimension: 'ROWS' | 'COLUMNS', length: number): readonly SheetRequest[] =>
    length > 0 ? [{ appendDimension: { sheetId: id, dimension, length } }] : [];
  return [...append('ROWS', neededRows - rows), ...append('COLUMNS', neededColumns - columns)];
}
