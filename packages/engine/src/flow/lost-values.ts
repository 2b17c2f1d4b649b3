import { PipelineError } from '@switchboard/model/errors/errors';
import type { PlanTable } from '@switchboard/model/plan';
import { assertSelect } from '../executors/assert-select.ts';
import type { SqlSession } from '../executors/executor.ts';
import type { LostValues } from '../requests.ts';

/** Counts what conversions in built tables made null, and leaves out those that lost nothing. */
export async function countLostValues(tables: readonly PlanTable[], session: SqlSession): Promise<LostValues[]> {
  const lost: LostValues[] = [];
  for (const { name: table, inputs, conversions = [] } of tables)
    for (const { sql, expressions } of conversions) {
      await assertSelect(session, sql.duckdb, { table, tables: inputs });
      const counted = await countOnly(session, sql.duckdb, table);
      for (const [index, expression] of expressions.entries()) {
        const values = Number(counted?.[`n${2 * index}`] ?? 0);
        const nulls = Number(counted?.[`n${2 * index + 1}`] ?? 0);
        if (nulls > 0) lost.push({ table, expression, values, nulls });
      }
    }
  return lost;
}

/** The counts; null where a value that the table itself did not calculate fails the statement. */
async function countOnly(session: SqlSession, sql: string, table: string): Promise<Record<string, unknown> | null> {
  try {
    const [row] = await session.run(sql, { table });
    return row ?? null;
  } catch (error) {
    if (error instanceof PipelineError && error.code === 'QUERY_FAILED') return null;
    throw error;
  }
}
