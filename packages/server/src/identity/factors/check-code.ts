import { errorText } from '@switchboard/model/errors/errors';
import { countAttempt, forgetFailures, locked, lockedUntil, type Refusal } from '../limits/lockout.ts';
import { codeCounter, type Origin } from '../limits/sign-in-limits.ts';
import { type AppOptions, useAppCode } from './authenticator-app.ts';
import { useRecoveryCode } from './recovery-codes.ts';

const MAX_CODE = 100;

/**
 * Checks a code of the authenticator app or a recovery code, and uses it up. Codes are counted apart from passwords, so that no right
 * password resets the count. After five wrong ones in a row all codes of the person are refused for 15 minutes, but not those of
 * a device that is known.
 * @returns why it is refused; null when it is accepted
 */
export async function checkCode(
  options: AppOptions,
  {
    person,
    origin,
    code,
  }: {
    readonly person: { readonly id: string; readonly email: string };
    readonly origin: Origin;
    readonly code: string;
  },
): Promise<Refusal | null> {
  const { database } = options;
  const now = new Date(options.now());
  const counter = codeCounter(person, origin);
  const refusedUntil = await database.withIdentity((tx) => countAttempt(tx, counter, now));
  if (refusedUntil !== null) return locked(refusedUntil);
  const text = code.length > MAX_CODE ? '' : code.replace(/[\s-]/g, '');
  const isAccepted = await database.withIdentity((tx) =>
    /^\d{6}$/.test(text) ? useAppCode(tx, options, person.id, text) : useRecoveryCode(tx, person.id, text, now),
  );
  if (!isAccepted) {
    const until = await database.withIdentity((tx) => lockedUntil(tx, counter, now));
    return until === null ? { message: errorText('SIGN_IN_CODE_FAILED'), until: null } : locked(until);
  }
  await database.withIdentity((tx) => forgetFailures(tx, counter));
  return null;
}
