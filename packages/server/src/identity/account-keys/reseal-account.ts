import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { SealedColumn } from '../master-keys/sealed-column.ts';
import type { Vault } from '../vault.ts';
import { AccountKeyError } from './account-keys.ts';

export type ResealParts = {
  readonly database: Database;
  readonly vault: Vault;
  /** All columns with sealed values. */
  readonly columns: readonly SealedColumn[];
};

const BATCH = 100;
/** A key that seals nothing is kept for so long: a transaction that began before it was retired may still use it. */
const KEPT = sql`interval '1 hour'`;

type Row = Readonly<Record<string, string | number | null>> & { readonly id: string; readonly sealed: Buffer };

/** Seals the secrets of each account that has, or had, a key of its own with the one that it has now. */
export async function resealAccounts(parts: ResealParts, signal: AbortSignal): Promise<void> {
  const { rows } = await parts.database.withSystem((tx) =>
    sql<{ account_id: string }>`select distinct account_id from account_key order by account_id`.execute(tx),
  );
  for (const { account_id: accountId } of rows) {
    if (signal.aborted) return;
    await resealAccount(parts, accountId);
  }
}

/** One round over the secrets of an account, secret by secret: interrupted, the next round continues. */
async function resealAccount({ database, vault, columns }: ResealParts, accountId: string): Promise<void> {
  const counts = new Map<string | null, number>();
  let resealed = 0;
  let problem: string | null = null;
  // Secrets of accounts have data keys, which the account's own key wraps.
  for (const column of columns.filter((one) => one.column === 'wrapped_key')) {
    let after: string | null = null;
    do {
      const rows = await readBatch(database, column, accountId, after);
      for (const row of rows) {
        const bound = column.purposeOf(row);
        let wrapped = row.sealed;
        try {
          const next = await vault.rewrap(accountId, wrapped, bound);
          if (next !== null && (await replace(database, column, { accountId, row, next }))) {
            resealed += 1;
            wrapped = next;
          }
        } catch (error) {
          if (!(error instanceof AccountKeyError)) throw error;
          problem = error.message;
        }
        const id = vault.accountKeyOf(wrapped, bound);
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      after = rows.length < BATCH ? null : (rows.at(-1)?.id ?? null);
    } while (after !== null);
  }
  await database.withSystem(async (tx) => {
    await storeState(tx, accountId, counts, problem);
    if (resealed > 0)
      await recordAudit(tx, {
        kind: 'account_key_resealed',
        actor: { kind: 'system' },
        accountId,
        after: { secrets: resealed, is_complete: problem === null },
      });
  });
}

async function readBatch(
  database: Database,
  { table, column, others }: SealedColumn,
  accountId: string,
  after: string | null,
): Promise<readonly Row[]> {
  const { rows } = await database.withSystem((tx) =>
    sql<Row>`
      select account_id, id, ${sql.join(others.map((name) => sql.ref(name)))}, ${sql.ref(column)} as sealed
      from ${sql.table(table)}
      where account_id = ${accountId}::uuid and ${sql.ref(column)} is not null and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${BATCH}`.execute(tx),
  );
  return rows;
}

/** Replaces a wrapped data key, unless the secret was changed meanwhile. */
async function replace(
  database: Database,
  { column, update }: SealedColumn,
  { accountId, row, next }: { readonly accountId: string; readonly row: Row; readonly next: Buffer },
): Promise<boolean> {
  const { numAffectedRows } = await database.withSystem((tx) =>
    update(
      sql`${sql.ref(column)} = ${next}`,
      sql`account_id = ${accountId}::uuid and id = ${row.id}::uuid and ${sql.ref(column)} = ${row.sealed}`,
    ).execute(tx),
  );
  return numAffectedRows === 1n;
}

async function storeState(
  tx: Tx,
  accountId: string,
  counts: ReadonlyMap<string | null, number>,
  problem: string | null,
): Promise<void> {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const sealing = JSON.stringify(Object.fromEntries([...counts].filter(([id]) => id !== null)));
  await sql`
    update account_key set sealed_secrets = coalesce((${sealing}::jsonb ->> id::text)::int, 0), secrets = ${total}, problem = ${problem}
    where account_id = ${accountId}::uuid`.execute(tx);
  await sql`
    delete from account_key where account_id = ${accountId}::uuid and not is_current and sealed_secrets = 0
      and retired < now() - ${KEPT}`.execute(tx);
}
