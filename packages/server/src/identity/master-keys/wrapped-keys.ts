import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Database } from '../../db/database.ts';

/** A master key as it is stored: only the key service of its reference opens it. */
export type WrappedKey = {
  readonly reference: string;
  /** Fingerprint of the master key. */
  readonly masterKeyId: string;
  readonly wrapped: string;
};

/** The master key that was wrapped for a reference; null before its first use. */
export async function readWrappedKey(database: Database, reference: string): Promise<WrappedKey | null> {
  const { rows } = await database.withIdentity((tx) =>
    sql<WrappedKey>`
      select reference, master_key_id as "masterKeyId", wrapped from wrapped_master_key where reference = ${reference}`.execute(
      tx,
    ),
  );
  return rows[0] ?? null;
}

/** The references of master keys, by their fingerprints. */
export async function referencesOfKeys(database: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.withIdentity((tx) =>
    sql<{ id: string; reference: string }>`select master_key_id as id, reference from wrapped_master_key`.execute(tx),
  );
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** Stores the first master key of a reference, unless another program has just stored one. */
export async function addWrappedKey(database: Database, key: WrappedKey): Promise<void> {
  await database.withIdentity(async (tx) => {
    const { numAffectedRows } = await sql`
      insert into wrapped_master_key (reference, master_key_id, wrapped)
      values (${key.reference}, ${key.masterKeyId}, ${key.wrapped}) on conflict (reference) do nothing`.execute(tx);
    if (numAffectedRows === 1n) await recordAudit(tx, { ...entryOf(key), kind: 'master_key_created' });
  });
}

/** Replaces how a master key is wrapped. */
export async function replaceWrappedKey(database: Database, key: WrappedKey): Promise<void> {
  await database.withIdentity(async (tx) => {
    await sql`
      update wrapped_master_key set wrapped = ${key.wrapped}, wrapped_at = now()
      where reference = ${key.reference} and master_key_id = ${key.masterKeyId}`.execute(tx);
    await recordAudit(tx, { ...entryOf(key), kind: 'master_key_wrapped' });
  });
}

const entryOf = ({ reference, masterKeyId }: WrappedKey) => ({
  actor: { kind: 'system' } as const,
  accountId: null,
  target: { kind: 'master_key', name: masterKeyId },
  after: { reference },
});
