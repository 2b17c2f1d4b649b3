import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Argon2id, the library's default; 19 MiB, two passes (OWASP's minimum; about 10 ms). */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash it takes as long and returns false, so that the response time does
 * not reveal whether an account exists.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('the password of no account');
  const matches = await verify(stored ?? (await decoy), password);
  return stored !== null && matches;
}

const SPECIAL = '!@#$%^&*()_+-=[]{}|;:,.<>?/~';

/** The rules that a new password breaks, as a sentence for the person; null for none. */
export function passwordProblem(password: string): string | null {
  const characters = [...password];
  const has = (test: (character: string) => boolean): boolean => characters.some(test);
  const missing = [
    characters.length < 8 || characters.length > 128 ? '8 to 128 characters' : '',
    has((c) => c >= 'a' && c <= 'z') ? '' : 'a lowercase letter',
    has((c) => c >= 'A' && c <= 'Z') ? '' : 'an uppercase letter',
    has((c) => c >= '0' && c <= '9') ? '' : 'a digit',
    has((c) => SPECIAL.includes(c)) ? '' : `a special character of ${SPECIAL}`,
    has((c) => !/[A-Za-z0-9 ]/.test(c) && !SPECIAL.includes(c)) ? 'no other characters than these and spaces' : '',
  ].filter((part) => part !== '');
  return missing.length === 0 ? null : `Password must have: ${missing.join(', ')}.`;
}

/** Sets the password of a person's password identity, which is made when missing. `mustChange`: replaced at the first sign-in. */
export async function setPassword(
  tx: Tx,
  personId: string,
  password: string,
  options: { readonly mustChange?: boolean } = {},
): Promise<void> {
  const row = { hash: await hashPassword(password), must_change: options.mustChange ?? false, updated: new Date() };
  const identityId = await ensurePasswordIdentity(tx, personId);
  await tx
    .insertInto('credential_password')
    .values({ identity_id: identityId, ...row })
    .onConflict((conflict) => conflict.column('identity_id').doUpdateSet(row))
    .execute();
}

async function ensurePasswordIdentity(tx: Tx, personId: string): Promise<string> {
  await sql`
    insert into person_identity (person_id, connection_type, email, name)
    select id, 'password', email, name from person where id = ${personId}::uuid
    on conflict (person_id) where connection_type = 'password' do nothing`.execute(tx);
  const { id } = await tx
    .selectFrom('person_identity')
    .select('id')
    .where('person_id', '=', personId)
    .where('connection_type', '=', 'password')
    .executeTakeFirstOrThrow();
  return id;
}
