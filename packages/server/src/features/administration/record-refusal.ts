import { sql } from 'kysely';
import { auditOrigin } from '../../audit/record-audit.ts';
import type { Database } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';

/** Refused acts of one person that are recorded within an hour. */
export const REFUSALS_PER_HOUR = 20;

export type RefusedAct = {
  /** The GraphQL field, or the call of SCIM. */
  readonly act: string;
  readonly reason: string;
  /** Url name of the account that it concerned. */
  readonly urlName?: string | null;
  /** Email address of the person whom it concerned. */
  readonly email?: string | null;
};

/** Makes a string of a request comparable in the database: no NUL characters, limited length. */
const readable = (text: string | null | undefined): string | null => text?.slice(0, 320).replaceAll('\0', '') ?? null;

/** Records that an administrative act was refused, in a transaction of its own: that of the act has changed nothing. */
export async function recordRefusal(
  database: Database,
  { person, requestId, serviceTokenId }: Pick<Session, 'person' | 'requestId' | 'serviceTokenId'>,
  { act, reason, urlName, email }: RefusedAct,
): Promise<void> {
  const { address, user_agent: userAgent } = auditOrigin();
  await database.withIdentity((tx) =>
    sql`select record_refused_act(${person.id}::uuid, ${act}, ${reason}, ${requestId}, ${readable(urlName)},
      ${readable(email)?.trim() ?? null}, ${serviceTokenId}::uuid, ${sql.lit(REFUSALS_PER_HOUR)}, ${address},
      ${userAgent})`.execute(tx),
  );
}
