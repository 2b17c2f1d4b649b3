import { callForJson, type GoogleCall } from '../../google/call-google.ts';
import type { GoogleAccess } from '../../google/google-access.ts';
import { GoogleFailure } from '../../google/google-failure.ts';
import { pauseFor } from '../../network/pause.ts';
import type { ConnectorContext } from '../../spec.ts';

const HOST = 'sheets.googleapis.com';
export const WRITE_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
/** Tries of one request while the quota of a minute is used up: with pauses that double, they span two minutes. */
const QUOTA_TRIES = 8;
const FIRST_QUOTA_PAUSE_MS = 1000;

type Json = Readonly<Record<string, unknown>>;

/** The API of one spreadsheet. */
export type SheetsApi = {
  readonly access: GoogleAccess;
  readonly spreadsheet: string;
  readonly context: Pick<ConnectorContext, 'egress' | 'signal' | 'pause'>;
};

/** A sheet: its id, its title, and the size of its grid. */
export type Sheet = {
  readonly id: number;
  readonly title: string;
  readonly rows: number;
  readonly columns: number;
};

/** One of the requests of a batchUpdate. */
export type SheetRequest = Json;

/** Every sheet of the spreadsheet. */
export async function listSheets(api: SheetsApi): Promise<readonly Sheet[]> {
  const fields = 'sheets.properties(sheetId,title,gridProperties(rowCount,columnCount))';
  const { sheets } = await call(api, { method: 'GET', path: '', query: [['fields', fields]] });
  return itemsOf(sheets).map(({ properties }) => {
    const { sheetId, title, gridProperties } = isRecord(properties) ? properties : {};
    const { rowCount, columnCount } = isRecord(gridProperties) ? gridProperties : {};
    // Zero is left out of answers.
    return {
      id: Number(sheetId ?? 0),
      title: String(title),
      rows: Number(rowCount ?? 0),
      columns: Number(columnCount ?? 0),
    };
  });
}

/** The values of ranges, row by row, without the empty cells at the end. Dates are serial numbers. */
export async function readValues(
  api: SheetsApi,
  ranges: readonly string[],
): Promise<readonly (readonly (readonly unknown[])[])[]> {
  const query: [string, string][] = [
    ...ranges.map((range): [string, string] => ['ranges', range]),
    ['majorDimension', 'ROWS'],
    ['valueRenderOption', 'UNFORMATTED_VALUE'],
    ['dateTimeRenderOption', 'SERIAL_NUMBER'],
  ];
  const { valueRanges } = await call(api, { method: 'GET', path: '/values:batchGet', query });
  const answers = itemsOf(valueRanges);
  return ranges.map((_, at) => {
    const values = answers[at]?.['values'];
    return Array.isArray(values) ? values.map((row: unknown) => (Array.isArray(row) ? (row as unknown[]) : [])) : [];
  });
}

/**
 * Writes values as they are from a cell on, never as formulas. Returns how many rows the API confirms.
 * @param body the rows as JSON: a ValueRange of the API
 */
export async function writeValues(api: SheetsApi, from: string, body: Buffer): Promise<number> {
  const path = `/values/${encodeURIComponent(from)}`;
  const query: [string, string][] = [['valueInputOption', 'RAW']];
  const { updatedRows } = await withinQuota(api, () => call(api, { method: 'PUT', path, query, body }));
  return Number(updatedRows ?? 0);
}

/** Applies requests together, or none of them. */
export const applyRequests = (api: SheetsApi, requests: readonly SheetRequest[]): Promise<Json> =>
  call(api, { method: 'POST', path: ':batchUpdate', body: { requests } });

/** Whether the API found a request invalid, so that it applied none of them. */
export const isInvalid = (error: unknown): boolean => error instanceof GoogleFailure && error.status === 400;

/** A title in A1 notation. */
export const quoteTitle = (title: string): string => `'${title.replaceAll("'", "''")}'`;

/** The letters of a column, whose index begins at 0. */
export const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

type Call = Pick<GoogleCall, 'method' | 'body'> & {
  readonly path: string;
  readonly query?: readonly (readonly [string, string])[];
};

function call({ access, spreadsheet, context }: SheetsApi, { method, path, query = [], body }: Call): Promise<Json> {
  const url = new URL(`${access.origin(HOST)}/v4/spreadsheets/${spreadsheet}${path}`);
  for (const [name, value] of query) url.searchParams.append(name, value);
  const headers = { 'content-type': 'application/json' };
  return callForJson(access, { method, url: url.href, ...(body === undefined ? {} : { headers, body }) }, context);
}

/** Repeats a request that exceeds the quota of a minute until the next minutes allow it. */
async function withinQuota<Result>({ context }: SheetsApi, once: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once();
    } catch (error) {
      const isOverQuota = error instanceof GoogleFailure && error.status === 429;
      if (!isOverQuota || tries === QUOTA_TRIES) throw error;
      await pauseFor(FIRST_QUOTA_PAUSE_MS * 2 ** (tries - 1), context);
    }
  }
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const itemsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
