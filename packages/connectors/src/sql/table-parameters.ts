import type { DestinationContainer, ParameterSpec } from '@switchboard/model/catalog';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { UploadMode } from '@switchboard/model/plan';
import { defineParameters } from '../parameters/define-parameters.ts';
import { readParameters } from '../parameters/read-parameters.ts';
import type { DeliveryRequest } from '../spec.ts';

const PARAMETERS = defineParameters({
  schema: { type: 'string', doc: 'Schema of the table.' },
  table: { type: 'string', required: true, doc: 'Table that takes the rows.' },
  create: { type: 'boolean', default: true, doc: 'Whether to create the table when it is missing.' },
  evolve: {
    type: 'string',
    allowed: ['add_columns'],
    doc: 'Set to add_columns, the columns that the table lacks are added, with the types that a created table has. Without it a missing column is an error.',
  },
  date_column: {
    type: 'string',
    default: 'report_date',
    doc: 'Column that holds the report date; filled in by the upload when the rows have no such column.',
  },
});

/** Throws EMPTY_RESULT_UNTYPED when the types that a table or column would get are not known. */
export function refuseUntyped({ name, isUntyped }: Pick<DeliveryRequest, 'name' | 'isUntyped'>): void {
  if (isUntyped === true) throw new PipelineError('EMPTY_RESULT_UNTYPED', { name });
}

/** Parameters of every destination that is a table. `changes` replaces what a database says of one of them. */
export const tableParameterSpecs = (
  changes: Readonly<Partial<Record<'schema' | 'create', Partial<ParameterSpec>>>>,
): readonly ParameterSpec[] =>
  PARAMETERS.specs.map((spec) => ({ ...spec, ...changes[spec.name as keyof typeof changes] }));

/** The schema that a table lies in. */
export const TABLE_CONTAINER: DestinationContainer = {
  noun: 'schema',
  parameters: ['schema'],
  object: 'table',
  coveredBy: 'name',
};

/** The modes of every destination that is a table, with what they do. */
export const TABLE_MODES: Readonly<Record<UploadMode, string>> = {
  replace_date:
    'The rows of the report date, identified by date_column, are replaced; other dates stay. Every row must hold that date, or none has the column and the upload fills it in.',
  truncate: 'All rows of the table are replaced. Readers see the old rows until the new ones are complete.',
  append:
    'The rows are added. The same result is added once, however often it is tried; a newer result of the same date is added besides.',
  upsert:
    'Rows whose key_columns are there already are overwritten, the others added. A key that is empty or occurs twice in one result is an error that names it.',
};

/** The column that holds the report date. `inRows`: the rows bring it; else it is filled in. */
export type DateColumn = { readonly name: string; readonly inRows: boolean };

export type TableParameters = {
  readonly schema: string;
  readonly table: string;
  readonly create: boolean;
  /** Absent where a missing column is an error. */
  readonly evolve?: 'add_columns';
  /** Null when neither the mode nor the script asks for one. */
  readonly dateColumn: DateColumn | null;
  /** Empty but for upsert. */
  readonly keyColumns: readonly string[];
};

/** The rules of a database for names. */
export type NameRules = {
  readonly database: string;
  readonly isName: (name: string) => boolean;
  /** The rule for valid names, for messages. */
  readonly rule: string;
  /** A name as the database compares it. Absent where it distinguishes all names. */
  readonly folded?: (name: string) => string;
  /** Whether only some databases of the kind compare names so. */
  readonly mayFold?: true;
};

/** A table that does not take these rows. */
export const unfit = ({ schema, table }: Pick<TableParameters, 'schema' | 'table'>, reason: string): PipelineError =>
  new PipelineError('DESTINATION_SCHEMA', { table: `${schema}.${table}`, reason });

/**
 * The parameters of one delivery, checked against its mode and columns.
 * @param schema where the declaration names none
 * Throws PARAMETER_INVALID or DESTINATION_SCHEMA.
 */
export function readTableParameters(request: DeliveryRequest, schema: string, rules: NameRules): TableParameters {
  const values = PARAMETERS.read(request.name, request.parameters);
  const { refuse } = values;
  const { database, isName, rule } = rules;
  const named = (parameter: string, value: string): string =>
    isName(value) ? value : refuse(parameter, `is not a valid name in ${database} (${rule})`);
  const schemaName = named('schema', values.schema ?? schema);
  const table = named('table', values.table);
  const columns = new Set(request.columns.map((column) => column.name));
  const unnameable = [...columns].filter((column) => !isName(column));
  if (unnameable.length > 0) {
    const reason = `${database} takes no column named ${unnameable.join(', ')} (${rule})`;
    throw unfit({ schema: schemaName, table }, reason);
  }
  const isDateDeclared = typeof request.parameters['date_column'] === 'string';
  const needsDate = request.mode === 'replace_date' || isDateDeclared;
  if (request.mode === 'replace_date' && request.reportDate === null)
    refuse('mode', 'cannot be replace_date for rows without a report date; use truncate');
  const dateName = named('date_column', values.date_column);
  const keyColumns = readKeyColumns(request, refuse);
  refuseAlike({ schema: schemaName, table }, request, rules);
  const dateColumn =
    needsDate && request.reportDate !== null ? { name: dateName, inRows: columns.has(dateName) } : null;
  const evolve = values.evolve === undefined ? {} : { evolve: values.evolve };
  return { schema: schemaName, table, create: values.create, ...evolve, dateColumn, keyColumns };
}

/** Throws DESTINATION_SCHEMA for two columns whose names the database does not distinguish. */
function refuseAlike(
  target: Pick<TableParameters, 'schema' | 'table'>,
  { columns }: DeliveryRequest,
  { database, folded = (name) => name, mayFold }: NameRules,
): void {
  const names = columns.map(({ name }) => folded(name));
  const twice = columns.find((_, index) => names.indexOf(names[index] ?? '') !== index);
  if (twice === undefined) return;
  const cannot = mayFold === true ? 'may not' : 'does not';
  throw unfit(target, `${database} ${cannot} distinguish two columns named ${twice.name}, whatever their case`);
}

/** The key columns of mode upsert, all of them columns of the rows; none in other modes. */
export function readKeyColumns(
  { name, mode, parameters, columns }: DeliveryRequest,
  refuse: (parameter: string, reason: string) => never,
): readonly string[] {
  if (mode !== 'upsert') return [];
  // A parameter that all declarations have.
  const keyColumns = readParameters(name, parameters).strings('key_columns') ?? [];
  if (keyColumns.length === 0) refuse('key_columns', 'is missing; mode upsert needs it');
  const unknown = keyColumns.find((key) => !columns.some((column) => column.name === key));
  if (unknown !== undefined) refuse('key_columns', `names ${unknown}, which is not a column of the upload`);
  return keyColumns;
}

/** The refusal of a column that holds no dates. */
export const holdsNoDates = (request: DeliveryRequest, column: string, type: string): PipelineError =>
  refusal(request, 'date_column', `names ${column}, which is of type ${type} and holds no dates`);

/** The refusal of rows of other dates: they would be there twice once their own date is delivered again. */
export const holdsOtherDates = (request: DeliveryRequest, column: string, rows: number): PipelineError =>
  refusal(
    request,
    'date_column',
    `names ${column}, but ${rows} rows hold another date there than ${request.reportDate}`,
  );

/** The refusal of a key that is empty or occurs in several rows. */
export const identifiesNoRows = (request: DeliveryRequest, key: string, rows: number): PipelineError =>
  refusal(
    request,
    'key_columns',
    rows > 1 ? `does not identify rows: (${key}) occurs ${rows} times` : `is empty in the row (${key})`,
  );

const refusal = ({ name }: DeliveryRequest, parameter: string, reason: string): PipelineError =>
  new PipelineError('PARAMETER_INVALID', { name, parameter, reason });
