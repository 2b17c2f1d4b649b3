import { type Client, DatabaseError } from 'pg';
import type { DeliveryRequest } from '../../spec.ts';
import { holdsNoDates, holdsOtherDates, identifiesNoRows, type TableParameters } from '../../sql/table-parameters.ts';
import {
  countOtherDates,
  createStage,
  deleteAll,
  deleteDate,
  deleteKeys,
  findBadKey,
  findEmptyKey,
  findUniqueIndex,
  insertStaged,
  mergeStaged,
  onDate,
  qualified,
  STAGE,
} from './statements.ts';
import { takesCopies } from './target.ts';

/** SQLSTATE of a statement that would overwrite a row twice: two new rows have the same key. */
const AFFECTED_TWICE = '21000';

/** The rows of a delivery. */
type Rows = {
  /** The columns of the rows. */
  readonly names: readonly string[];
  /** PostgreSQL's types of the table's columns. */
  readonly types: ReadonlyMap<string, string>;
  /** Copies the rows into a table, given by its quoted name. Returns their number. */
  readonly copy: (into: string) => Promise<number>;
};

/**
 * Replaces rows of the target as the mode says. Returns the number of rows written.
 * They go through a staging table when they must be checked first, or when their date is filled in.
 */
export async function replaceRows(
  client: Client,
  request: DeliveryRequest,
  target: TableParameters,
  rows: Rows,
): Promise<number> {
  const { mode, content } = request;
  const filled = target.dateColumn !== null && !target.dateColumn.inRows;
  const isChecked = mode === 'replace_date' || mode === 'upsert';
  if (!isChecked && !filled && (await takesCopies(client, target))) {
    if (mode === 'truncate') await client.query(deleteAll(target));
    return rows.copy(qualified(target.schema, target.table));
  }
  await client.query(createStage(target, rows.names));
  const copied = await rows.copy(STAGE);
  if (copied !== content.rows) return copied;
  if (mode === 'replace_date') await clearDate(client, request, target, rows.types);
  if (mode === 'truncate') await client.query(deleteAll(target));
  if (mode === 'upsert') return merge(client, request, target, rows.names);
  return insert(client, insertStaged(target, rows.names), request, target);
}

async function insert(
  client: Client,
  statement: string,
  request: DeliveryRequest,
  { dateColumn }: TableParameters,
): Promise<number> {
  const { rowCount } = await client.query(
    statement,
    dateColumn !== null && !dateColumn.inRows ? [request.reportDate] : [],
  );
  return rowCount ?? 0;
}

async function clearDate(
  client: Client,
  request: DeliveryRequest,
  target: TableParameters,
  types: ReadonlyMap<string, string>,
): Promise<void> {
  const { dateColumn } = target;
  if (dateColumn === null) return;
  const type = types.get(dateColumn.name) ?? 'unknown';
  const condition = onDate(dateColumn.name, type);
  if (condition === null) throw holdsNoDates(request, dateColumn.name, type);
  if (dateColumn.inRows) {
    const { rows } = await client.query<{ rows: number }>(countOtherDates(condition), [request.reportDate]);
    const others = rows[0]?.rows ?? 0;
    if (others > 0) throw holdsOtherDates(request, dateColumn.name, others);
  }
  await client.query(deleteDate(target, condition), [request.reportDate]);
}

/**
 * Overwrites rows of the same keys if a unique index allows it, and deletes them first otherwise.
 * Refuses keys that are empty or occur twice.
 */
async function merge(
  client: Client,
  request: DeliveryRequest,
  target: TableParameters,
  names: readonly string[],
): Promise<number> {
  const table = qualified(target.schema, target.table);
  const unique = await client.query(findUniqueIndex, [table, [...target.keyColumns].sort()]);
  if (unique.rowCount !== 1) {
    await refuseBadKey(client, request, target);
    await client.query(deleteKeys(target));
    return insert(client, insertStaged(target, names), request, target);
  }
  const empty = await client.query(findEmptyKey(target.keyColumns));
  if (empty.rowCount !== 0) await refuseBadKey(client, request, target);
  // The index rejects a key that occurs twice; only then is the search for it worth its cost.
  await client.query('savepoint merging');
  try {
    return await insert(client, mergeStaged(target, names), request, target);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== AFFECTED_TWICE) throw error;
    await client.query('rollback to savepoint merging');
    await refuseBadKey(client, request, target);
    throw error;
  }
}

async function refuseBadKey(client: Client, request: DeliveryRequest, target: TableParameters): Promise<void> {
  const { rows } = await client.query<{ key: string; rows: number }>(findBadKey(target.keyColumns));
  const [bad] = rows;
  if (bad !== undefined) throw identifiesNoRows(request, bad.key, bad.rows);
}
