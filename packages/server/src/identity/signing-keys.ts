import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import { DatabaseSetupError } from '../db/connect.ts';
import type { Database, Tx } from '../db/database.ts';
import type { MasterKey } from '../settings/master-key.ts';
import { type SealedColumn, textOf } from './master-keys/sealed-column.ts';
import { masterKeyId, seal, unseal } from './seal.ts';
import { ACCESS_TOKEN_TTL, CLOCK_TOLERANCE } from './token-times.ts';

/** The first one signs, the others verify: they have signed, or will. */
export type SigningKeys = { readonly token: readonly JWK[]; readonly cookie: readonly string[] };

type Purpose = 'token' | 'cookie';

/** Milliseconds for which a new key is published before it signs: every program has read it by then. */
const LEAD = 5 * 60_000;
/** Milliseconds for which a key is published once the next one signs: longer than what it signed is accepted. */
const OVERLAP = (ACCESS_TOKEN_TTL + CLOCK_TOLERANCE) * 1_000 + 60_000;
/** Milliseconds after which a running program reads the keys again. */
const FRESH = 60_000;

/**
 * The keys that sign tokens and cookies, made at the first start, the same for all programs on one database.
 * @param now epoch milliseconds
 * @throws DatabaseSetupError when the master key is not the one that they were stored with
 */
export async function loadSigningKeys(database: Database, masterKey: MasterKey, now: number): Promise<SigningKeys> {
  return database.withIdentity(async (tx) => {
    // Programs that start together must not each make their own.
    await lockKeys(tx);
    const token = await load(tx, masterKey, 'token', now);
    const cookie = await load(tx, masterKey, 'cookie', now);
    return { token: token.map((text) => JSON.parse(text) as JWK), cookie };
  });
}

/** The keys of tokens as the database has them, at most a minute old. */
export function createTokenKeys(
  database: Database,
  masterKey: MasterKey,
  first: readonly JWK[],
  now: () => number,
): () => Promise<readonly JWK[]> {
  let read = { at: now(), keys: first };
  let reading: Promise<void> | null = null;
  const refresh = async (): Promise<void> => {
    const at = now();
    const { token } = await loadSigningKeys(database, masterKey, at);
    const isSame = JSON.stringify(token) === JSON.stringify(read.keys);
    read = { at, keys: isSame ? read.keys : token };
  };
  return async () => {
    if (now() - read.at >= FRESH) {
      reading ??= refresh().finally(() => {
        reading = null;
      });
      await reading;
    }
    return read.keys;
  };
}

/**
 * Makes a new key for tokens. It is published at once, signs five minutes later, and the others are published until all that
 * they signed has expired.
 * @param olderThan only when no key was made after this time
 * @returns whether one was made
 */
export async function rotateSigningKeys(
  database: Database,
  masterKey: MasterKey,
  { now, olderThan }: { readonly now: number; readonly olderThan: number | null },
): Promise<boolean> {
  return database.withIdentity(async (tx) => {
    await lockKeys(tx);
    const ofTokens = tx.selectFrom('signing_key').where('purpose', '=', 'token');
    const newest = await ofTokens.select('created').orderBy('created', 'desc').limit(1).executeTakeFirst();
    if (newest === undefined || (olderThan !== null && newest.created.getTime() > olderThan)) return false;
    await tx.deleteFrom('signing_key').where('purpose', '=', 'token').where('retired', '<', new Date(now)).execute();
    await tx
      .updateTable('signing_key')
      .set({ retired: new Date(now + LEAD + OVERLAP) })
      .where('purpose', '=', 'token')
      .where('retired', 'is', null)
      .execute();
    await add(tx, masterKey, 'token', now);
    await recordAudit(tx, { kind: 'signing_key_rotated', actor: { kind: 'system' }, accountId: null });
    return true;
  });
}

async function lockKeys(tx: Tx): Promise<void> {
  await sql`lock table signing_key in exclusive mode`.execute(tx);
}

async function load(tx: Tx, masterKey: MasterKey, purpose: Purpose, now: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('signing_key')
    .select(['secret', 'created'])
    .where('purpose', '=', purpose)
    .where((is) => is.or([is('retired', 'is', null), is('retired', '>', new Date(now))]))
    .orderBy('created', 'desc')
    .execute();
  if (rows.length === 0) return [await add(tx, masterKey, purpose, now)];
  const isPublished = ({ created }: { readonly created: Date }): boolean => created.getTime() <= now - LEAD;
  const signing = rows.find(isPublished) ?? rows.at(-1);
  return [...rows.filter((row) => row === signing), ...rows.filter((row) => row !== signing)].map(({ secret }) => {
    const opened = unseal(masterKey, secret, `signing_key ${purpose}`);
    if (opened === null)
      throw new DatabaseSetupError('MASTER_KEY does not match this database. Set the one it was made with.');
    return opened.toString();
  });
}

async function add(tx: Tx, masterKey: MasterKey, purpose: Purpose, now: number): Promise<string> {
  const made = purpose === 'token' ? await makeTokenKey() : randomBytes(32).toString('base64url');
  const secret = seal(masterKey, Buffer.from(made), `signing_key ${purpose}`);
  await tx
    .insertInto('signing_key')
    .values({ purpose, secret, master_key_id: masterKeyId(masterKey), created: new Date(now) })
    .execute();
  return made;
}

async function makeTokenKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return JSON.stringify({
    ...(await exportJWK(privateKey)),
    kid: randomBytes(12).toString('base64url'),
    alg: 'ES256',
    use: 'sig',
  });
}

/** The keys that sign tokens and cookies. */
export const SEALED_SIGNING_KEYS: SealedColumn = {
  table: 'signing_key',
  column: 'secret',
  primaryKey: ['id'],
  others: ['purpose'],
  scope: 'withIdentity',
  purposeOf: (row) => `signing_key ${textOf(row, 'purpose')}`,
  update: (assignments, condition) => sql`update signing_key set ${assignments} where ${condition}`,
};
