import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { defineParameters } from '../../parameters/define-parameters.ts';

export const SOURCE_PARAMETERS = defineParameters({
  spreadsheet: {
    type: 'string',
    required: true,
    doc: 'Id of the spreadsheet, or its address in the browser.',
  },
  range: {
    type: 'string',
    required: true,
    syntax: 'template',
    doc: 'Name of a sheet, or cells in A1 notation, such as Orders!A1:F. {YYYY-MM-DD} and the like stand for the report date.',
  },
  values: {
    type: 'string',
    default: 'unformatted',
    allowed: ['unformatted', 'formatted'],
    doc: 'Whether numbers are read as they are, or as the sheet shows them. Dates and times are always read as shown.',
  },
  header_row: {
    type: 'integer',
    default: 1,
    minimum: 1,
    maximum: 1000,
    doc: 'Row of the range that holds the names of the columns; rows above it are left out. Columns without a name are, too.',
  },
});

export const DESTINATION_PARAMETERS = defineParameters({
  spreadsheet: {
    type: 'string',
    required: true,
    doc: 'Id of the spreadsheet, or its address in the browser. It must exist and be shared with the service account as an editor; accounts that are connected as google_sheets may only read. It has at most 10,000,000 cells, those of the hidden sheet in which the rows are staged included.',
  },
  sheet: {
    type: 'string',
    required: true,
    doc: 'Name of the sheet that takes the rows. Its first row holds the names of the columns, in any order; other columns are left alone. Integers and decimals of up to 15 digits and all floats become numbers, booleans become TRUE or FALSE, and everything else is text of at most 50,000 characters that is never taken for a formula: longer numbers, dates, times and JSON, which come back as they were. A decimal that became a number comes back without zeros at its end, and an empty text as nothing. The hidden sheet whose name begins with _switchboard_ledger_ records what was delivered: keep it.',
  },
  create: { type: 'boolean', default: true, doc: 'Whether to create the sheet when it is missing.' },
  date_column: {
    type: 'string',
    default: 'report_date',
    doc: 'Column that holds the report date, as a text that begins with it or as a date of the sheet; filled in by the upload when the rows have no such column.',
  },
});

/** Google Sheets as a source and as a destination, by its REST API. */
export const connector: ConnectorSpec = {
  name: 'google_sheets',
  displayName: 'Google Sheets',
  keyTypes: ['google_sheets', ...keyTypesOfForm('google')],
  keyRequired: true,
  source: { parameters: SOURCE_PARAMETERS.specs },
  destination: {
    parameters: DESTINATION_PARAMETERS.specs,
    modes: ['replace_date', 'truncate'],
    modeDocs: {
      replace_date:
        'The rows of the report date, identified by date_column, are deleted with all their cells, and the new ones follow below the last row; other dates stay. Every row must hold that date, or none has the column and the upload fills it in.',
      truncate:
        'All rows below the first are replaced, in the columns of the upload. Readers see the old rows until the new ones are complete.',
    },
    shownAs: 'google_sheets · {sheet}',
    container: { noun: 'spreadsheet', parameters: ['spreadsheet'], object: 'sheet', coveredBy: 'name' },
  },
};
