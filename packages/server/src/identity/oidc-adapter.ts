import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database, Tx } from '../db/database.ts';
import type { MasterKey } from '../settings/master-key.ts';
import { removeExpiredChallenges } from './factors/challenges.ts';
import { type SealedColumn, textOf } from './master-keys/sealed-column.ts';
import { removeExpiredAssertions } from './saml/used-assertions.ts';
import { masterKeyId, seal, unseal } from './seal.ts';
import { removeExpiredAttempts } from './sso/attempts.ts';

/** Ids of sessions, codes and grants are secrets (they are the cookie or the code): only their hash is looked up. */
export const hashId = (id: string): string => createHash('sha256').update(id).digest('hex');

/**
 * The provider's memory in PostgreSQL, so that any program answers any step of a sign-in. Expiry is checked when a thing is
 * read; `removeExpired` only tidies.
 */
export function createOidcAdapter(database: Database, masterKey: MasterKey): (kind: string) => Adapter {
  return (kind) => {
    const purpose = purposeOf(kind);

    const read = async (column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> => {
      const row = await database.withIdentity((tx) => live(tx, kind, column, value));
      if (row === undefined) return undefined;
      const id = unseal(masterKey, row.secret_id, purpose)?.toString();
      const payload = row.payload as AdapterPayload;
      const consumed = row.consumed === null ? {} : { consumed: Math.floor(row.consumed.getTime() / 1000) };
      return id === undefined ? undefined : { ...payload, jti: id, ...consumed };
    };

    return {
      async upsert(id, { jti: _, ...payload }, expiresIn?: number) {
        const row = {
          payload: JSON.stringify(payload),
          secret_id: seal(masterKey, Buffer.from(id), purpose),
          master_key_id: masterKeyId(masterKey),
          grant_id: payload.grantId === undefined ? null : hashId(payload.grantId),
          uid: payload.uid ?? null,
          expires: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
        };
        await database.withIdentity((tx) =>
          tx
            .insertInto('oidc_payload')
            .values({ kind, id: hashId(id), ...row })
            .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
            .execute(),
        );
      },
      find: (id) => read('id', hashId(id)),
      findByUid: (uid) => read('uid', uid),
      // No device flow, hence no user codes.
      findByUserCode: () => Promise.resolve(undefined),
      async consume(id) {
        await database.withIdentity((tx) =>
          tx
            .updateTable('oidc_payload')
            .set({ consumed: new Date() })
            .where('kind', '=', kind)
            .where('id', '=', hashId(id))
            .execute(),
        );
      },
      async destroy(id) {
        await database.withIdentity((tx) =>
          tx.deleteFrom('oidc_payload').where('kind', '=', kind).where('id', '=', hashId(id)).execute(),
        );
      },
      async revokeByGrantId(grantId) {
        await database.withIdentity((tx) =>
          tx.deleteFrom('oidc_payload').where('kind', '=', kind).where('grant_id', '=', hashId(grantId)).execute(),
        );
      },
    };
  };
}

function live(tx: Tx, kind: string, column: 'id' | 'uid', value: string) {
  return tx
    .selectFrom('oidc_payload')
    .select(['payload', 'secret_id', 'consumed'])
    .where('kind', '=', kind)
    .where(column, '=', value)
    .where((where) => where.or([where('expires', 'is', null), where('expires', '>', new Date())]))
    .executeTakeFirst();
}

/** Binds a grant to the connection through which its person signed in. Returns false when that was disabled or removed. */
export async function bindGrant(tx: Tx, grantId: string, connectionId: string): Promise<boolean> {
  const bound = await sql`
    update oidc_payload g set sso_account_id = c.account_id, sso_connection_id = c.id from sso_connection c
    where g.kind = 'Grant' and g.id = ${hashId(grantId)} and c.id = ${connectionId}::uuid and c.enabled`.execute(tx);
  return bound.numAffectedRows === 1n;
}

/** Removes what has expired. Answers how many rows there were. */
export async function removeExpired(database: Database, now: Date): Promise<number> {
  return database.withIdentity(async (tx) => {
    const payloads = await tx.deleteFrom('oidc_payload').where('expires', '<', now).executeTakeFirst();
    const day = new Date(now.getTime() - 86_400_000);
    const failures = await tx.deleteFrom('sign_in_failure').where('last_failure', '<', day).executeTakeFirst();
    const levels = await tx.deleteFrom('sign_in_level').where('updated', '<', day).executeTakeFirst();
    const challenges = await removeExpiredChallenges(tx, now);
    const attempts = await removeExpiredAttempts(tx, now);
    const assertions = await removeExpiredAssertions(tx, now);
    return (
      Number(payloads.numDeletedRows + failures.numDeletedRows + levels.numDeletedRows + challenges) +
      attempts +
      assertions
    );
  });
}

/** The ids of sessions, codes and grants. */
export const SEALED_PAYLOADS: SealedColumn = {
  table: 'oidc_payload',
  column: 'secret_id',
  primaryKey: ['kind', 'id'],
  others: [],
  scope: 'withIdentity',
  purposeOf: (row) => purposeOf(textOf(row, 'kind')),
  update: (assignments, condition) => sql`update oidc_payload set ${assignments} where ${condition}`,
};

const purposeOf = (kind: string): string => `oidc ${kind}`;
