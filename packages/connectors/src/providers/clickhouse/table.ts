import type { Column } from '@switchboard/model/schema';
import { missingColumns, type TakingColumn, unkeptColumns } from '../../column-types/unkept-columns.ts';
import type { DeliveryContext, DeliveryRequest } from '../../spec.ts';
import { refuseUntyped } from '../../sql/table-parameters.ts';
import { ask, type Clickhouse, run } from './call-clickhouse.ts';
import { literal } from './quote.ts';
import {
  addColumn,
  addLoadColumn,
  changeType,
  createTable,
  isPartitionedByDay,
  LOAD_COLUMN,
  type TableColumns,
} from './statements.ts';
import { CLICKHOUSE_TYPES } from './stored-types.ts';
import { type Target, unfit } from './target.ts';

type AddsColumns = Pick<DeliveryContext, 'onColumnsAdded'>;

/** Creates the table unless there is one. Throws DESTINATION_SCHEMA when there is none and none may be made. */
export async function ensureTable(server: Clickhouse, target: Target, request: DeliveryRequest): Promise<void> {
  if ((await findTable(server, target)) !== null) return;
  if (!target.create) throw unfit(target, 'it does not exist');
  refuseUntyped(request);
  await run(server, createTable(target, request.mode, request.columns));
}

type Found = { readonly engine: string; readonly partitionKey: string; readonly databaseEngine: string };

async function findTable(server: Clickhouse, { database, table }: Target): Promise<Found | null> {
  const [row] = await ask(
    server,
    `SELECT t.engine, t.partition_key, d.engine FROM system.tables AS t INNER JOIN system.databases AS d ON d.name = t.database WHERE t.database = ${literal(database)} AND t.name = ${literal(table)}`,
  );
  if (row === undefined) return null;
  const [engine, partitionKey, databaseEngine] = row;
  return { engine: engine ?? '', partitionKey: partitionKey ?? '', databaseEngine: databaseEngine ?? '' };
}

/** The columns of the table; null while it is not there. */
export async function readColumns(server: Clickhouse, { database, table }: Target): Promise<TableColumns | null> {
  const rows = await ask(
    server,
    `SELECT name, type FROM system.columns WHERE database = ${literal(database)} AND \`table\` = ${literal(table)} AND default_kind != 'ALIAS'`,
  );
  return rows.length === 0 ? null : new Map(rows.map(([name, type]) => [name ?? '', type ?? '']));
}

/**
 * Checks that rows of the table can be replaced in one step, and adds the hidden column. Returns the columns.
 * Throws DESTINATION_SCHEMA with what is to be changed.
 */
export async function checkTable(
  server: Clickhouse,
  target: Target,
  request: DeliveryRequest,
  context: AddsColumns,
): Promise<TableColumns> {
  const found = await findTable(server, target);
  let columns = await readColumns(server, target);
  if (found === null || columns === null) throw unfit(target, 'it does not exist');
  const { engine, partitionKey, databaseEngine } = found;
  if (databaseEngine !== 'Atomic')
    throw unfit(target, `the engine of its database is ${databaseEngine}; only Atomic replaces tables in one step`);
  if (engine !== 'MergeTree')
    throw unfit(
      target,
      `its engine is ${engine}; only in a table of the engine MergeTree, which one server holds, can a delivery be made exactly once`,
    );
  const { dateColumn } = target;
  columns = await addColumns(server, target, request, columns, context);
  await refuseUnkept(target, request, columns);
  if (request.mode === 'replace_date' && dateColumn !== null) {
    const type = columns.get(dateColumn.name) ?? '';
    if (!isPartitionedByDay(partitionKey, dateColumn.name, type))
      throw unfit(
        target,
        `it is partitioned by ${partitionKey || 'nothing'}; ClickHouse replaces whole partitions, so that replace_date needs one for each day of ${dateColumn.name}, such as PARTITION BY toYYYYMMDD(${dateColumn.name})`,
      );
  }
  if (columns.has(LOAD_COLUMN)) return columns;
  if (!target.create)
    throw unfit(
      target,
      `it has no column ${LOAD_COLUMN}, which records deliveries; add it by ${addLoadColumn(target)}`,
    );
  await run(server, addLoadColumn(target));
  return columns;
}

/** Adds the columns that are missing, where the upload asks for it. Throws DESTINATION_SCHEMA with the statements where it does not. */
async function addColumns(
  server: Clickhouse,
  target: Target,
  request: DeliveryRequest,
  known: TableColumns,
  context: AddsColumns,
): Promise<TableColumns> {
  const { columns } = request;
  const { dateColumn, evolve } = target;
  const isFilled = dateColumn !== null && !dateColumn.inRows;
  const filled: readonly Column[] = isFilled
    ? [...columns, { name: dateColumn.name, type: { kind: 'date' }, nullable: true }]
    : columns;
  const missing = filled.filter(({ name }) => !known.has(name));
  if (missing.length === 0) return known;
  const names = missing.map(({ name }) => name);
  const statements = missing.map((column) => addColumn(target, column));
  if (evolve !== 'add_columns') throw unfit(target, missingColumns(names, statements));
  refuseUntyped(request);
  for (const statement of statements) await run(server, statement);
  await context.onColumnsAdded?.(names);
  return (await readColumns(server, target)) ?? known;
}

async function refuseUnkept(target: Target, request: DeliveryRequest, known: TableColumns): Promise<void> {
  const takerOf = (name: string): TakingColumn | undefined => {
    const type = known.get(name);
    return type === undefined ? undefined : { name, type };
  };
  const unkept = await unkeptColumns(request, CLICKHOUSE_TYPES, takerOf, (column) => changeType(target, column));
  if (unkept !== null) throw unfit(target, unkept);
}
