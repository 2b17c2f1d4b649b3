import type { FlowState } from '@switchboard/engine';
import type { Plan, PlanTable, PlanUpload } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';

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

/** Whether an upload's rows are made from some that are kept from report date to report date. */
export const isSnapshot = ({ tables }: Pick<Plan, 'tables'>, upload: PlanUpload): boolean =>
  tables.some(({ name, state }) => state !== undefined && upload.tables.includes(name));

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

/** What a flow that commits rows to keep was made from. */
export type StateSource = {
  readonly reportDate: string | null;
  readonly plan: Pick<Plan, 'tables'>;
  /** The download of each source table. */
  readonly downloads: readonly { readonly table: string; readonly downloadId: string }[];
};

/**
 * Makes a flow's new rows the table's, if they grew from its newest ones. Tables that have rows of a newer version of the flow's
 * own report date are left as they are, and their names given.
 * @throws StateMoved when a table's rows are newer than those they grew from: the flow must run again, or the other flow's rows would be lost
 */
export async function commitStates(
  tx: Tx,
  flow: UnitRef,
  read: readonly KeptState[],
  made: readonly FlowState[],
  from: StateSource,
): Promise<ReadonlySet<string>> {
  const passedBy = new Set<string>();
  for (const { table, stateKey, rows } of made) {
    const before = read.find((state) => state.table === table);
    if (stateKey === null || !before) continue;
    const inputs = JSON.stringify(inputsOf(table, from));
    if (await hasNewer(tx, flow, table, from.reportDate, inputs)) {
      passedBy.add(table);
      continue;
    }
    const columns = JSON.stringify(from.plan.tables.find((each) => each.name === table)?.columns ?? []);
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
    await noteInputs(tx, flow, table, from.reportDate, inputs);
  }
  return passedBy;
}

/** The downloads of the source tables that a table is made from. */
function inputsOf(table: string, { plan, downloads }: StateSource): StateSource['downloads'] {
  const wanted = new Set([table]);
  // A set gives what is added while it is gone through, too.
  for (const name of wanted)
    for (const input of plan.tables.find((each) => each.name === name)?.inputs ?? []) wanted.add(input);
  return downloads.filter((download) => wanted.has(download.table));
}

/** Whether a newer flow of the report date has brought rows of other downloads: it had the newer version of them. */
async function hasNewer(
  tx: Tx,
  { accountId, unitId }: UnitRef,
  table: string,
  reportDate: string | null,
  inputs: string,
): Promise<boolean> {
  const found = await sql`
    select from jsonb_to_recordset(${inputs}::jsonb) as own("table" text, "downloadId" uuid)
    join table_state_input held on held.account_id = ${accountId} and held.table_name = ${table}
      and held.report_date is not distinct from ${reportDate}::date and held.part_name = own."table"
    join flow f on f.account_id = held.account_id and f.id = ${unitId}
    where held.download_id <> own."downloadId" and held.fence > f.fence limit 1
  `.execute(tx);
  return found.rows.length > 0;
}

async function noteInputs(
  tx: Tx,
  { accountId, unitId }: UnitRef,
  table: string,
  reportDate: string | null,
  inputs: string,
): Promise<void> {
  await sql`
    insert into table_state_input as held (account_id, table_name, report_date, part_name, download_id, fence)
    select ${accountId}, ${table}, ${reportDate}::date, own."table", own."downloadId", f.fence
    from jsonb_to_recordset(${inputs}::jsonb) as own("table" text, "downloadId" uuid)
    join flow f on f.account_id = ${accountId} and f.id = ${unitId}
    on conflict (account_id, table_name, report_date, part_name)
      do update set download_id = excluded.download_id, fence = excluded.fence where held.fence < excluded.fence
  `.execute(tx);
}
