import type { PlanTable } from '@switchboard/model/plan';
import type { Database } from '../open-database.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const UNDATED = 'CAST(NULL AS DATE) AS "switchboard:date", CAST(NULL AS DATE) AS "switchboard:until"';

/** A date of the database, null for none. */
const dateOf = (date: string | null): string => (date === null ? 'CAST(NULL AS DATE)' : `DATE '${date}'`);

/** Sets the report date that is loaded, and the last one whose rows are read. */
export async function setDates(database: Database, loaded: string | null, asOf: string | null = loaded): Promise<void> {
  await database.run(`SET VARIABLE flow_report_date = ${dateOf(loaded)}`);
  await database.run(`SET VARIABLE flow_as_of = ${dateOf(asOf)}`);
}

/** Offers a kept table the rows that an earlier run left in `rows`, a query, as the engine does; without it, none. */
export async function offerState(database: Database, { state }: PlanTable, rows?: string): Promise<void> {
  if (!state) throw new Error('The table keeps no rows.');
  const earlier = rows ?? state.empty.duckdb;
  await database.run(
    `CREATE OR REPLACE TABLE ${quoted(state.table)} AS SELECT * FROM (${earlier}) UNION ALL BY NAME SELECT ${UNDATED} WHERE false`,
  );
}

/** Merges the rows of a kept table's input into those that it was offered. */
export async function mergeKept(database: Database, { state }: PlanTable): Promise<void> {
  if (!state?.kept || !state.merge) throw new Error('The table keeps no rows.');
  await database.run(`CREATE OR REPLACE TABLE ${quoted(state.kept)} AS ${state.merge.duckdb}`);
}

/** Gives a kept table the first rows of its input. */
export async function startKept(database: Database, table: PlanTable): Promise<void> {
  await offerState(database, table);
  await mergeKept(database, table);
}

/** Gives the merged rows of a kept table to its next run. */
export async function passOn(database: Database, table: PlanTable): Promise<void> {
  await offerState(database, table, `SELECT * FROM ${quoted(table.state?.kept ?? '')}`);
}
