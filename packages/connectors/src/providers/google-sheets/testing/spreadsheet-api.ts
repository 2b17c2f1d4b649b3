import type { GoogleApi, GoogleRequest } from '../../../testing/google/stand-in.ts';
import type { Reply } from '../../../testing/google/token-endpoint.ts';
import { applyBatch, type Grid, type GridValue, InvalidRequest, setRows } from './spreadsheet.ts';

const sheetsError = (code: number, status: string, message: string): Reply => ({
  status: code,
  body: { error: { code, message, status } },
});

const READ = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const WRITE = 'https://www.googleapis.com/auth/spreadsheets';
const LETTERS = 26;

/**
 * One spreadsheet that can be written, as the public documentation of the Google Sheets API describes it: a batchUpdate is applied as a
 * whole or not at all, ids and titles of sheets are unique, values are stored as they are only with RAW.
 */
export function createSpreadsheetApi(id: string) {
  let sheets: Grid[] = [{ id: 0, title: 'Sheet1', hidden: false, rows: 1000, columns: 26, cells: [] }];
  const control = {
    maxCells: 10_000_000,
    /** Awaited before a batchUpdate is applied. */
    beforeBatch: async (_requests: readonly Readonly<Record<string, unknown>>[]): Promise<void> => undefined,
  };

  async function answer({ method, url, body }: GoogleRequest): Promise<unknown> {
    const path = url.pathname.slice(`/v4/spreadsheets/${id}`.length);
    const read = (): Readonly<Record<string, unknown>> => JSON.parse(body.toString()) as Record<string, unknown>;
    if (method === 'GET' && path === '') return { sheets: sheets.map(propertiesOf) };
    if (method === 'POST' && path === ':batchUpdate') {
      const requests = read()['requests'] as readonly Readonly<Record<string, unknown>>[];
      await control.beforeBatch(requests);
      sheets = applyBatch(sheets, requests, control.maxCells);
      return { spreadsheetId: id, replies: requests.map(() => ({})) };
    }
    const range = decodeURIComponent(/^\/values\/([^/]+)$/.exec(path)?.[1] ?? '');
    if (method === 'PUT' && range !== '') {
      const values = read()['values'] as readonly (readonly (string | number | boolean)[])[];
      const { sheet, fromRow, fromColumn } = find(sheets, range);
      const isRaw = url.searchParams.get('valueInputOption') === 'RAW';
      const enter = (value: string | number | boolean): GridValue =>
        !isRaw && typeof value === 'string' && value.startsWith('=') ? { formula: value } : value;
      setRows(
        sheet,
        fromRow,
        fromColumn,
        values.map((row) => row.map(enter)),
      );
      return { spreadsheetId: id, updatedRows: values.length };
    }
    if (method === 'GET' && range !== '') return valuesIn(range);
    if (method === 'GET' && path === '/values:batchGet')
      return { spreadsheetId: id, valueRanges: url.searchParams.getAll('ranges').map(valuesIn) };
    throw new InvalidRequest(`a request that this stand-in does not know: ${method} ${path}`);
  }

  function valuesIn(range: string) {
    const { sheet, fromRow, toRow, fromColumn, toColumn } = find(sheets, range);
    const values = sheet.cells.slice(fromRow, toRow).map((row) => {
      const cells = row.slice(fromColumn, toColumn).map((value) => value ?? '');
      while (cells.at(-1) === '') cells.pop();
      return cells;
    });
    while (values.at(-1)?.length === 0) values.pop();
    return { range, majorDimension: 'ROWS', ...(values.length === 0 ? {} : { values }) };
  }

  const api: GoogleApi = {
    paths: ['/v4/spreadsheets/'],
    scopes: ({ method }) => (method === 'GET' ? [READ, WRITE] : [WRITE]),
    async serve(request) {
      const [asked] = request.url.pathname.slice('/v4/spreadsheets/'.length).split(/[/:]/);
      if (asked !== id) return sheetsError(404, 'NOT_FOUND', 'Requested entity was not found.');
      try {
        return { status: 200, body: await answer(request) };
      } catch (error) {
        if (error instanceof InvalidRequest) return sheetsError(400, 'INVALID_ARGUMENT', error.message);
        throw error;
      }
    },
  };
  return {
    ...api,
    control,
    grids: (): readonly Grid[] => sheets,
    /** The cells of a sheet, without the empty ones at the end; undefined when there is none of that title. */
    values: (title: string) => sheets.find((sheet) => sheet.title === title)?.cells,
    /** Takes the place of a sheet, as a person who edits it. */
    edit: (
      title: string,
      cells: GridValue[][],
      size: { readonly rows?: number; readonly columns?: number } = {},
    ): void => {
      const held = sheets.find((sheet) => sheet.title === title);
      const { rows = 1000, columns = 26 } = size;
      if (held === undefined) {
        const next = Math.max(...sheets.map((sheet) => sheet.id)) + 1;
        sheets.push({ id: next, title, hidden: false, rows, columns, cells });
      } else held.cells = cells;
    },
    remove: (title: string): void => {
      sheets = sheets.filter((sheet) => sheet.title !== title);
    },
  };
}

const propertiesOf = ({ id, title, hidden, rows, columns }: Grid) => ({
  properties: {
    // Zero and false are left out.
    ...(id === 0 ? {} : { sheetId: id }),
    title,
    ...(hidden ? { hidden } : {}),
    gridProperties: { rowCount: rows, columnCount: columns },
  },
});

/** A range in A1 notation: 'Title'!A2:C9 and its shorter forms. */
function find(sheets: readonly Grid[], range: string) {
  const [, quoted, plain, cells = ''] = /^(?:'((?:[^']|'')*)'|([^'!]+))(?:!(.+))?$/.exec(range) ?? [];
  const title = quoted?.replaceAll("''", "'") ?? plain;
  const sheet = sheets.find((one) => one.title === title);
  const [, left = '', top = '', colon, right = '', bottom = ''] =
    /^([A-Z]*)(\d*)(?:(:)([A-Z]*)(\d*))?$/.exec(cells) ?? [];
  if (sheet === undefined || (cells !== '' && left === '' && top === ''))
    throw new InvalidRequest(`Unable to parse range: ${range}`);
  const fromRow = top === '' ? 0 : Number(top) - 1;
  if (fromRow >= sheet.rows)
    throw new InvalidRequest(
      `Range (${range}) exceeds grid limits. Max rows: ${sheet.rows}, max columns: ${sheet.columns}`,
    );
  const isOne = colon === undefined && cells !== '';
  return {
    sheet,
    fromRow,
    toRow: isOne ? fromRow + 1 : bottom === '' ? sheet.rows : Number(bottom),
    fromColumn: left === '' ? 0 : indexOf(left),
    toColumn: isOne ? indexOf(left) + 1 : right === '' ? sheet.columns : indexOf(right) + 1,
  };
}

const indexOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64, 0) - 1;
