import { ReceiverError } from '@switchboard/connectors';
import type { IntegrationValues } from '@switchboard/model/integrations/validate-integration';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Vault } from '../../identity/vault.ts';
import type { NoticeFacts } from './announce-groups.ts';
import type { Deliver } from './deliver.ts';
import { openIntegrationSecrets, type SealedIntegration } from './integration-secrets.ts';
import { noticeMessage } from './notice-message.ts';
import { recordDelivery } from './record-delivery.ts';

const BATCH = 20;
const LEASE_MS = 120_000;
/** After so many attempts, about five hours, a notice fails permanently. */
export const NOTICE_ATTEMPTS = 14;
const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 3_600_000;
/** A receiver that is away for a moment is not shown: only from this attempt on. */
const SHOWN_FROM_ATTEMPT = 2;

/** Milliseconds from a failed attempt to the next, by how many there were. */
export const noticeBackoff = (attempts: number): number =>
  Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(0, attempts - 1), LONGEST_BACKOFF_MS);

export type SendOptions = {
  readonly database: Database;
  readonly vault: Vault;
  readonly deliver: Deliver;
  /** Origin of the console, for links. */
  readonly publicUrl: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

type ClaimedNotice = SealedIntegration & {
  readonly account_id: string;
  readonly notice_id: string;
  readonly filter_id: string;
  readonly group_id: string;
  readonly change: 'failed' | 'resolved';
  readonly facts: NoticeFacts;
  readonly configuration: IntegrationValues;
  readonly target: IntegrationValues;
  readonly attempts: number;
  readonly account: string;
  readonly url_name: string;
};

/**
 * Sends the notices that are due, at least once each, and of a filter in the order of their sequence: a notice waits for the one
 * before it. Programs may do so side by side: a notice is leased by one of them at a time.
 * @returns how many were sent
 */
export async function sendNotices(options: SendOptions): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await claimNotices(options.database, options.now());
    if (claimed.length === 0) return sent;
    const outcomes = await Promise.all(claimed.map((notice) => sendNotice(options, notice)));
    sent += outcomes.filter((isSent) => isSent).length;
  }
}

async function claimNotices(database: Database, now: number): Promise<readonly ClaimedNotice[]> {
  const at = new Date(now);
  return database.withSystem(async (tx) => {
    const { rows } = await sql<ClaimedNotice>`
      with due as materialized (
        select n.account_id, n.id from notice n
        where n.state = 'pending' and n.next_attempt <= ${at} and (n.lease_until is null or n.lease_until <= ${at})
          and not exists (
            select from notice earlier
            where earlier.account_id = n.account_id and earlier.filter_id = n.filter_id
              and earlier.state = 'pending' and earlier.sequence < n.sequence)
        order by n.sequence limit ${BATCH} for update of n skip locked
      )
      update notice n set attempts = n.attempts + 1, lease_until = ${new Date(now + LEASE_MS)}
      from due, integration_filter f, integration i, account a
      where n.account_id = due.account_id and n.id = due.id
        and f.account_id = n.account_id and f.id = n.filter_id
        and i.account_id = f.account_id and i.id = f.integration_id and a.id = n.account_id
      returning n.account_id, n.id as notice_id, n.filter_id, n.group_id, n.change, n.facts, n.attempts,
        f.configuration as target, i.configuration, i.id, i.type, i.version, i.secrets, i.wrapped_key, i.master_key_id,
        a.name as account, a.url_name
    `.execute(tx);
    return rows;
  });
}

async function sendNotice(options: SendOptions, notice: ClaimedNotice): Promise<boolean> {
  const { account_id: accountId, notice_id: id, filter_id: filterId, attempts } = notice;
  const failure = await attempt(options, notice);
  const at = options.now();
  const delay = failure === null ? 0 : Math.max(noticeBackoff(attempts), (failure.retryAfter ?? 0) * 1_000);
  const end =
    failure === null
      ? sql`state = 'sent', sent = ${new Date(at)}, problem = null`
      : sql`state = ${attempts >= NOTICE_ATTEMPTS ? 'failed' : 'pending'}, problem = ${failure.message.slice(0, 1_000)},
          next_attempt = ${new Date(at + delay)}`;
  await options.database.withAccount(accountId, async (tx) => {
    // An attempt whose lease another one has taken over changes nothing.
    const ended = await sql`
      update notice set ${end}, lease_until = null
      where account_id = ${accountId}::uuid and id = ${id}::uuid and state = 'pending' and attempts = ${attempts}
    `.execute(tx);
    const isShown = failure === null || failure.about !== 'receiver' || attempts >= SHOWN_FROM_ATTEMPT;
    if (ended.numAffectedRows === 1n && isShown)
      await recordDelivery(tx, { accountId, integrationId: notice.id, filterId }, failure);
  });
  return failure === null;
}

async function attempt(
  { vault, deliver, publicUrl }: SendOptions,
  notice: ClaimedNotice,
): Promise<ReceiverError | null> {
  const {
    account_id: accountId,
    change,
    facts,
    type,
    configuration,
    target,
    attempts,
    account,
    url_name: urlName,
  } = notice;
  const origin = {
    id: notice.notice_id,
    groupId: notice.group_id,
    change,
    account: { name: account, urlName },
    publicUrl,
  };
  try {
    const secrets = await openIntegrationSecrets(vault, accountId, notice);
    await deliver({ type, secrets, configuration, target }, noticeMessage(origin, facts), { isRepeated: attempts > 1 });
    return null;
  } catch (error) {
    if (error instanceof ReceiverError) return error;
    return new ReceiverError(error instanceof Error ? error.message : 'The notice could not be sent.');
  }
}
