import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { ensureAccount } from './accounts/store-account.ts';
import { setPassword } from './passwords.ts';
import { addPerson, grantRoles } from './people/store-person.ts';

/** `password` is null where another OpenID provider signs people in. */
export type FirstOwner = { readonly email: string; readonly password: string | null };

/**
 * On a database without people: one who may do everything, and an account to begin with. The password works once, to choose
 * another. Null when there are people already.
 */
export async function createFirstOwner(
  database: Database,
  email: string,
  embedded: boolean,
): Promise<FirstOwner | null> {
  return database.withIdentity(async (tx) => {
    if (await hasPeople(tx)) return null;
    // Of processes that start together, one creates the owner; the others find one.
    await sql`lock table person in share row exclusive mode`.execute(tx);
    if (await hasPeople(tx)) return null;
    const accountId = await ensureAccount(tx, { url_name: 'main', name: 'Main' });
    const personId = await addPerson(tx, { email, name: 'Owner', accountId });
    if (personId === null) return null;
    await grantRoles(tx, { personId, accountId: null }, ['tester']);
    if (!embedded) return { email, password: null };
    const password = randomBytes(12).toString('base64url');
    await setPassword(tx, personId, password, { mustChange: true });
    return { email, password };
  });
}

const hasPeople = async (tx: Tx): Promise<boolean> =>
  (await tx.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined;
