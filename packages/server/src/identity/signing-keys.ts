import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql } from 'kysely';
import { DatabaseSetupError } from '../db/connect.ts';
import type { Database, Tx } from '../db/database.ts';
import type { MasterKey } from '../settings/master-key.ts';
import { masterKeyId, seal, unseal } from './seal.ts';

/** Newest first: the first one signs, the others still verify. */
export type SigningKeys = { readonly token: readonly JWK[]; readonly cookie: readonly string[] };

type Purpose = 'token' | 'cookie';

/**
 * The keys that sign tokens and cookies, made at the first start, the same for all programs on one database.
 * @throws DatabaseSetupError when the master key is not the one that they were stored with
 */
export async function loadSigningKeys(database: Database, masterKey: MasterKey): Promise<SigningKeys> {
  return database.withIdentity(async (tx) => {
    // Programs that start together must not each make their own.
    await sql`lock table signing_key in exclusive mode`.execute(tx);
    const token = await load(tx, masterKey, 'token', makeTokenKey);
    const cookie = await load(tx, masterKey, 'cookie', () => Promise.resolve(randomBytes(32).toString('base64url')));
    return { token: token.map((text) => JSON.parse(text) as JWK), cookie };
  });
}

async function load(tx: Tx, masterKey: MasterKey, purpose: Purpose, make: () => Promise<string>): Promise<string[]> {
  const rows = await tx
    .selectFrom('signing_key')
    .select('secret')
    .where('purpose', '=', purpose)
    .where('retired', 'is', null)
    .orderBy('created', 'desc')
    .execute();
  if (rows.length === 0) {
    const made = await make();
    const secret = seal(masterKey, Buffer.from(made), `signing_key ${purpose}`);
    await tx
      .insertInto('signing_key')
      .values({ purpose, secret, master_key_id: masterKeyId(masterKey) })
      .execute();
    return [made];
  }
  return rows.map(({ secret }) => {
    const opened = unseal(masterKey, secret, `signing_key ${purpose}`);
    if (opened === null)
      throw new DatabaseSetupError('MASTER_KEY does not match this database. Set the one it was made with.');
    return opened.toString();
  });
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
