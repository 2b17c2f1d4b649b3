import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** `changed`: fields that are not secret, or the description. `secret`: also a secret. */
export type KeyChangeKind =
  | 'created'
  | 'renamed'
  | 'changed'
  | 'secret'
  | 'reconnected'
  | 'suspended'
  | 'unsuspended'
  | 'repointed'
  | 'deleted';

export type KeyChange = {
  readonly accountId: string;
  readonly keyId: string;
  readonly change: KeyChangeKind;
  /** Null for the system. */
  readonly personId: string | null;
  /** Details for people. They hold no secrets. */
  readonly details?: {
    /** Labels of the fields that changed. */
    readonly fields?: readonly string[];
    /** The name before, or the key from which something was pointed here. */
    readonly former?: string;
    /** The name after, or the key to which something was pointed. */
    readonly present?: string;
    readonly reason?: string;
    /** Names of the downloads and uploads that were pointed to another key. */
    readonly items?: readonly string[];
  };
};

/** Adds to the history of a key, in the transaction of the change. */
export async function recordKeyChange(
  tx: Tx,
  { accountId, keyId, change, personId, details }: KeyChange,
): Promise<void> {
  await sql`
    insert into key_change (account_id, key_id, change, person_id, details)
    values (${accountId}::uuid, ${keyId}::uuid, ${change}, ${personId}::uuid, ${JSON.stringify(details ?? {})}::jsonb)
  `.execute(tx);
}
