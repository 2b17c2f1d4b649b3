import { PipelineError } from '@switchboard/model';
import type { Client } from 'pg';
import type { DeliveryRequest } from '../../spec.ts';
import type { PostgresParameters } from './parameters.ts';
import { countOtherDates, deleteAll, deleteDate, deleteKeys, findBadKey, insertStaged, onDate } from './statements.ts';

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
  if (request.mode === 'upsert') await clearKeys(client, request, target);
  const filled = target.dateColumn !== null && !target.dateColumn.inRows;
  const inserted = await client.query(insertStaged(target, names), filled ? [request.reportDate] : []);
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

async function clearKeys(client: Client, request: DeliveryRequest, target: PostgresParameters): Promise<void> {
  const { rows } = await client.query<{ key: string; rows: number }>(findBadKey(target.keyColumns));
  const [bad] = rows;
  if (bad !== undefined) {
    const reason =
      bad.rows > 1
        ? `does not identify rows: (${bad.key}) stands ${bad.rows} times`
        : `holds nothing in the row (${bad.key})`;
    throw new PipelineError('PARAMETER_INVALID', { name: request.name, parameter: 'key_columns', reason });
  }
  await client.query(deleteKeys(target));
}
