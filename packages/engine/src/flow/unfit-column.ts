import { PipelineError } from '@switchboard/model/errors/errors';
import type { PlanTable } from '@switchboard/model/plan';
import type { SqlSession } from '../executors/executor.ts';
import { listOf, readQueryTree, selectUngrouped, type TreeNode, writeQuery } from './value-place/query-tree.ts';

/** Whether a query does not fit the columns that its inputs have. */
export const isUnfit = (error: unknown): error is PipelineError =>
  error instanceof PipelineError && error.code === 'QUERY_UNFIT';

/** Adds to the error of a query that does not fit its inputs which column of its result, or which clause, is at fault. */
export async function locateMisfit(
  error: PipelineError,
  table: PlanTable,
  session: SqlSession,
): Promise<PipelineError> {
  const found = await findMisfit(table, session).catch(() => null);
  if (found === null) return error;
  const reason = `${found.place}: ${found.reason}`;
  return new PipelineError('QUERY_UNFIT', { table: table.name, reason }, { cause: error.cause });
}

async function findMisfit(
  { sql }: PlanTable,
  session: SqlSession,
): Promise<{ readonly place: string; readonly reason: string } | null> {
  const { root } = await readQueryTree(session, sql.duckdb);
  if (root?.['type'] !== 'SELECT_NODE') return null;
  const misfitOf = async (node: TreeNode): Promise<string | null> => {
    const query = await writeQuery(session, node);
    return session.run(`DESCRIBE ${query}`).then(
      () => null,
      (error: unknown) => (isUnfit(error) ? String(error.parameters['reason']) : null),
    );
  };
  const items = listOf(root['select_list']);
  for (const item of items) {
    const alias = (item as TreeNode)['alias'];
    if (typeof alias !== 'string' || alias === '') continue;
    const bare = { ...selectUngrouped(root, [item]), where_clause: null };
    const reason = await misfitOf(bare as TreeNode);
    if (reason !== null) return { place: `column ${alias}`, reason };
  }
  const [first] = items;
  const filtered = first === undefined ? null : await misfitOf(selectUngrouped(root, [first]));
  return filtered === null ? null : { place: 'in where', reason: filtered };
}
