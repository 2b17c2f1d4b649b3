import { errorText } from '@switchboard/model/errors/errors';
import { recordPersonalAudit } from '../audit/record-personal-audit.ts';
import type { Database, Tx } from '../db/database.ts';
import { type Factors, factorsOf } from './factors/factors.ts';
import type { Allowance } from './limits/address-level.ts';
import { countAttempt, forgetFailures, locked, type Refusal } from './limits/lockout.ts';
import { attemptSucceeded, confirmationCounter, countSignIn, lockAfter, type Origin } from './limits/sign-in-limits.ts';
import { insecurities } from './passwords/password-strength.ts';
import {
  findPersonByPassword,
  findPersonWithPassword,
  passwordRule,
  setPassword,
  verifyPassword,
} from './passwords.ts';
import { isSsoOnly } from './sso/find-connections.ts';

export type SignInResult =
  /** `passwordSet`: when the password that was checked was set, epoch milliseconds. */
  | { readonly kind: 'signed-in'; readonly personId: string; readonly passwordSet: number }
  | ({ readonly kind: 'refused' } & Refusal);

/** Milliseconds after the choice of a password in which the same form, sent again, is answered as saved. */
export const REPEAT_TIME = 10_000;
const MAX_EMAIL = 320;
const MAX_PASSWORD = 1_024;

export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly origin: Origin;
};

/**
 * Checks a name and a password. An unknown name, a deactivated person, a blocked identity and a wrong password answer alike. Failures
 * lock by the limits of sign-in, for 15 minutes, also for the right password.
 * @param failures what an address may fail
 */
export async function signIn(
  database: Database,
  { email, password, origin }: Credentials,
  failures: Allowance,
  now: Date,
): Promise<SignInResult> {
  const attempt = await countSignIn(database, { email, origin, failures }, now);
  if ('message' in attempt) return { kind: 'refused', ...attempt };
  // No stored name has a NUL character.
  const isUsable = email.length <= MAX_EMAIL && password.length <= MAX_PASSWORD && !email.includes('\0');
  const person = isUsable ? await database.withIdentity((tx) => findPersonByPassword(tx, email)) : undefined;
  const matches = isUsable && (await verifyPassword(person?.hash ?? null, password));
  return database.withIdentity(async (tx): Promise<SignInResult> => {
    if (!matches || person === undefined)
      return { kind: 'refused', ...((await lockAfter(tx, attempt, now)) ?? (await failed(tx, isUsable ? email : ''))) };
    await attemptSucceeded(tx, attempt, failures);
    return { kind: 'signed-in', personId: person.id, passwordSet: person.updated.getTime() };
  });
}

/** Alike for every address of a domain, whoever has it. */
const failed = async (tx: Tx, email: string): Promise<Refusal> => ({
  message: errorText((await isSsoOnly(tx, email)) ? 'SIGN_IN_SSO_ONLY' : 'SIGN_IN_FAILED'),
  until: null,
});

/**
 * Asks a person who is signed in for the password once more. After five wrong ones in a row confirmations are refused for 15
 * minutes; signing in is not.
 * @returns why the password is refused; null when it is right
 */
export async function confirmPassword(
  database: Database,
  person: { readonly id: string },
  password: string,
  now: Date,
): Promise<string | null> {
  const counter = confirmationCounter(person.id);
  const until = await database.withIdentity((tx) => countAttempt(tx, counter, now));
  if (until !== null) return locked(until).message;
  const stored = await database.withIdentity((tx) => findPersonWithPassword(tx, person.id));
  if (password.length > MAX_PASSWORD || !(await verifyPassword(stored?.hash ?? null, password)))
    return 'The password is not correct.';
  await database.withIdentity((tx) => forgetFailures(tx, counter));
  return null;
}

/** State on which a sign-in depends besides the password. */
export type SignInState = {
  readonly email: string;
  /** The password was assigned by another person: the owner must choose a new one first. */
  readonly mustChange: boolean;
  /** When the password was last set, epoch milliseconds; null without one. */
  readonly passwordSet: number | null;
  readonly factors: Factors;
  /** Whether the person signs in with a second factor only, whatever the installation requires. */
  readonly requiresFactor: boolean;
};

/** Null when the person may not sign in. */
export async function signInStateOf(tx: Tx, personId: string): Promise<SignInState | null> {
  const row = await findPersonWithPassword(tx, personId);
  if (row === undefined) return null;
  return {
    email: row.email,
    mustChange: row.must_change ?? false,
    passwordSet: row.updated?.getTime() ?? null,
    factors: await factorsOf(tx, personId),
    requiresFactor: row.rule === 'second_factor',
  };
}

/**
 * Replaces a handed-out password by one that the person chose.
 * @param handedOut the person, and when the password that they entered was set: another one is not replaced
 * @returns when the chosen password was set, epoch milliseconds; `expired` when the handed-out one does not hold any more
 */
export async function choosePassword(
  database: Database,
  handedOut: { readonly personId: string; readonly passwordSet: number | null },
  password: string,
  now: number,
): Promise<'expired' | { readonly problem: string } | { readonly passwordSet: number }> {
  const { personId, passwordSet } = handedOut;
  return database.withIdentity(async (tx) => {
    const current = await tx
      .selectFrom('credential_password')
      .innerJoin('person_identity', 'person_identity.id', 'credential_password.identity_id')
      .innerJoin('person', 'person.id', 'person_identity.person_id')
      .select([
        'credential_password.hash',
        'credential_password.must_change',
        'credential_password.updated',
        'person.email',
        'person.name',
      ])
      .where('person_identity.person_id', '=', personId)
      .where(passwordRule, '<>', 'closed')
      .forUpdate('credential_password')
      .executeTakeFirst();
    if (current === undefined) return 'expired';
    const set = current.updated.getTime();
    if (set !== passwordSet || !current.must_change) {
      // The form was sent twice. Later it would answer guesses at the password.
      const isRepeat = !current.must_change && now - set <= REPEAT_TIME;
      return isRepeat && (await verifyPassword(current.hash, password)) ? { passwordSet: set } : 'expired';
    }
    if (await verifyPassword(current.hash, password))
      return { problem: 'Choose a password other than the one you were given.' };
    const problems = await insecurities(password, [current.email, current.name]);
    if (problems.length > 0) return { problem: problems.join(' ') };
    await recordPersonalAudit(tx, personId, { kind: 'password_changed', after: { method: 'handed-out password' } });
    return { passwordSet: (await setPassword(tx, personId, password)).getTime() };
  });
}
