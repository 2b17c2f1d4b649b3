import { errorText } from '@switchboard/model/errors/errors';
import { countAttempt, forgetFailures, lockedText, lockedUntil } from '../lockout.ts';
import { type AppOptions, useAppCode } from './authenticator-app.ts';
import { useRecoveryCode } from './recovery-codes.ts';

const MAX_CODE = 100;

/** Codes are counted apart from passwords: no email has a NUL character, so that no right password resets the count. */
const counterOf = (personId: string): string => `code\0${personId}`;

/**
 * Checks a code of the authenticator app or a recovery code, and uses it up. After five wrong ones in a row all codes of the person are
 * refused for 15 minutes.
 * @returns why it is refused; null when it is accepted
 */
export async function checkCode(options: AppOptions, personId: string, code: string): Promise<string | null> {
  const { database } = options;
  const now = new Date(options.now());
  const counter = counterOf(personId);
  const locked = await database.withIdentity((tx) => countAttempt(tx, counter, now));
  if (locked !== null) return lockedText(locked);
  const text = code.length > MAX_CODE ? '' : code.replace(/[\s-]/g, '');
  const isAccepted = await database.withIdentity((tx) =>
    /^\d{6}$/.test(text) ? useAppCode(tx, options, personId, text) : useRecoveryCode(tx, personId, text, now),
  );
  if (!isAccepted) {
    const lockedNow = await database.withIdentity((tx) => lockedUntil(tx, counter, now));
    return lockedNow === null ? errorText('SIGN_IN_CODE_FAILED') : lockedText(lockedNow);
  }
  await database.withIdentity((tx) => forgetFailures(tx, counter));
  return null;
}
