import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** The comment of an event, and the id of its author; both null to remove it. */
export type EventComment = { readonly comment: string | null; readonly author: string | null };

/** Writes the comment of an event in place of an earlier one. */
export async function commentEvent(
  tx: Tx,
  accountId: string,
  eventId: string,
  { comment, author }: EventComment,
): Promise<void> {
  await sql`
    update event set comment = ${comment}, commented_by = ${author}::uuid,
      commented_on = case when ${author}::uuid is not null then now() end
    where account_id = ${accountId} and id = ${eventId}
  `.execute(tx);
}
