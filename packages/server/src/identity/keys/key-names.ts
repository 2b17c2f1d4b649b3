import type { Plan } from '@switchboard/model/plan';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** The id of the key that a name means: of the one that has it, else of the one that had it; null when there is none. */
export const keyIdNamed = (
  accountId: string,
  name: string | RawBuilder<string>,
): RawBuilder<string | null> => sql`coalesce(
  (select n.id from key n where n.account_id = ${accountId}::uuid and n.name = ${name} and n.status <> 'archived'),
  (select a.key_id from key_alias a join key n on n.account_id = a.account_id and n.id = a.key_id
    where a.account_id = ${accountId}::uuid and a.name = ${name} and n.status <> 'archived'))`;

/** A key that takes a new name. Scripts may use the former one. */
type NewName = {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly newName: string;
  readonly personId: string;
};

/** Gives a key that the caller has locked a name that `claimKeyName` has ensured to be free. */
export async function putKeyName(tx: Tx, { accountId, id, name, newName, personId }: NewName): Promise<void> {
  await sql`
    insert into key_alias (account_id, name, key_id) values (${accountId}, ${name}, ${id})
    on conflict (account_id, name) do update set key_id = excluded.key_id, created = now()
  `.execute(tx);
  await sql`
    update key set name = ${newName}, updated = now(), updated_by = ${personId} where account_id = ${accountId} and id = ${id}
  `.execute(tx);
}

/** Whether a key may take a name. Changes nothing. */
export async function findKeyNameOwner(
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
    .executeTakeFirst();
  const isOthers = alias !== undefined && alias.key_id !== keyId;
  return isOthers && (await publishedScriptUses(tx, accountId, name)) ? 'in_use' : 'free';
}

/** Releases a name for a key: its own former name, or that of another key if the published script does not use it. */
export async function claimKeyName(
  tx: Tx,
  accountId: string,
  name: string,
  keyId: string | null,
): Promise<'free' | 'taken' | 'in_use'> {
  await sql`
    select from key_alias where account_id = ${accountId} and name = ${name} for update
  `.execute(tx);
  const owner = await findKeyNameOwner(tx, accountId, name, keyId);
  if (owner === 'free')
    await tx.deleteFrom('key_alias').where('account_id', '=', accountId).where('name', '=', name).execute();
  return owner;
}

async function publishedScriptUses(tx: Tx, accountId: string, name: string): Promise<boolean> {
  const running = await sql<{ plan: Plan | null }>`
    select plan from changelist where account_id = ${accountId} and status = 'running'
  `.execute(tx);
  const plan = running.rows[0]?.plan;
  return [...(plan?.sources ?? []), ...(plan?.uploads ?? [])].some(({ key }) => key?.name === name);
}
