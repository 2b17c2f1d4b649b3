import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { claimKeyName, putKeyName } from '../../identity/keys/key-names.ts';
import { recordKeyChange } from '../../identity/keys/record-key-change.ts';
import { renameBlockingKey } from '../../units/unit.ts';

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
  await putKeyName(tx, { accountId, id, name, newName, personId });
  await renameBlockingKey(tx, accountId, name, newName);
  const details = { former: name, present: newName };
  await recordKeyChange(tx, { accountId, keyId: id, change: 'renamed', personId, details });
  return 'renamed';
}
