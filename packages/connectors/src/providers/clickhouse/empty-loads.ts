import type { DeliveryRequest } from '../../spec.ts';
import { ask, type Clickhouse, run } from './call-clickhouse.ts';
import { literal, quoteName } from './quote.ts';
import { type Target, tableName } from './target.ts';

/** Records the deliveries without rows, which no row of the table can record. */
const EMPTY_LOADS = '_switchboard_empty_loads';

/** The ledger entries of an upload and report date that are of deliveries without rows. */
export async function readEmptyLoads(server: Clickhouse, target: Target): Promise<readonly string[]> {
  const found = await ask(
    server,
    `SELECT name FROM system.tables WHERE database = ${literal(target.database)} AND name = ${literal(EMPTY_LOADS)}`,
  );
  if (found.length === 0) return [];
  const beginning = literal(`${target.ledgerId}:`);
  const rows = await ask(
    server,
    `SELECT DISTINCT ${quoteName('load')} FROM ${tableName(target, EMPTY_LOADS)} WHERE startsWith(${quoteName('load')}, ${beginning})`,
  );
  return rows.map(([load]) => load ?? '');
}

/** Records a delivery without rows, after the rows that it replaces are gone. */
export async function recordEmptyLoad(server: Clickhouse, target: Target, load: string): Promise<void> {
  const table = tableName(target, EMPTY_LOADS);
  await run(
    server,
    `CREATE TABLE IF NOT EXISTS ${table} (${quoteName('load')} String) ENGINE = MergeTree ORDER BY tuple()`,
  );
  await run(server, `INSERT INTO ${table} (${quoteName('load')}) VALUES (${literal(load)})`);
}

/** The id of the partition that holds the rows of the condition; '' for none. */
export async function heldPartition(server: Clickhouse, target: Target, condition: string): Promise<string> {
  const rows = await ask(
    server,
    `SELECT DISTINCT _partition_id FROM ${tableName(target, target.table)} WHERE ${condition}`,
  );
  return rows[0]?.[0] ?? '';
}

/** The ledger entry of a delivery, as the hidden column of its rows holds it. */
export const loadTag = async ({ ledgerId }: Target, { epoch, fence, content }: DeliveryRequest): Promise<string> =>
  `${ledgerId}:${epoch}:${fence}:${await content.sha256}`;
