import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { auditOrigin } from './record-audit.ts';

/** Refused acts of one person that are recorded one by one within an hour; of further ones the number is. */
export const REFUSALS_PER_HOUR = 20;

export type RefusedAct = {
  /** `act_refused` for administration, `access_denied` for what an account or a role does not allow. */
  readonly kind?: 'act_refused' | 'access_denied';
  /** The GraphQL field, the route, or the call of SCIM. */
  readonly act: string;
  readonly reason: string;
  /** Url name of the account that it concerned. */
  readonly urlName?: string | null;
  /** Email address of the person whom it concerned. */
  readonly email?: string | null;
};

/** The sender of a refused request. */
type RefusedSender = {
  readonly person: { readonly id: string };
  readonly requestId: string | null;
  readonly serviceTokenId: string | null;
};

/** Makes a string of a request comparable in the database: no NUL characters, limited length. */
const readable = (text: string | null | undefined): string | null =>
  text?.slice(0, 320).replaceAll('\0', '').toWellFormed() ?? null;

/** Records that an act was refused, in a transaction of its own: that of the act has changed nothing. */
export async function recordRefusal(
  database: Database,
  { person, requestId, serviceTokenId }: RefusedSender,
  { kind = 'act_refused', act, reason, urlName, email }: RefusedAct,
): Promise<void> {
  const { address, user_agent: userAgent } = auditOrigin();
  await database.withIdentity((tx) =>
    sql`select record_refused_act(${kind}, ${person.id}::uuid, ${readable(act)}, ${reason}, ${requestId},
      ${readable(urlName)}, ${readable(email)?.trim() ?? null}, ${serviceTokenId}::uuid, ${sql.lit(REFUSALS_PER_HOUR)},
      ${address}, ${userAgent})`.execute(tx),
  );
}

/**
 * Records the number of refused acts that were only counted, one entry for a person and account.
 * @param began counts that began before this time
 * @returns how many entries
 */
export async function flushRefusals(database: Database, began: Date): Promise<number> {
  const { rows } = await database.withSystem((tx) =>
    sql<{ flushed: number }>`select flush_refused_acts(${began}) as flushed`.execute(tx),
  );
  return rows[0]?.flushed ?? 0;
}
