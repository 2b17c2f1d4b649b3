import { PipelineError } from '@switchboard/model/errors/errors';
import type { PlanTable, TableState } from '@switchboard/model/plan';
import type { EngineContext } from '../context.ts';
import { assertSelect } from '../executors/assert-select.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { SqlSession } from '../executors/executor.ts';
import type { FlowRequest } from '../requests.ts';

/** A table that keeps its rows from run to run. */
export type KeptTable = PlanTable & { readonly state: TableState };

export function isKept(table: PlanTable): table is KeptTable {
  return table.state !== undefined;
}

/**
 * Local paths of the rows that each kept table had after its last run; null before its first. A table whose rows were not
 * passed in is rejected, because building it again would lose them. Throws QUERY_FAILED, STORAGE_*.
 */
export async function statePaths(
  request: Pick<FlowRequest, 'tables' | 'states'>,
  context: EngineContext,
): Promise<ReadonlyMap<string, string | null>> {
  const paths = new Map<string, string | null>();
  for (const { name } of request.tables.filter(isKept)) {
    const given = request.states?.find((state) => state.table === name);
    const refuse = (reason: string): never => {
      throw new PipelineError('QUERY_FAILED', { table: name, reason });
    };
    if (!given) refuse('it keeps its rows from run to run, and the rows of earlier runs were not passed.');
    const key = given?.stateKey ?? null;
    if (key !== null && (await context.store.head(key)) === null)
      refuse('the rows of its earlier runs are gone from the store.');
    paths.set(name, key === null ? null : await context.store.localPath(key, context.scratch));
  }
  return paths;
}

/** Offers a kept table's earlier rows under the name by which its query reads them. Its inputs exist already. */
export async function openState(table: KeptTable, path: string | null, session: SqlSession): Promise<void> {
  const { state } = table;
  if (path === null) await assertSelect(session, state.empty.duckdb, { table: table.name, tables: table.inputs });
  const rows = path === null ? state.empty.duckdb : `SELECT * FROM read_parquet(${sqlText(path)})`;
  await session.run(`CREATE TEMP VIEW ${sqlName(state.table)} AS ${rows}`, { table: table.name });
}
