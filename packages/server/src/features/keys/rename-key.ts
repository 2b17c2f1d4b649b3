import type { Plan } from '@switchboard/model';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export type KeyRename = {
  readonly accountId: string;
  readonly name: string;
  readonly newName: string;
  readonly personId: string;
};

/** taken: another key has the name. in_use: it is the former name of another key, and the published script uses it. */
export type RenameOutcome = 'renamed' | 'missing' | 'taken' | 'in_use';

/**
 * Renames a key. Plans and declarations refer to it by id; scripts may use the former name, and units that wait for the key
 * show its present one. The key is locked first, as by suspending and unsuspending it.
 */
export async function renameKey(tx: Tx, { accountId, name, newName, personId }: KeyRename): Promise<RenameOutcome> {
  const found = await sql<{ id: string }>`
    select id from key where account_id = ${accountId} and name = ${name} and status <> 'archived' for no key update
  `.execute(tx);
  const id = found.rows[0]?.id;
  if (id === undefined) return 'missing';
  if (newName === name) return 'renamed';
  const claimed = await claimKeyName(tx, accountId, newName, id);
  if (claimed !== 'free') return claimed;
  await sql`
    insert into key_alias (account_id, name, key_id) values (${accountId}, ${name}, ${id})
    on conflict (account_id, name) do update set key_id = excluded.key_id, created = now()
  `.execute(tx);
  await sql`
    update key set name = ${newName}, updated = now(), updated_by = ${personId} where account_id = ${accountId} and id = ${id}
  `.execute(tx);
  await sql`
    update unit set blocked_by = ${newName}
    where account_id = ${accountId} and blocked_kind in ('key', 'key_slot') and blocked_by = ${name}
  `.execute(tx);
  return 'renamed';
}

/** Releases a name for a key: its own former name, or that of another key if the published script does not use it. */
export async function claimKeyName(
  tx: Tx,
  accountId: string,
  name: string,
  keyId: string | null,
): Promise<'free' | 'taken' | 'in_use'> {
  const taken = await sql`
    select from key where account_id = ${accountId} and name = ${name} and status <> 'archived' and id is distinct from ${keyId}
  `.execute(tx);
  if (taken.rows.length > 0) return 'taken';
  const alias = await tx
    .selectFrom('key_alias')
    .select('key_id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  if (alias === undefined) return 'free';
  if (alias.key_id !== keyId && (await publishedScriptUses(tx, accountId, name))) return 'in_use';
  await tx.deleteFrom('key_alias').where('account_id', '=', accountId).where('name', '=', name).execute();
  return 'free';
}

async function publishedScriptUses(tx: Tx, accountId: string, name: string): Promise<boolean> {
  const running = await sql<{ plan: Plan | null }>`
    select plan from changelist where account_id = ${accountId} and status = 'running'
  `.execute(tx);
  const plan = running.rows[0]?.plan;
  return [...(plan?.sources ?? []), ...(plan?.uploads ?? [])].some(({ key }) => key?.name === name);
}
