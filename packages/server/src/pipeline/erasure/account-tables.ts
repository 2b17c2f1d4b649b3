import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export type AccountTable = {
  /** With its schema. */
  readonly name: string;
  /** Whether its rows refer to rows of the same table. */
  readonly refersToItself: boolean;
};

/**
 * Every table with rows of accounts, as the database describes them, before those that it refers to. Without the audit log, which
 * has a function of its own.
 * @throws Error for tables that refer to each other in a cycle
 */
export async function readAccountTables(tx: Tx): Promise<readonly AccountTable[]> {
  const { rows } = await sql<{ name: string; refers_to: string[] }>`
    select n.nspname || '.' || c.relname as name,
      coalesce((
        select array_agg(distinct rn.nspname || '.' || r.relname)
        from pg_constraint f join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where f.conrelid = c.oid and f.contype = 'f'), '{}') as refers_to
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'queue') and c.relkind in ('r', 'p') and c.relname <> 'audit_entry'
      and exists (select from pg_attribute where attrelid = c.oid and attname = 'account_id' and not attisdropped)
    order by name`.execute(tx);
  return inOrder(rows.map(({ name, refers_to: refersTo }) => ({ name, refersTo })));
}

/** Orders tables so that each comes before those that it refers to. */
function inOrder(
  tables: readonly { readonly name: string; readonly refersTo: readonly string[] }[],
): readonly AccountTable[] {
  const ordered: AccountTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const isFree = (name: string): boolean =>
      left.every((other) => other.name === name || !other.refersTo.includes(name));
    const free = left.filter(({ name }) => isFree(name));
    if (free.length === 0)
      throw new Error(`These tables refer to each other in a cycle: ${left.map(({ name }) => name).join(', ')}.`);
    ordered.push(...free.map(({ name, refersTo }) => ({ name, refersToItself: refersTo.includes(name) })));
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}
