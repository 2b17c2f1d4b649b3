import type { GoogleApi } from '../../../testing/google/stand-in.ts';
import type { Reply } from '../../../testing/google/token-endpoint.ts';

/** An error as this API answers it: with a status in words, and without a list of reasons. */
const sheetsError = (code: number, status: string, message: string): Reply => ({
  status: code,
  body: { error: { code, message, status } },
});

type Cell = { readonly value: string | number | boolean; readonly shown: string };

/**
 * The values of ranges as the public documentation of the Google Sheets API describes them: empty cells at the end of a row and empty
 * rows at the end of a range are left out. A range is the name of a sheet here, with or without cells behind it.
 */
export function createSheetsApi(id: string) {
  const sheets = new Map<string, readonly (readonly (Cell | string)[])[]>();
  const api: GoogleApi = {
    paths: ['/v4/spreadsheets/'],
    scopes: () => [
      'https://www.googleapis.com/auth/spreadsheets.readonly',
      'https://www.googleapis.com/auth/spreadsheets',
    ],
    serve({ url }) {
      const [, asked = '', range = ''] = /^\/v4\/spreadsheets\/([^/]+)\/values\/([^/]+)$/.exec(url.pathname) ?? [];
      if (asked !== id) return sheetsError(404, 'NOT_FOUND', 'Requested entity was not found.');
      const name = decodeURIComponent(range);
      const rows = sheets.get(name.split('!')[0] ?? '');
      if (rows === undefined) return sheetsError(400, 'INVALID_ARGUMENT', `Unable to parse range: ${name}`);
      const isShown = url.searchParams.get('valueRenderOption') !== 'UNFORMATTED_VALUE';
      const values = rows.map((row) => {
        const cells = row.map((cell) => (typeof cell === 'string' ? cell : isShown ? cell.shown : cell.value));
        while (cells.at(-1) === '') cells.pop();
        return cells;
      });
      while (values.at(-1)?.length === 0) values.pop();
      const held = values.length === 0 ? {} : { values };
      return { status: 200, body: { range: name, majorDimension: 'ROWS', ...held } };
    },
  };
  return { ...api, sheets };
}
