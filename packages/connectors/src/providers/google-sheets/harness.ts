import { onTestFinished } from 'vitest';
import { sameSpelling } from '../../testing/every-type.ts';
import { startGoogleStandIn } from '../../testing/google/stand-in.ts';
import type { OpenExample, OpenHarness, TestServer } from '../../testing/harness.ts';
import { RSA_PEMS } from '../../testing/rsa-pems.ts';
import { createSheetsApi } from './testing/sheets.ts';
import type { GridValue } from './testing/spreadsheet.ts';
import { createSpreadsheetApi } from './testing/spreadsheet-api.ts';

export const testServer: TestServer = {
  server: 'a stand-in of ours of the documented REST API, which also misbehaves',
  others: [],
  isApart: true,
  without: {},
};

const SPREADSHEET = 'spreadsheet-of-tests';

export const openHarness: OpenHarness = async () => {
  const spreadsheet = createSpreadsheetApi(SPREADSHEET);
  const google = await startGoogleStandIn(spreadsheet);
  const stages = (): readonly string[] =>
    spreadsheet.grids().flatMap(({ title }) => (title.includes('_stage_') ? [title] : []));
  return {
    key: google.tokens.key(),
    wrongKeys: [
      google.tokens.key({ client_email: 'denied@acme.example' }),
      google.tokens.key({ private_key: RSA_PEMS.stranger }),
    ],
    folders: { read: [], write: [] },
    // An empty text and nothing are the same cell, and a number has no zeros at its end.
    sameSpelling: (columns, row) =>
      sameSpelling(columns, row).map((value, index) => {
        if (value === null || value === '') return null;
        const isShort = value.replace(/\D/g, '').replace(/^0+/, '').length <= 15;
        return columns[index]?.type.kind === 'decimal' && isShort ? String(Number(value)) : value;
      }),
    place: async (sheet) => {
      const before = stages();
      return {
        parameters: () => ({ spreadsheet: SPREADSHEET, sheet, date_column: 'report_date' }),
        rows: async (columns, reportDate) => {
          const [header = [], ...rows] = spreadsheet.values(sheet) ?? [];
          const dateAt = header.indexOf('report_date');
          return rows.flatMap((row) =>
            row[dateAt] === reportDate ? [columns.map((column) => textOf(row[header.indexOf(column)]))] : [],
          );
        },
        leftovers: async () => stages().filter((title) => !before.includes(title)),
      };
    },
    close: google.close,
  };
};

const textOf = (value: GridValue | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === 'object' ? value.formula : String(value);

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const api = createSheetsApi('spreadsheet-of-tests');
  api.sheets.set('Orders', [
    ['a', 'b'],
    ['1', '2'],
  ]);
  const google = await startGoogleStandIn(api);
  onTestFinished(google.close);
  give(google.tokens.key());
  return { spreadsheet: 'spreadsheet-of-tests', range: 'Orders' };
};
