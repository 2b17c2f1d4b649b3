import type { Database } from '../../db/database.ts';
import type { WritePersonMail } from '../mail/mail-outbox.ts';
import { signInStateOf } from '../sign-in.ts';
import type { Factors } from './factors.ts';

const BEGINNINGS = {
  changed: 'the factors by which you sign in to Switchboard besides your password were changed.',
  reset:
    'an administrator removed the factors by which you signed in to Switchboard besides your password, and signed you out everywhere.',
} as const;

/** Writes the mail about a change of a person's factors, with those that they have when it is sent. */
export const writeFactorsMail =
  (database: Database, event: keyof typeof BEGINNINGS): WritePersonMail =>
  async ({ personId, name }) => {
    const state = await database.withIdentity((tx) => signInStateOf(tx, personId));
    if (state === null) return null;
    return {
      subject: 'Your sign-in to Switchboard was changed',
      text: [
        `Hello ${name},`,
        '',
        BEGINNINGS[event],
        '',
        `Now you have ${listFactors(state.factors)}.`,
        '',
        'If you did not expect this, choose a new password at once (Reset password in the user menu) and ask your administrator.',
        '',
      ].join('\n'),
    };
  };

function listFactors({ authenticatorApp, passkeys, recoveryCodes }: Factors): string {
  const parts = [
    ...(authenticatorApp === null ? [] : ['an authenticator app']),
    ...(passkeys.length === 0 ? [] : [passkeys.length === 1 ? 'a passkey' : `${passkeys.length} passkeys`]),
    ...(recoveryCodes === 0 ? [] : [recoveryCodes === 1 ? 'one recovery code' : `${recoveryCodes} recovery codes`]),
  ];
  return parts.length === 0 ? 'no factor besides your password' : parts.join(', ');
}
