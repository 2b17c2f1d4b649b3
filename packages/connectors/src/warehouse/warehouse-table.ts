import { createHash, randomUUID } from 'node:crypto';
import type { Column } from '@switchboard/model/schema';
import { missingColumns, type TakingColumn, unkeptColumns } from '../column-types/unkept-columns.ts';
import { ledgerId, ledgerIdentity } from '../delivery/ledger.ts';
import type { DeliveryRequest } from '../spec.ts';
import { type TableParameters, unfit } from '../sql/table-parameters.ts';
import type { WarehouseDialect, WarehouseField, WarehouseTarget } from './warehouse.ts';

/** A target with its ledger. Names are stored ones. */
export function targetOf(request: DeliveryRequest, parameters: TableParameters, ledger: string): WarehouseTarget {
  return { ...parameters, ledger, ledgerId: ledgerId(ledgerIdentity(request, request.mode === 'truncate')) };
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

/** The columns of a delivery that the table does not have, that of the report date included. */
export function missingFrom(
  dialect: Pick<WarehouseDialect, 'stored'>,
  { dateColumn }: Pick<TableParameters, 'dateColumn'>,
  fields: readonly WarehouseField[],
  columns: readonly Column[],
): readonly Column[] {
  const date: readonly Column[] =
    dateColumn === null || dateColumn.inRows ? [] : [{ name: dateColumn.name, type: { kind: 'date' }, nullable: true }];
  return [...columns, ...date].filter(({ name }) => fieldFor(dialect, fields, name) === undefined);
}

/** The type of a column with its digits: decimal(10,2). */
export function fullType({ type, precision, scale }: WarehouseField): string {
  if (type === 'fixed' || type === 'decimal') return `${type}(${precision ?? 38},${scale ?? 0})`;
  return scale === null || !type.startsWith('time') ? type : `${type}(${scale})`;
}

/** Throws DESTINATION_SCHEMA for columns that are missing from the table, take no single value, or do not keep every value. */
export async function refuseUnfit<Target extends WarehouseTarget>(
  dialect: Pick<WarehouseDialect<Target>, 'stored' | 'cast' | 'types' | 'addColumn' | 'changeType'>,
  target: Target,
  fields: readonly WarehouseField[],
  request: Pick<DeliveryRequest, 'columns' | 'content'>,
): Promise<void> {
  const { columns } = request;
  const missing = missingFrom(dialect, target, fields, columns);
  if (missing.length > 0) {
    const statements = missing.map(({ name, type }) => dialect.addColumn(target, dialect.stored(name), type));
    throw unfit(
      target,
      missingColumns(
        missing.map(({ name }) => name),
        statements,
      ),
    );
  }
  const { dateColumn } = target;
  const names = [...columns.map(({ name }) => name), ...(dateColumn === null ? [] : [dateColumn.name])];
  const composite = [...new Set(names)].filter((name) => {
    const field = fieldFor(dialect, fields, name);
    return field !== undefined && dialect.cast('x', field) === null;
  });
  if (composite.length > 0) throw unfit(target, `it has no column ${composite.join(', ')} that takes single values`);
  const takerOf = (name: string): TakingColumn | undefined => {
    const field = fieldFor(dialect, fields, name);
    return field && { name: field.name, type: fullType(field) };
  };
  const unkept = await unkeptColumns(request, dialect.types, takerOf, ({ type }, taker) =>
    dialect.changeType(target, taker.name, type),
  );
  if (unkept !== null) throw unfit(target, unkept);
}
