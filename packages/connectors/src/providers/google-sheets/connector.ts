import { type ConnectorSpec, keyTypesOfForm } from '@switchboard/model';
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

/** Google Sheets as a source, by its REST API. */
export const connector: ConnectorSpec = {
  name: 'google_sheets',
  displayName: 'Google Sheets',
  keyTypes: ['google_sheets', ...keyTypesOfForm('google')],
  keyRequired: true,
  source: { parameters: SOURCE_PARAMETERS.specs },
};
