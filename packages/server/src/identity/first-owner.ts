import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { setPassword } from './passwords.ts';

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
    const existing = await tx.selectFrom('person').select('id').limit(1).executeTakeFirst();
    if (existing !== undefined) return null;
    const account = await tx
      .insertInto('account')
      .values({ url_name: 'main', name: 'Main' })
      .onConflict((conflict) => conflict.column('url_name').doUpdateSet({ url_name: 'main' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    const person = await tx
      .insertInto('person')
      .values({ email, name: 'Owner', default_account_id: account.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('global_role').values({ person_id: person.id, role: 'tester' }).execute();
    if (!embedded) return { email, password: null };
    const password = randomBytes(12).toString('base64url');
    await setPassword(tx, person.id, password, { mustChange: true });
    return { email, password };
  });
}
