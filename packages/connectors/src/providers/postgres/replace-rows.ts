import { PipelineError } from '@switchboard/model';
import type { Client } from 'pg';
import type { DeliveryRequest } from '../../spec.ts';
import type { PostgresParameters } from './parameters.ts';
import {
  countOtherDates,
  deleteAll,
  deleteDate,
  deleteKeys,
  findBadKey,
  findUniqueIndex,
  insertStaged,
  mergeStaged,
  onDate,
  qualified,
} from './statements.ts';

/** Puts the staged rows in the place of those they replace, as the mode says. Gives the number of rows inserted. */
export async function replaceRows(
  client: Client,
  request: DeliveryRequest,
  target: PostgresParameters,
  names: readonly string[],
  types: ReadonlyMap<string, string>,
): Promise<number> {
  if (request.mode === 'replace_date') await clearDate(client, request, target, types);
  if (request.mode === 'truncate') await client.query(deleteAll(target));
  const merges = request.mode === 'upsert' && (await checkKeys(client, request, target));
  const filled = target.dateColumn !== null && !target.dateColumn.inRows;
  const statement = merges ? mergeStaged(target, names) : insertStaged(target, names);
  const inserted = await client.query(statement, filled ? [request.reportDate] : []);
  return inserted.rowCount ?? 0;
}

async function clearDate(
  client: Client,
  request: DeliveryRequest,
  target: PostgresParameters,
  types: ReadonlyMap<string, string>,
): Promise<void> {
  const { dateColumn } = target;
  if (dateColumn === null) return;
  const type = types.get(dateColumn.name) ?? 'unknown';
  const condition = onDate(dateColumn.name, type);
  const refuse = (reason: string): never => {
    throw new PipelineError('PARAMETER_INVALID', { name: request.name, parameter: 'date_column', reason });
  };
  if (condition === null) return refuse(`names ${dateColumn.name}, which is of type ${type} and holds no dates`);
  if (dateColumn.inRows) {
    const { rows } = await client.query<{ rows: number }>(countOtherDates(condition), [request.reportDate]);
    const others = rows[0]?.rows ?? 0;
    // Rows of other dates would stand twice as soon as this date is loaded again.
    if (others > 0)
      return refuse(`names ${dateColumn.name}, but ${others} rows hold another date there than ${request.reportDate}`);
  }
  await client.query(deleteDate(target, condition), [request.reportDate]);
}

/**
 * Refuses keys that are empty or stand twice. True when the table has a unique index on the key, so that rows can be
 * overwritten where they are; without one, those of the same key have been taken out.
 */
async function checkKeys(client: Client, request: DeliveryRequest, target: PostgresParameters): Promise<boolean> {
  const { rows } = await client.query<{ key: string; rows: number }>(findBadKey(target.keyColumns));
  const [bad] = rows;
  if (bad !== undefined) {
    const reason =
      bad.rows > 1
        ? `does not identify rows: (${bad.key}) stands ${bad.rows} times`
        : `holds nothing in the row (${bad.key})`;
    throw new PipelineError('PARAMETER_INVALID', { name: request.name, parameter: 'key_columns', reason });
  }
  const table = qualified(target.schema, target.table);
  const unique = await client.query(findUniqueIndex, [table, [...target.keyColumns].sort()]);
  if (unique.rowCount === 1) return true;
  await client.query(deleteKeys(target));
  return false;
}
