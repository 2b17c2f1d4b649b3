import { type ParameterSpec, PipelineError } from '@switchboard/model';
import { readParameters } from '../../fields.ts';
import type { DeliveryRequest } from '../../spec.ts';

export const POSTGRES_PARAMETERS: readonly ParameterSpec[] = [
  { name: 'schema', type: 'string', required: false, default: 'public', doc: 'Schema of the table.' },
  { name: 'table', type: 'string', required: true, doc: 'Table that takes the rows.' },
  {
    name: 'create',
    type: 'boolean',
    required: false,
    default: true,
    doc: 'Whether to make the schema and the table when they are missing.',
  },
  {
    name: 'date_column',
    type: 'string',
    required: false,
    default: 'report_date',
    doc: 'Column that holds the report date; filled in by the upload when the rows have no such column.',
  },
];

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
  const read = readParameters(request.name, request.parameters);
  const named = (parameter: string, value: string): string =>
    isName(value) ? value : read.refuse(parameter, `is not a valid name in PostgreSQL (at most ${LONGEST_NAME} bytes)`);
  const schema = named('schema', read.text('schema') ?? 'public');
  const table = named('table', read.requiredText('table'));
  const columns = new Set(request.columns.map((column) => column.name));
  const unnameable = [...columns].filter((column) => !isName(column));
  if (unnameable.length > 0) {
    const reason = `PostgreSQL takes no column named ${unnameable.join(', ')} (at most ${LONGEST_NAME} bytes)`;
    throw new PipelineError('DESTINATION_SCHEMA', { table: `${schema}.${table}`, reason });
  }
  const declaredDate = read.text('date_column');
  const needsDate = request.mode === 'replace_date' || declaredDate !== undefined;
  if (needsDate && request.reportDate === null) {
    if (request.mode === 'replace_date')
      read.refuse('mode', 'cannot be replace_date for rows without a report date; use truncate');
  }
  const dateName = named('date_column', declaredDate ?? 'report_date');
  const keyColumns = request.mode === 'upsert' ? (read.texts('key_columns') ?? []) : [];
  if (request.mode === 'upsert' && keyColumns.length === 0)
    read.refuse('key_columns', 'is missing; mode upsert needs it');
  const unknownKey = keyColumns.find((column) => !columns.has(column));
  if (unknownKey !== undefined) read.refuse('key_columns', `names ${unknownKey}, which is not a column of the upload`);
  const dateColumn =
    needsDate && request.reportDate !== null ? { name: dateName, inRows: columns.has(dateName) } : null;
  return { schema, table, create: read.flag('create', true), dateColumn, keyColumns };
}

const isName = (name: string): boolean =>
  name !== '' && !name.includes('\u0000') && Buffer.byteLength(name) <= LONGEST_NAME;
