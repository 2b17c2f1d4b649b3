import type { Tx } from '../../db/database.ts';

/** Purpose of a challenge. Its subject is the id of a sign-in page, or of the person who adds a passkey. */
export type ChallengePurpose = 'sign-in' | 'second-factor' | 'enrolment';

/** Milliseconds that a challenge can be answered. */
export const CHALLENGE_TIME = 10 * 60_000;

/** Stores a challenge in place of the former one of its subject. */
export async function putChallenge(
  tx: Tx,
  { purpose, subject, challenge, now }: ChallengeKey & { readonly challenge: string; readonly now: number },
): Promise<void> {
  const row = { challenge, expires: new Date(now + CHALLENGE_TIME) };
  await tx
    .insertInto('passkey_challenge')
    .values({ purpose, subject, ...row })
    .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(row))
    .execute();
}

type ChallengeKey = { readonly purpose: ChallengePurpose; readonly subject: string };

/** The challenge of a subject, which is used up; null when there is none, or its time is over. */
export async function takeChallenge(
  tx: Tx,
  { purpose, subject, now }: ChallengeKey & { readonly now: number },
): Promise<string | null> {
  const row = await tx
    .deleteFrom('passkey_challenge')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .returning(['challenge', 'expires'])
    .executeTakeFirst();
  return row !== undefined && row.expires.getTime() > now ? row.challenge : null;
}

/** Removes the challenges whose time is over. Returns how many. */
export async function removeExpiredChallenges(tx: Tx, now: Date): Promise<bigint> {
  const removed = await tx.deleteFrom('passkey_challenge').where('expires', '<', now).executeTakeFirst();
  return removed.numDeletedRows;
}
