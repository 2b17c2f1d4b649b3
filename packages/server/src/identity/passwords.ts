import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { ensurePasswordIdentity } from './people/store-identity.ts';

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

/**
 * Whether the person of the row `person` may use a password or a passkey: `closed` where their account requires single sign-on,
 * `second_factor` for its break-glass administrators.
 */
export const passwordRule = sql<string>`password_rule_of(person.id)`;

/** An active person and their password, whose values are null without one; undefined when they may not sign in by it. */
export async function findPersonWithPassword(tx: Tx, personId: string) {
  const row = await tx
    .selectFrom('person')
    .leftJoin('person_identity', (join) =>
      join.onRef('person_identity.person_id', '=', 'person.id').on('person_identity.connection_type', '=', 'password'),
    )
    .leftJoin('credential_password', 'credential_password.identity_id', 'person_identity.id')
    .select([
      'person.id',
      'person.email',
      'person.name',
      'person_identity.blocked',
      'credential_password.hash',
      'credential_password.must_change',
      'credential_password.updated',
      passwordRule.as('rule'),
    ])
    .where('person.id', '=', personId)
    .where('person.status', '=', 'active')
    .executeTakeFirst();
  return row?.blocked === true || row?.rule === 'closed' ? undefined : row;
}

/**
 * Sets the password of a person's password identity, which is made when missing.
 * @param options `mustChange`: replaced at the first sign-in
 * @returns when it was set
 */
export async function setPassword(
  tx: Tx,
  personId: string,
  password: string,
  options: { readonly mustChange?: boolean } = {},
): Promise<Date> {
  return storePasswordHash(tx, personId, await hashPassword(password), options);
}

/** As `setPassword`, with the hash of the password. */
export async function storePasswordHash(
  tx: Tx,
  personId: string,
  hashed: string,
  options: { readonly mustChange?: boolean } = {},
): Promise<Date> {
  const row = { hash: hashed, must_change: options.mustChange ?? false, updated: new Date() };
  const identityId = await passwordIdentityOf(tx, personId);
  await tx
    .insertInto('credential_password')
    .values({ identity_id: identityId, ...row })
    .onConflict((conflict) => conflict.column('identity_id').doUpdateSet(row))
    .execute();
  return row.updated;
}

async function passwordIdentityOf(tx: Tx, personId: string): Promise<string> {
  await ensurePasswordIdentity(tx, personId);
  const { id } = await tx
    .selectFrom('person_identity')
    .select('id')
    .where('person_id', '=', personId)
    .where('connection_type', '=', 'password')
    .executeTakeFirstOrThrow();
  return id;
}

/** The active person who signs in by an email address and a password; undefined for any other address. */
export function findPersonByPassword(tx: Tx, email: string) {
  return tx
    .selectFrom('person')
    .innerJoin('person_identity', 'person_identity.person_id', 'person.id')
    .innerJoin('credential_password', 'credential_password.identity_id', 'person_identity.id')
    .select(['person.id', 'credential_password.hash', 'credential_password.updated'])
    .where((where) => where(where.fn<string>('lower', ['person.email']), '=', email.trim().toLowerCase()))
    .where('person.status', '=', 'active')
    .where('person_identity.blocked', '=', false)
    .where(passwordRule, '<>', 'closed')
    .executeTakeFirst();
}
