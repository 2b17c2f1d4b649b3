import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { firstMatch } from './match-rules.ts';
import { probeMailSources, rulesOf } from './receive-mail.ts';

export type ReplayAnswer = 'replayed' | 'missing' | 'matched' | 'rejected' | 'unmatched';

type Row = {
  readonly recipientId: string;
  readonly sender: string;
  readonly subject: string;
  readonly outcome: 'matched' | 'unmatched' | 'rejected';
};

/**
 * Gives a kept mail that no rule took the path of the first rule that takes it now, and makes the sources of mail due for a probe.
 * @returns why it has no path: the account has no such mail, it had a path already, it was rejected, or no rule takes it
 */
export async function replayMail(tx: Tx, accountId: string, id: string): Promise<ReplayAnswer> {
  const { rows } = await sql<Row>`
    select m.recipient_id as "recipientId", m.sender, m.subject, m.outcome
    from received_mail m join ingest_recipient r on r.account_id = m.account_id and r.id = m.recipient_id
    where m.account_id = ${accountId}::uuid and m.id = ${id}::uuid and r.deleted is null for no key update of m
  `.execute(tx);
  const [mail] = rows;
  if (mail === undefined) return 'missing';
  if (mail.outcome !== 'unmatched') return mail.outcome;
  const rule = firstMatch(await rulesOf(tx, { accountId, id: mail.recipientId }), mail);
  if (rule === undefined) return 'unmatched';
  await sql`
    update received_mail set outcome = 'matched', rule_id = ${rule.id}, path = ${rule.path}
    where account_id = ${accountId}::uuid and id = ${id}::uuid and outcome = 'unmatched'
  `.execute(tx);
  await probeMailSources(tx, accountId);
  return 'replayed';
}
