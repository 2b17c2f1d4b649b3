import { createHash } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import { ledgerDate, ledgerPurpose } from '../../delivery/ledger.ts';
import type { DeliveryRequest } from '../../spec.ts';
import { DESTINATION_PARAMETERS } from './connector.ts';
import { spreadsheetId } from './spreadsheet-id.ts';

/** The column that holds the report date. `inRows`: the rows bring it; else it is filled in. */
type DateColumn = { readonly name: string; readonly inRows: boolean };

/** Where a delivery goes, checked against its mode and columns. */
export type Target = {
  readonly spreadsheet: string;
  readonly sheet: string;
  readonly create: boolean;
  readonly dateColumn: DateColumn | null;
  /** Names of the columns in the order of the staged values: those of the rows, then a date column that is filled in. */
  readonly names: readonly string[];
  /** Names the upload, report date and purpose in the ledger. */
  readonly ledgerId: string;
};

/** Begins the names of the hidden sheets of deliveries. */
export const HIDDEN_PREFIX = '_switchboard_';
const MAX_TITLE = 100;
const MAX_COLUMNS = 18_278;

/** Reads the parameters of a delivery. Throws PARAMETER_INVALID, KEY_NOT_SUPPORTED or DESTINATION_SCHEMA. */
export function readTarget(request: DeliveryRequest): Target {
  const { refuse, ...values } = DESTINATION_PARAMETERS.read(request.name, request.parameters);
  const { mode, reportDate, key } = request;
  const { sheet, create, date_column: dateName } = values;
  if (mode === 'append' || mode === 'upsert')
    refuse('mode', 'cannot be used with sheets, whose rows are replaced; use replace_date or truncate');
  if (mode === 'replace_date' && reportDate === null)
    refuse('mode', 'cannot be replace_date for rows without a report date; use truncate');
  const spreadsheet =
    spreadsheetId(values.spreadsheet) ?? refuse('spreadsheet', 'is neither the id nor the address of a spreadsheet');
  if (sheet.trim() !== sheet || sheet.length > MAX_TITLE || sheet.startsWith(HIDDEN_PREFIX))
    refuse(
      'sheet',
      `is not the name of a sheet (at most ${MAX_TITLE} characters, not beginning with ${HIDDEN_PREFIX})`,
    );
  if (dateName.trim() !== dateName || dateName === '') refuse('date_column', 'is not the name of a column');
  if (key?.type === 'google_sheets') {
    const reason = 'an account that is connected as google_sheets may only read; uploads need a Google service account';
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  }
  const columns = request.columns.map(({ name }) => name);
  const isDateDeclared = typeof request.parameters['date_column'] === 'string';
  const needsDate = (mode === 'replace_date' || isDateDeclared) && reportDate !== null;
  const dateColumn = needsDate ? { name: dateName, inRows: columns.includes(dateName) } : null;
  const names = dateColumn === null || dateColumn.inRows ? columns : [...columns, dateColumn.name];
  const bad = names.filter((name) => name.trim() !== name || name === '');
  if (bad.length > 0) throw unfit(sheet, `its first row cannot name the columns ${JSON.stringify(bad)}`);
  if (names.length > MAX_COLUMNS)
    throw unfit(sheet, `the rows have ${names.length} columns, and a sheet takes ${MAX_COLUMNS}`);
  const identity = [
    request.accountId,
    request.name,
    ledgerDate(request, mode === 'truncate') ?? '',
    ledgerPurpose(request),
  ];
  const ledgerId = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return { spreadsheet, sheet, create, dateColumn, names, ledgerId };
}

/** The sheet does not take these rows. */
export const unfit = (sheet: string, reason: string): PipelineError =>
  new PipelineError('DESTINATION_SCHEMA', { table: sheet, reason });
