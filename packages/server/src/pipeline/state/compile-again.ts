import { compile } from '@switchboard/language';
import type { Plan, PlanTable } from '@switchboard/model/plan';
import type { Tx } from '../../db/database.ts';
import { catalogOf, filesOfChangelist } from './stored-script.ts';

/** A table of a version whose kept rows knew no report dates. */
const isOutdated = ({ state }: PlanTable): boolean => state !== undefined && state.merge === undefined;

/**
 * Returns the plan of a changelist with statements of this version for tables that keep rows. Everything else stays as it was
 * published. A script that no longer compiles keeps its statements, which the engine refuses.
 */
export async function withDatedStates(tx: Tx, accountId: string, changelistId: string, plan: Plan): Promise<Plan> {
  if (!plan.tables.some(isOutdated)) return plan;
  const files = await filesOfChangelist(tx, accountId, changelistId);
  const compiled = compile(files, await catalogOf(tx, accountId)).plan?.tables ?? [];
  const tables = plan.tables.map((table) => {
    const again = isOutdated(table) ? compiled.find(({ name }) => name === table.name) : undefined;
    return again?.state ? { ...table, sql: again.sql, state: again.state } : table;
  });
  return { ...plan, tables };
}
