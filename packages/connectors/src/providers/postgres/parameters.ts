import { PipelineError } from '@switchboard/model';
import { readParameters } from '../../parameters/read-parameters.ts';
import type { DeliveryRequest } from '../../spec.ts';
import { DESTINATION_PARAMETERS } from './connector.ts';

/** The column that holds the report date. `inRows`: the rows bring it; else it is filled in. */
export type DateColumn = { readonly name: string; readonly inRows: boolean };

export type PostgresParameters = {
  readonly schema: string;
  readonly table: string;
  readonly create: boolean;
  /** Null when neither the mode nor the script asks for one. */
  readonly dateColumn: DateColumn | null;
  /** Empty but for upsert. */
  readonly keyColumns: readonly string[];
};

const LONGEST_NAME = 63;

/** The parameters of one delivery, checked against its mode and columns. Throws PARAMETER_INVALID or DESTINATION_SCHEMA. */
export function readPostgresParameters(request: DeliveryRequest): PostgresParameters {
  const values = DESTINATION_PARAMETERS.read(request.name, request.parameters);
  const { refuse } = values;
  const named = (parameter: string, value: string): string =>
    isName(value) ? value : refuse(parameter, `is not a valid name in PostgreSQL (at most ${LONGEST_NAME} bytes)`);
  const schema = named('schema', values.schema);
  const table = named('table', values.table);
  const columns = new Set(request.columns.map((column) => column.name));
  const unnameable = [...columns].filter((column) => !isName(column));
  if (unnameable.length > 0) {
    const reason = `PostgreSQL takes no column named ${unnameable.join(', ')} (at most ${LONGEST_NAME} bytes)`;
    throw new PipelineError('DESTINATION_SCHEMA', { table: `${schema}.${table}`, reason });
  }
  const isDateDeclared = typeof request.parameters['date_column'] === 'string';
  const needsDate = request.mode === 'replace_date' || isDateDeclared;
  if (needsDate && request.reportDate === null) {
    if (request.mode === 'replace_date')
      refuse('mode', 'cannot be replace_date for rows without a report date; use truncate');
  }
  const dateName = named('date_column', values.date_column);
  const keyColumns = request.mode === 'upsert' ? keyColumnsOf(request) : [];
  if (request.mode === 'upsert' && keyColumns.length === 0) refuse('key_columns', 'is missing; mode upsert needs it');
  const unknownKey = keyColumns.find((column) => !columns.has(column));
  if (unknownKey !== undefined) refuse('key_columns', `names ${unknownKey}, which is not a column of the upload`);
  const dateColumn =
    needsDate && request.reportDate !== null ? { name: dateName, inRows: columns.has(dateName) } : null;
  return { schema, table, create: values.create, dateColumn, keyColumns };
}

/** A parameter that all declarations have. */
const keyColumnsOf = ({ name, parameters }: DeliveryRequest): readonly string[] =>
  readParameters(name, parameters).strings('key_columns') ?? [];

const isName = (name: string): boolean =>
  name !== '' && !name.includes('\u0000') && Buffer.byteLength(name) <= LONGEST_NAME;
