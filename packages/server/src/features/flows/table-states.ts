import type { FlowState } from '@switchboard/engine';
import type { PlanTable } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../ledger/unit.ts';

/** The kept rows of an `upsert` table as a flow found them; null before its first run. */
export type KeptState = { readonly table: string; readonly stateKey: string | null; readonly version: number | null };

/** Another flow has committed newer rows of this table since this one read them. */
export class StateMoved extends Error {
  override readonly name = 'StateMoved';
  readonly table: string;

  constructor(table: string) {
    super(`The kept rows of ${table} have changed meanwhile.`);
    this.table = table;
  }
}

/** The newest committed rows of the `upsert` tables among these. */
export async function readStates(tx: Tx, accountId: string, tables: readonly PlanTable[]): Promise<KeptState[]> {
  const names = tables.filter((table) => table.state !== undefined).map((table) => table.name);
  if (names.length === 0) return [];
  const found = await sql<{ table_name: string; state_key: string; version: number }>`
    select table_name, state_key, version from table_state where account_id = ${accountId} and table_name = any(${names})
  `.execute(tx);
  const known = new Map(found.rows.map((row) => [row.table_name, row]));
  return names.map((table) => {
    const row = known.get(table);
    return { table, stateKey: row?.state_key ?? null, version: row?.version ?? null };
  });
}

/**
 * Makes a flow's new rows the table's, if they grew from its newest ones.
 * @throws StateMoved when they did not: the flow must run again, or the other flow's rows would be lost
 */
export async function commitStates(
  tx: Tx,
  flow: UnitRef,
  read: readonly KeptState[],
  made: readonly FlowState[],
  tables: readonly PlanTable[],
): Promise<void> {
  for (const { table, stateKey, rows } of made) {
    const before = read.find((state) => state.table === table);
    if (stateKey === null || !before) continue;
    const columns = JSON.stringify(tables.find((each) => each.name === table)?.columns ?? []);
    const changed =
      before.version === null
        ? await sql`
            insert into table_state (account_id, table_name, version, state_key, columns, row_count, flow_id)
            values (${flow.accountId}, ${table}, 1, ${stateKey}, ${columns}::jsonb, ${rows}, ${flow.unitId})
            on conflict (account_id, table_name) do nothing
          `.execute(tx)
        : await sql`
            update table_state set version = version + 1, state_key = ${stateKey}, columns = ${columns}::jsonb,
              row_count = ${rows}, flow_id = ${flow.unitId}, updated = now()
            where account_id = ${flow.accountId} and table_name = ${table} and version = ${before.version}
          `.execute(tx);
    if (changed.numAffectedRows !== 1n) throw new StateMoved(table);
  }
}
