import { createHash, randomUUID } from 'node:crypto';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Column } from '@switchboard/model/schema';
import { ledgerDate, ledgerPurpose } from '../delivery/ledger.ts';
import type { DeliveryRequest } from '../spec.ts';
import type { TableParameters } from '../sql/table-parameters.ts';

/** A column of a table, as a warehouse describes it. */
export type WarehouseField = {
  /** As it is stored. */
  readonly name: string;
  /** In lower case. */
  readonly type: string;
  readonly precision: number | null;
  readonly scale: number | null;
};

/** The differences between the SQL of warehouses. */
export type WarehouseDialect = {
  /** A name of a script as it is stored. */
  stored(name: string): string;
  /** A stored name, quoted. */
  quote(stored: string): string;
  /** The value of a staged text in a column of the table; null for a type that takes no single value. */
  cast(text: string, field: WarehouseField): string | null;
  /** A condition that a value of a column's type lies in a date, yyyy-MM-dd; null for a type that holds no dates. */
  onDate(value: string, field: WarehouseField, date: string): string | null;
};

/** Where a delivery goes. */
export type WarehouseTarget = TableParameters & {
  /** The table beside it that records what it holds. One for each, since changes of one table wait for each other. */
  readonly ledger: string;
  /** Names the upload, report date and purpose in the ledger. Hexadecimal digits. */
  readonly ledgerId: string;
};

/** A target with its ledger. Names are stored ones. */
export function targetOf(request: DeliveryRequest, parameters: TableParameters, ledger: string): WarehouseTarget {
  const { accountId, name, mode } = request;
  const replaces = ledgerDate(request, mode === 'truncate') ?? '';
  const identity = JSON.stringify([accountId, name, replaces, ledgerPurpose(request)]);
  return { ...parameters, ledger, ledgerId: createHash('sha256').update(identity).digest('hex') };
}

/** The beginning of the names of all stages of a unit of work. */
export function stagePrefix({ accountId, name, unitId }: DeliveryRequest): string {
  const unit = createHash('sha256')
    .update(JSON.stringify([accountId, name, unitId]))
    .digest('hex');
  return `_switchboard_stage_${unit.slice(0, 16)}_`;
}

/** The stage of one round: recognisable, and of no other round. */
export const stageName = (request: DeliveryRequest): string =>
  `${stagePrefix(request)}${request.attempt}_${randomUUID().slice(0, 8)}`;

/** Whether a table is a stage that this attempt of a unit or an earlier one has left. */
export function isLeftStage(table: string, request: DeliveryRequest): boolean {
  const prefix = stagePrefix(request);
  const [, attempt] = /^(\d+)_[0-9a-f]{8}$/.exec(table.slice(prefix.length)) ?? [];
  return table.startsWith(prefix) && attempt !== undefined && Number(attempt) <= request.attempt;
}

/** The column of the table that takes a column of the rows: that of its name, else the one that differs in case only. */
export function fieldFor(
  { stored }: Pick<WarehouseDialect, 'stored'>,
  fields: readonly WarehouseField[],
  name: string,
): WarehouseField | undefined {
  const own = stored(name);
  const alike = fields.filter((field) => field.name.toLowerCase() === own.toLowerCase());
  return fields.find((field) => field.name === own) ?? (alike.length === 1 ? alike[0] : undefined);
}

/** The table does not take these rows. */
export const unfit = ({ schema, table }: Pick<TableParameters, 'schema' | 'table'>, reason: string): PipelineError =>
  new PipelineError('DESTINATION_SCHEMA', { table: `${schema}.${table}`, reason });

/** Throws DESTINATION_SCHEMA for two columns whose names a warehouse does not distinguish. */
export function refuseAlike(target: TableParameters, columns: readonly Column[], warehouse: string): void {
  const lower = columns.map(({ name }) => name.toLowerCase());
  const twice = columns.find(({ name }, index) => lower.indexOf(name.toLowerCase()) !== index);
  if (twice !== undefined)
    throw unfit(target, `${warehouse} does not distinguish two columns named ${twice.name}, whatever their case`);
}

/** Throws DESTINATION_SCHEMA for columns that are missing from the table, or take no single value. */
export function refuseUnfit(
  dialect: WarehouseDialect,
  target: TableParameters,
  fields: readonly WarehouseField[],
  columns: readonly Column[],
): void {
  const { dateColumn } = target;
  const names = [...columns.map(({ name }) => name), ...(dateColumn === null ? [] : [dateColumn.name])];
  const missing = [...new Set(names)].filter((name) => {
    const field = fieldFor(dialect, fields, name);
    return field === undefined || dialect.cast('x', field) === null;
  });
  if (missing.length > 0) throw unfit(target, `it has no column ${missing.join(', ')} that takes single values`);
}
