import { createHash, randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../db/database.ts';
import { readCookie, writeCookie } from '../cookies.ts';
import type { WritePersonMail } from '../mail/mail-outbox.ts';
import { type SignInState, signInStateOf } from '../sign-in.ts';
import { hasFactor } from './factors.ts';

export const FACTOR_LINK_PATH = '/sign-in/add-factor';
/** Milliseconds that a link works. */
export const FACTOR_LINK_TIME = 3_600_000;
const COOKIE = 'switchboard_factor_link';
const MAX_LENGTH = 100;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Makes the link with which a person adds a first factor during a sign-in. It ends with their password, and with any factor added.
 * @param now epoch milliseconds
 * @returns its secret; null for a person who has a factor or no password, or may not sign in
 */
export async function createFactorLink(tx: Tx, personId: string, now: number): Promise<string | null> {
  const state = await signInStateOf(tx, personId);
  if (state === null || state.passwordSet === null || hasFactor(state.factors)) return null;
  const secret = randomBytes(32).toString('base64url');
  const row = {
    hash: hashOf(secret),
    password_set: new Date(state.passwordSet),
    expires: new Date(now + FACTOR_LINK_TIME),
  };
  await tx
    .insertInto('factor_link')
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
  return secret;
}

/** Whether there is a link of this secret, whosever. */
export async function isFactorLink(tx: Tx, secret: string, now: number): Promise<boolean> {
  const row = await tx
    .selectFrom('factor_link')
    .select('person_id')
    .where('hash', '=', hashOf(secret))
    .where('expires', '>', new Date(now))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a browser has opened the link that was made for this person and the password that they have. */
export async function hasOpenedLink(
  tx: Tx,
  person: { readonly id: string } & Pick<SignInState, 'passwordSet'>,
  opened: { readonly secret: string; readonly now: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('factor_link')
    .select('password_set')
    .where('person_id', '=', person.id)
    .where('hash', '=', hashOf(opened.secret))
    .where('expires', '>', new Date(opened.now))
    .executeTakeFirst();
  return row !== undefined && row.password_set.getTime() === person.passwordSet;
}

/** Writes the mail with the link, which is made when the mail is sent. Sent again, it has another link, and the earlier one ends. */
export const writeFactorLinkMail =
  ({
    database,
    publicUrl,
    now,
  }: {
    readonly database: Database;
    readonly publicUrl: string;
    readonly now: () => number;
  }): WritePersonMail =>
  async ({ personId, name }) => {
    const secret = await database.withIdentity((tx) => createFactorLink(tx, personId, now()));
    if (secret === null) return null;
    return {
      subject: 'Add your second factor for Switchboard',
      text: [
        `Hello ${name},`,
        '',
        'somebody signed in to Switchboard with your password. Signing in also requires a second factor, and you have none yet.',
        'Open this link in the browser that you sign in with, and sign in again to add an authenticator app:',
        `${publicUrl}${FACTOR_LINK_PATH}?link=${secret}`,
        '',
        'The link works once, for one hour. If it was not you, somebody else knows your password: do not open the link, and ask',
        'your administrator for a new password at once.',
        '',
      ].join('\n'),
    };
  };

/** Keeps an opened link in the browser until the sign-in that it is for. */
export const factorLinkCookie = (secret: string, publicUrl: string): string =>
  writeCookie(COOKIE, secret, { publicUrl, maxAge: FACTOR_LINK_TIME / 1000 });

/** The secret of the link that a browser has opened; null without one. */
export function openedLink(cookies: string | undefined, publicUrl: string): string | null {
  const secret = readCookie(cookies, COOKIE, publicUrl);
  return secret === null || secret.length > MAX_LENGTH ? null : secret;
}
