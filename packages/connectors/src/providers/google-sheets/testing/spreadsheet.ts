/** A value of a cell; null for an empty one. A formula is what the person entered, as it is never calculated here. */
export type GridValue = string | number | boolean | { readonly formula: string } | null;

export type Grid = {
  id: number;
  title: string;
  hidden: boolean;
  rows: number;
  columns: number;
  /** Rows and cells that were never filled are missing. */
  cells: GridValue[][];
};

/** A request that the API refuses, with its words. */
export class InvalidRequest extends Error {}

type Body = Readonly<Record<string, unknown>>;
type Range = {
  readonly sheetId: number;
  readonly startRowIndex: number;
  readonly endRowIndex: number;
  readonly startColumnIndex: number;
  readonly endColumnIndex: number;
};

const MAX_CHARACTERS = 50_000;

/** Applies requests of a batchUpdate to copies of the sheets, and returns them: all requests are applied, or none. */
export function applyBatch(sheets: readonly Grid[], requests: readonly Body[], maxCells: number): Grid[] {
  const changed = sheets.map((sheet) => ({ ...sheet, cells: sheet.cells.map((row) => [...row]) }));
  for (const [index, request] of requests.entries()) {
    const [kind = '', body] = Object.entries(request)[0] ?? [];
    const apply = REQUESTS[kind];
    try {
      if (apply === undefined) throw new InvalidRequest('No request set.');
      apply(changed, body as Body);
      const cells = changed.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
      if (cells > maxCells)
        throw new InvalidRequest(
          `This action would increase the number of cells in the workbook above the limit of ${maxCells} cells.`,
        );
    } catch (error) {
      if (error instanceof InvalidRequest)
        throw new InvalidRequest(`Invalid requests[${index}].${kind}: ${error.message}`, { cause: error });
      throw error;
    }
  }
  return changed;
}

const REQUESTS: Readonly<Record<string, (sheets: Grid[], body: Body) => void>> = {
  addSheet(sheets, { properties }) {
    const { sheetId, title, hidden, gridProperties } = properties as Body;
    const { rowCount, columnCount } = gridProperties as { readonly rowCount: number; readonly columnCount: number };
    claim(sheets, Number(sheetId), String(title));
    const size = { rows: rowCount, columns: columnCount };
    sheets.push({ id: Number(sheetId), title: String(title), hidden: hidden === true, ...size, cells: [] });
  },
  duplicateSheet(sheets, { sourceSheetId, newSheetId, newSheetName, insertSheetIndex }) {
    const source = gridOf(sheets, sourceSheetId);
    claim(sheets, Number(newSheetId), String(newSheetName));
    const copy = { ...source, id: Number(newSheetId), title: String(newSheetName), hidden: false };
    sheets.splice(Number(insertSheetIndex), 0, { ...copy, cells: source.cells.map((row) => [...row]) });
  },
  deleteSheet(sheets, { sheetId }) {
    const sheet = gridOf(sheets, sheetId);
    sheets.splice(sheets.indexOf(sheet), 1);
    if (sheets.every(({ hidden }) => hidden))
      throw new InvalidRequest("You can't remove all the sheets in a document.");
  },
  updateSheetProperties(sheets, { properties }) {
    const { sheetId, title, hidden } = properties as Body;
    const sheet = gridOf(sheets, sheetId);
    if (sheet.title !== title) claim(sheets, -1, String(title));
    Object.assign(sheet, { title, hidden });
  },
  appendDimension(sheets, { sheetId, dimension, length }) {
    const sheet = gridOf(sheets, sheetId);
    if (dimension === 'ROWS') sheet.rows += Number(length);
    else sheet.columns += Number(length);
  },
  deleteDimension(sheets, { range }) {
    const { sheetId, dimension, startIndex, endIndex } = range as Body;
    const sheet = gridOf(sheets, sheetId);
    const [from, to] = [Number(startIndex), Number(endIndex)];
    if (dimension !== 'ROWS' || to > sheet.rows) throw new InvalidRequest('range is out of bounds');
    if (to - from >= sheet.rows) throw new InvalidRequest("You can't delete all the rows on the sheet.");
    sheet.cells.splice(from, to - from);
    sheet.rows -= to - from;
  },
  updateCells(sheets, { start, range, rows }) {
    if (start === undefined) {
      for (const { sheet, row, column } of cellsIn(sheets, range as Body)) setCell(sheet, row, column, null);
      return;
    }
    const { sheetId, rowIndex, columnIndex } = start as Body;
    setRows(gridOf(sheets, sheetId), Number(rowIndex), Number(columnIndex), valuesOf(rows));
  },
  appendCells(sheets, { sheetId, rows }) {
    const sheet = gridOf(sheets, sheetId);
    const values = valuesOf(rows);
    const last = sheet.cells.findLastIndex((row) => row.some((value) => value !== null)) + 1;
    sheet.rows = Math.max(sheet.rows, last + values.length);
    setRows(sheet, last, 0, values);
  },
  copyPaste(sheets, { source, destination, pasteType }) {
    if (pasteType !== 'PASTE_VALUES') throw new InvalidRequest('a paste that this stand-in does not know');
    const [from, to] = [rangeOf(sheets, source as Body), rangeOf(sheets, destination as Body)];
    const values = gridOf(sheets, from.sheetId);
    const target = gridOf(sheets, to.sheetId);
    if (to.endRowIndex > target.rows || to.endColumnIndex > target.columns)
      throw new InvalidRequest('destination exceeds grid limits.');
    for (let row = 0; row < from.endRowIndex - from.startRowIndex; row += 1)
      for (let column = 0; column < from.endColumnIndex - from.startColumnIndex; column += 1) {
        const value = values.cells[from.startRowIndex + row]?.[from.startColumnIndex + column] ?? null;
        setCell(target, to.startRowIndex + row, to.startColumnIndex + column, value);
      }
  },
};

function gridOf(sheets: readonly Grid[], id: unknown): Grid {
  const sheet = sheets.find((one) => one.id === id);
  if (sheet === undefined) throw new InvalidRequest(`No sheet with id: ${String(id)}`);
  return sheet;
}

function claim(sheets: readonly Grid[], id: number, title: string): void {
  if (sheets.some((sheet) => sheet.id === id))
    throw new InvalidRequest(`A sheet with id ${id} already exists. Please choose another id.`);
  if (sheets.some((sheet) => sheet.title.toLowerCase() === title.toLowerCase()))
    throw new InvalidRequest(`A sheet with the name "${title}" already exists. Please enter another name.`);
}

/** A range whose missing ends are those of the grid. */
function rangeOf(sheets: readonly Grid[], range: Body): Range {
  const { id, rows, columns } = gridOf(sheets, range['sheetId']);
  const index = (name: string, fallback: number): number => Number(range[name] ?? fallback);
  return {
    sheetId: id,
    startRowIndex: index('startRowIndex', 0),
    endRowIndex: index('endRowIndex', rows),
    startColumnIndex: index('startColumnIndex', 0),
    endColumnIndex: index('endColumnIndex', columns),
  };
}

function* cellsIn(sheets: readonly Grid[], range: Body) {
  const { sheetId, startRowIndex, endRowIndex, startColumnIndex, endColumnIndex } = rangeOf(sheets, range);
  const sheet = gridOf(sheets, sheetId);
  for (let row = startRowIndex; row < Math.min(endRowIndex, sheet.cells.length); row += 1)
    for (let column = startColumnIndex; column < endColumnIndex; column += 1) yield { sheet, row, column };
}

/** The values of rows as updateCells has them. */
const valuesOf = (rows: unknown): GridValue[][] =>
  (
    rows as readonly { readonly values: readonly { readonly userEnteredValue?: { readonly stringValue: string } }[] }[]
  ).map(({ values }) => values.map(({ userEnteredValue }) => userEnteredValue?.stringValue ?? null));

/** Writes rows from a cell on. */
export function setRows(sheet: Grid, row: number, column: number, values: readonly (readonly GridValue[])[]): void {
  const width = Math.max(0, ...values.map(({ length }) => length));
  if (row + values.length > sheet.rows || column + width > sheet.columns)
    throw new InvalidRequest(
      `Range (${sheet.title}) exceeds grid limits. Max rows: ${sheet.rows}, max columns: ${sheet.columns}`,
    );
  for (const [y, cells] of values.entries())
    for (const [x, value] of cells.entries()) setCell(sheet, row + y, column + x, value);
}

function setCell(sheet: Grid, row: number, column: number, value: GridValue): void {
  if (typeof value === 'string' && value.length > MAX_CHARACTERS)
    throw new InvalidRequest(
      `Your input contains more than the maximum of ${MAX_CHARACTERS} characters in a single cell.`,
    );
  while (sheet.cells.length <= row) sheet.cells.push([]);
  const cells = sheet.cells[row] ?? [];
  while (cells.length <= column) cells.push(null);
  cells[column] = value === '' ? null : value;
}
