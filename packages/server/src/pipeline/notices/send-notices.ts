import type { Severity } from '@switchboard/model';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

export type NoticeChannel = 'mail' | 'slack';

/** A notice of one event for one recipient. `id` is the same at each attempt: receivers drop repetitions by it. */
export type Notice = {
  readonly id: string;
  readonly accountId: string;
  readonly channel: NoticeChannel;
  readonly recipient: string;
  readonly severity: Severity;
  readonly message: string;
  readonly eventId: string;
};

/** Hands a notice over to its channel. Returns once the channel has accepted it; throws to be tried again. */
export type SendNotice = (notice: Notice) => Promise<void>;

/** Channels without a sender keep their notices pending. */
export type NoticeSenders = Partial<Record<NoticeChannel, SendNotice>>;

const BATCH = 50;
const LEASE_MS = 60_000;
/** After so many attempts a notice fails permanently. */
export const NOTICE_ATTEMPTS = 8;
const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 3_600_000;

/** Milliseconds from a failed attempt to the next, by how many there were. */
export const noticeBackoff = (attempts: number): number =>
  Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(0, attempts - 1), LONGEST_BACKOFF_MS);

type ClaimedNotice = Notice & { readonly attempts: number };

/**
 * Sends the notices that are due, at least once each, and of a subscription in the order of their sequence: a notice waits for
 * the one before it. Programs may do so side by side: a notice is leased by one of them at a time.
 * @param now epoch milliseconds
 * @returns how many were sent
 */
export async function sendNotices(database: Database, senders: NoticeSenders, now: () => number): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await claimNotices(database, Object.keys(senders), now());
    if (claimed.length === 0) return sent;
    const outcomes = await Promise.all(claimed.map((notice) => sendNotice(database, senders, notice, now)));
    sent += outcomes.filter((isSent) => isSent).length;
  }
}

async function claimNotices(database: Database, channels: readonly string[], now: number): Promise<ClaimedNotice[]> {
  const at = new Date(now);
  return database.withSystem(async (tx) => {
    const { rows } = await sql<ClaimedNotice>`
      with due as materialized (
        select n.account_id, n.id from notice n
        join notice_subscription s on s.account_id = n.account_id and s.id = n.subscription_id
        where n.state = 'pending' and n.next_attempt <= ${at} and (n.lease_until is null or n.lease_until <= ${at})
          and s.channel = any(${[...channels]}::text[])
          and not exists (
            select from notice earlier
            where earlier.account_id = n.account_id and earlier.subscription_id = n.subscription_id
              and earlier.state = 'pending' and earlier.sequence < n.sequence)
        order by n.sequence limit ${BATCH} for update of n skip locked
      )
      update notice n set attempts = n.attempts + 1, lease_until = ${new Date(now + LEASE_MS)}
      from due, notice_subscription s, event e
      where n.account_id = due.account_id and n.id = due.id
        and s.account_id = n.account_id and s.id = n.subscription_id
        and e.account_id = n.account_id and e.id = n.event_id
      returning n.id, n.account_id as "accountId", s.channel, s.recipient, e.severity, e.message, e.id as "eventId", n.attempts
    `.execute(tx);
    return rows;
  });
}

async function sendNotice(
  database: Database,
  senders: NoticeSenders,
  { attempts, ...notice }: ClaimedNotice,
  now: () => number,
): Promise<boolean> {
  const problem = await problemOf(senders[notice.channel], notice);
  const at = now();
  const end =
    problem === null
      ? sql`state = 'sent', sent = ${new Date(at)}, problem = null`
      : sql`state = ${attempts >= NOTICE_ATTEMPTS ? 'failed' : 'pending'}, problem = ${problem},
          next_attempt = ${new Date(at + noticeBackoff(attempts))}`;
  // An attempt whose lease another one has taken over meanwhile changes nothing.
  await database.withSystem((tx) =>
    sql`
      update notice set ${end}, lease_until = null
      where account_id = ${notice.accountId} and id = ${notice.id} and state = 'pending' and attempts = ${attempts}
    `.execute(tx),
  );
  return problem === null;
}

async function problemOf(send: SendNotice | undefined, notice: Notice): Promise<string | null> {
  try {
    await send?.(notice);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
