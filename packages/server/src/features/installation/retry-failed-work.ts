import { sql } from 'kysely';
import { actorOf, recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../../identity/session.ts';
import type { FailedSelection } from '../../pipeline/recovery/retry-failed.ts';

/**
 * Records in a transaction of administration that a person retries what failed. Nothing is recorded of a dry run.
 * @returns false when there is no such active account
 */
export async function beginRetry(
  tx: Tx,
  session: Pick<Session, 'person' | 'serviceTokenId'>,
  { from, to, causes, account, isDryRun }: FailedSelection,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from account where url_name = ${account} and status = 'active'`.execute(tx);
  const [found] = rows;
  if (account !== null && found === undefined) return false;
  if (!isDryRun)
    await recordAudit(tx, {
      kind: 'failed_work_retried',
      actor: actorOf(session),
      accountId: found?.id ?? null,
      after: { from: from.toISOString(), to: to.toISOString(), causes: [...causes] },
    });
  return true;
}
