import { pipeline, Readable } from 'node:stream';
import { PipelineError } from '@switchboard/model/errors/errors';
import { fillTemplate } from '@switchboard/model/plan';
import { callForJson } from '../../google/call-google.ts';
import { openGoogleAccess } from '../../google/google-access.ts';
import { googleSourceFailure } from '../../google/google-failure.ts';
import { countBody } from '../../listing/count-body.ts';
import type { ConnectorContext, SourceConnector, SourceFile, SourceRequest } from '../../spec.ts';
import { SOURCE_PARAMETERS } from './connector.ts';
import { spreadsheetId, spreadsheetUrl } from './spreadsheet-id.ts';

const HOST = 'sheets.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';

/** The cells of a range as a CSV file. Google answers a range as a whole, so it is held in memory: at most 32 MB. */
export const source: SourceConnector = {
  async fetch(request, context) {
    const asked = readAsked(request);
    return { kind: 'files', files: readCells(request, asked, context) };
  },
};

type Asked = {
  readonly id: string;
  readonly range: string;
  readonly render: 'UNFORMATTED_VALUE' | 'FORMATTED_VALUE';
  readonly headerRow: number;
};

/** Throws PARAMETER_INVALID. */
function readAsked({ name, parameters, reportDate }: SourceRequest): Asked {
  const {
    spreadsheet,
    range: template,
    values,
    header_row: headerRow,
    refuse,
  } = SOURCE_PARAMETERS.read(name, parameters);
  const id = spreadsheetId(spreadsheet) ?? refuse('spreadsheet', 'is neither the id nor the address of a spreadsheet');
  const range = fillTemplate(template, reportDate, { name });
  if (/\{[^{}]*\}/.test(range)) refuse('range', 'holds a token that cannot be filled in; there may be no report dates');
  return { id, range, render: values === 'formatted' ? 'FORMATTED_VALUE' : 'UNFORMATTED_VALUE', headerRow };
}

async function* readCells(
  request: SourceRequest,
  { id, range, render, headerRow }: Asked,
  context: ConnectorContext,
): AsyncGenerator<SourceFile> {
  const { name, key, reportDate } = request;
  const place = spreadsheetUrl(id);
  let values: unknown;
  try {
    const access = openGoogleAccess(name, key, SCOPE, context);
    const url = new URL(`${access.origin(HOST)}/v4/spreadsheets/${id}/values/${encodeURIComponent(range)}`);
    url.searchParams.set('majorDimension', 'ROWS');
    url.searchParams.set('valueRenderOption', render);
    // Else dates are numbers of days.
    url.searchParams.set('dateTimeRenderOption', 'FORMATTED_STRING');
    values = (await callForJson(access, { method: 'GET', url: url.href }, context))['values'];
  } catch (error) {
    throw googleSourceFailure(error, { name, key: key?.name ?? '', place });
  }
  const csv = toCsv(Array.isArray(values) ? (values as unknown[]) : [], headerRow);
  if (csv === null) {
    const body = `row ${headerRow} of ${range} holds no names of columns`;
    throw new PipelineError('SOURCE_BAD_REQUEST', { name, url: place, status: 200, body });
  }
  const filename = `${[name, ...(reportDate === null ? [] : [reportDate])].join('-')}.csv`;
  const endedEarly = (got: number): PipelineError =>
    new PipelineError('SOURCE_ENDED_EARLY', { file: filename, got, expected: csv.length });
  const body = countBody({ expected: csv.length, onBytes: context.onBytes, endedEarly });
  pipeline(Readable.from([csv]), body, () => undefined);
  yield { filename, url: place, body, expectedBytes: csv.length, contentType: 'text/csv' };
}

/**
 * The rows below the header as CSV: RFC 4180, an empty cell is nothing. Rows without any value are left out. Null when the header
 * has no name.
 */
function toCsv(rows: readonly unknown[], headerRow: number): Buffer | null {
  const cellsOf = (row: unknown): readonly string[] => (Array.isArray(row) ? row.map(cellText) : []);
  const columns = cellsOf(rows[headerRow - 1]).flatMap((title, index) =>
    title.trim() === '' ? [] : [{ title: title.trim(), index }],
  );
  if (columns.length === 0) return null;
  const lines = [columns.map(({ title }) => csvValue(title))];
  for (const row of rows.slice(headerRow)) {
    // The API leaves out the empty cells at the end of a row.
    const cells = cellsOf(row);
    const values = columns.map(({ index }) => cells[index] ?? '');
    if (values.some((value) => value !== '')) lines.push(values.map(csvValue));
  }
  return Buffer.from(lines.map((line) => `${line.join(',')}\n`).join(''));
}

const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const csvValue = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
