import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Tx } from '../src/db/database.ts';
import type { Tables } from '../src/db/tables.generated.ts';

export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Function Name'?: string;
  readonly Plans?: readonly PlanNode[];
};

/**
 * Runs `use` in one account's transaction. Returns the plans of its queries under the account's role, once the connection has
 * closed: dropping the database under it would raise an error that nothing handles.
 */
export async function plansOf(url: string, accountId: string, use: (tx: Tx) => Promise<unknown>): Promise<PlanNode[]> {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const closed: Promise<void>[] = [];
  pool.on('connect', (client) => {
    // The pool ends before its connection does.
    closed.push(new Promise((resolve) => client.once('end', resolve)));
  });
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push({ sql: query.sql, parameters: query.parameters }),
  });
  try {
    return await kysely.transaction().execute(async (tx) => {
      await sql`select set_config('role', 'switchboard_app', true), set_config('app.account_id', ${accountId}, true)`.execute(
        tx,
      );
      asked.length = 0;
      await use(tx);
      const plans: PlanNode[] = [];
      for (const query of [...asked]) {
        const explain = CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters]);
        const { rows } = await tx.executeQuery<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(explain);
        plans.push(...(rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan));
      }
      return plans;
    });
  } finally {
    await kysely.destroy();
    await Promise.all(closed);
  }
}

/** Every node of a plan. */
export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
