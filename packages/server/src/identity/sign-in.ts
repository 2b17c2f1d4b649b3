import { errorText, passwordListText } from '@switchboard/model';
import type { Database, Tx } from '../db/database.ts';
import { countAttempt, forgetFailures, lockedUntil } from './lockout.ts';
import { setPassword, verifyPassword } from './passwords.ts';

export type SignInResult =
  | { readonly kind: 'signed-in'; readonly personId: string }
  /** The password is correct but was assigned by another person: the owner must choose a new one first. */
  | { readonly kind: 'must-change'; readonly personId: string }
  | { readonly kind: 'refused'; readonly message: string };

const MAX_EMAIL = 320;
const MAX_PASSWORD = 1_024;

/**
 * Checks a name and a password. An unknown name, a deactivated person, a blocked identity and a wrong password answer alike. After five
 * failures in a row the name is locked for 15 minutes, also for the right password.
 */
export async function signIn(database: Database, email: string, password: string, now: Date): Promise<SignInResult> {
  // No stored name has a NUL character.
  if (email.length > MAX_EMAIL || password.length > MAX_PASSWORD || email.includes('\0')) return refused();
  const locked = await database.withIdentity((tx) => countAttempt(tx, email, now));
  if (locked !== null) return lockedOut(locked);
  const person = await database.withIdentity((tx) => findCredential(tx, email));
  const matches = await verifyPassword(person?.hash ?? null, password);
  if (!matches || person === undefined) {
    const lockedNow = await database.withIdentity((tx) => lockedUntil(tx, email, now));
    return lockedNow === null ? refused() : lockedOut(lockedNow);
  }
  await database.withIdentity((tx) => forgetFailures(tx, email));
  return { kind: person.must_change ? 'must-change' : 'signed-in', personId: person.id };
}

/** Replaces a handed-out password by one that the person chose. Answers what is wrong with it, or null. */
export async function choosePassword(database: Database, personId: string, password: string): Promise<string | null> {
  const problem = passwordListText(password);
  if (problem !== null) return problem;
  return database.withIdentity(async (tx) => {
    const current = await tx
      .selectFrom('credential_password')
      .innerJoin('person_identity', 'person_identity.id', 'credential_password.identity_id')
      .select(['credential_password.hash', 'credential_password.must_change'])
      .where('person_identity.person_id', '=', personId)
      .forUpdate('credential_password')
      .executeTakeFirst();
    if (await verifyPassword(current?.hash ?? null, password)) {
      // Chosen already: the form was sent twice.
      return current?.must_change === false ? null : 'Choose a password other than the one you were given.';
    }
    await setPassword(tx, personId, password);
    return null;
  });
}

function findCredential(tx: Tx, email: string) {
  return tx
    .selectFrom('person')
    .innerJoin('person_identity', 'person_identity.person_id', 'person.id')
    .innerJoin('credential_password', 'credential_password.identity_id', 'person_identity.id')
    .select(['person.id', 'credential_password.hash', 'credential_password.must_change'])
    .where((where) => where(where.fn<string>('lower', ['person.email']), '=', email.trim().toLowerCase()))
    .where('person.status', '=', 'active')
    .where('person_identity.blocked', '=', false)
    .executeTakeFirst();
}

const refused = (): SignInResult => ({ kind: 'refused', message: errorText('SIGN_IN_FAILED') });

/** Rounded up to the minute: at the time named it works. */
function lockedOut(until: Date): SignInResult {
  const time = new Date(Math.ceil(until.getTime() / 60_000) * 60_000).toISOString().slice(11, 16);
  return { kind: 'refused', message: errorText('SIGN_IN_LOCKED', { time }) };
}
