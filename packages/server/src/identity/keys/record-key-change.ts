import type { AuditKind } from '@switchboard/model/audit-kinds';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
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
  | 'paused'
  | 'resumed'
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

const AUDIT_KINDS: Readonly<Record<KeyChangeKind, AuditKind>> = {
  created: 'key_created',
  renamed: 'key_changed',
  changed: 'key_changed',
  secret: 'key_changed',
  reconnected: 'key_connected',
  suspended: 'key_changed',
  unsuspended: 'key_changed',
  paused: 'key_changed',
  resumed: 'key_changed',
  repointed: 'key_changed',
  deleted: 'key_archived',
};

/** Adds to the history of a key and to the audit log, in the transaction of the change. */
export async function recordKeyChange(
  tx: Tx,
  { accountId, keyId, change, personId, details }: KeyChange,
): Promise<void> {
  await sql`
    insert into key_change (account_id, key_id, change, person_id, details)
    values (${accountId}::uuid, ${keyId}::uuid, ${change}, ${personId}::uuid, ${JSON.stringify(details ?? {})}::jsonb)
  `.execute(tx);
  const { rows } = await sql<{ name: string }>`
    select name from key where account_id = ${accountId}::uuid and id = ${keyId}::uuid`.execute(tx);
  const { former, present, ...more } = details ?? {};
  await recordAudit(tx, {
    kind: AUDIT_KINDS[change],
    actor: personId === null ? { kind: 'system' } : { kind: 'person', personId },
    accountId,
    target: { kind: 'key', id: keyId, name: rows[0]?.name ?? '' },
    before: former === undefined ? {} : { name: former },
    after: { change, ...(present === undefined ? {} : { name: present }), ...more },
  });
}
