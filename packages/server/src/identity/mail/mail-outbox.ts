import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { MailText, MailTransport } from './mail-transport.ts';

/** A mail to a person. */
type PersonMail = {
  readonly kind:
    | 'password_reset'
    | 'factors_changed'
    | 'factors_reset'
    | 'factor_link'
    | 'new_device'
    | 'address_changed'
    | 'outage';
  readonly personId: string;
  /** Facts for the text, of the kinds that have any. */
  readonly detail?: unknown;
};

/** A mail with an account's daily summary. */
type SummaryMail = {
  readonly kind: 'daily_summary';
  /** Content, as it was stored with the summary. */
  readonly facts: unknown;
};

/** A mail to an address that an account has invited. */
type InvitationMail = {
  readonly kind: 'invitation';
  /** Null once the invitation has ended. */
  readonly invitationId: string | null;
};

type Due = {
  readonly id: string;
  /** Empty for an address without a person. */
  readonly name: string;
  readonly email: string;
};

/** A mail that is due, with who gets it. */
export type DueMail = (PersonMail | SummaryMail | InvitationMail) & Due;

/** Writes the text of a mail when it is sent; null when its recipient must not get it any more. */
type WriteMail<Mail> = (mail: Mail & Due) => Promise<MailText | null>;
export type WritePersonMail = WriteMail<PersonMail>;
export type WriteInvitationMail = WriteMail<InvitationMail>;

/** The writers of each kind of mail. */
export type MailWriters = { readonly [Kind in PersonMail['kind']]: WritePersonMail } & {
  readonly daily_summary: WriteMail<SummaryMail>;
  readonly invitation: WriteInvitationMail;
};

const BATCH = 20;
const LEASE = sql`interval '2 minutes'`;
const KEPT = sql`interval '30 days'`;
/** After so many attempts a mail fails permanently. */
export const MAIL_ATTEMPTS = 6;
const FIRST_BACKOFF_MS = 10_000;
/** SQL interval until a mail server that is away is tried again. */
const RELAY_PAUSE = sql`interval '30 seconds'`;

/** How many links to add a factor are mailed to a person in an hour. */
export const FACTOR_LINKS_AN_HOUR = 5;
/** How many links to choose a password are mailed to a person in an hour: anybody can request them. */
export const RESET_LINKS_AN_HOUR = 5;
/** How many mails about new devices a person gets in an hour. */
const DEVICE_MAILS_AN_HOUR = 10;

/** Queues a mail, unless one of its kind was queued for the person within the last minute, or too many links within the last hour. */
export async function queueMail(
  tx: Tx,
  kind: Exclude<PersonMail['kind'], 'new_device' | 'address_changed' | 'outage'>,
  personId: string,
): Promise<void> {
  await sql`delete from mail where created < now() - ${KEPT}`.execute(tx);
  await sql`
    insert into mail (kind, person_id) select ${kind}, ${personId}::uuid
    where not exists (
      select from mail where person_id = ${personId}::uuid and kind = ${kind} and created > now() - interval '1 minute')
      and (${kind} <> 'password_reset' or password_rule_of(${personId}::uuid) <> 'closed')
      and (${kind} <> 'password_reset' or (select count(*) from mail
        where person_id = ${personId}::uuid and kind = 'password_reset' and created > now() - interval '1 hour') < ${RESET_LINKS_AN_HOUR})
      and (${kind} <> 'factor_link' or (select count(*) from mail
        where person_id = ${personId}::uuid and kind = 'factor_link' and created > now() - interval '1 hour') < ${FACTOR_LINKS_AN_HOUR})
  `.execute(tx);
}

/** Queues a mail about a new device, unless the person got too many within the last hour: their browser keeps no cookie. */
export async function queueDeviceMail(tx: Tx, personId: string, detail: object): Promise<void> {
  await sql`
    insert into mail (kind, person_id, detail) select 'new_device', ${personId}::uuid, ${JSON.stringify(detail)}::jsonb
    where (select count(*) from mail where person_id = ${personId}::uuid and kind = 'new_device'
      and created > now() - interval '1 hour') < ${DEVICE_MAILS_AN_HOUR}`.execute(tx);
}

/** Queues the mails of an account's daily summary, in its transaction: one for each address. */
export async function queueSummaryMails(
  tx: Tx,
  {
    accountId,
    day,
    addresses,
  }: { readonly accountId: string; readonly day: string; readonly addresses: readonly string[] },
): Promise<void> {
  await sql`
    insert into mail (kind, summary_account_id, day, address)
    select distinct 'daily_summary', ${accountId}::uuid, ${day}::date, lower(address) from unnest(${[...addresses]}::text[]) as address
  `.execute(tx);
}

export type SendOptions = {
  readonly database: Database;
  readonly transport: MailTransport;
  readonly write: MailWriters;
};

/**
 * Sends what is due, at least once each. Programs may do so side by side: a mail is leased by one of them at a time.
 * @returns the problems of the attempts that failed
 */
export async function sendMails({ database, transport, write }: SendOptions): Promise<readonly Error[]> {
  const problems: Error[] = [];
  for (;;) {
    const due = await database.withIdentity(claimMails);
    if (due.length === 0) return problems;
    for (const { attempts, ...mail } of due) {
      const problem = await attempt(mail, { transport, write });
      if (problem) problems.push(problem);
      if (problem !== null && isRelayAway(problem)) {
        // The others of the batch would meet the same.
        const ids = due.slice(due.findIndex(({ id }) => id === mail.id)).map(({ id }) => id);
        await database.withIdentity((tx) => giveBack(tx, ids, problem));
        return problems;
      }
      await database.withIdentity((tx) => endAttempt(tx, mail.id, attempts, problem));
    }
  }
}

type ClaimedMail = DueMail & { readonly attempts: number };

async function claimMails(tx: Tx): Promise<readonly ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    with due as materialized (
      select id from mail
      where state = 'pending' and next_attempt <= now() and (lease_until is null or lease_until <= now())
      order by next_attempt limit ${BATCH} for update skip locked
    ), claimed as (
      update mail m set attempts = m.attempts + 1, lease_until = now() + ${LEASE}
      from due
      join mail own on own.id = due.id
      left join person p on p.id = own.person_id
      left join daily_summary s on s.account_id = own.summary_account_id and s.day = own.day
      where m.id = due.id
      returning m.id, m.kind, m.person_id, m.detail, m.invitation_id, s.facts, p.name, p.email, m.address, m.attempts,
        m.next_attempt
    )
    select id, kind, person_id as "personId", detail, invitation_id as "invitationId", facts,
      coalesce(name, '') as name, coalesce(detail ->> 'sent_to', email, address) as email, attempts
    from claimed order by next_attempt, id
  `.execute(tx);
  return rows;
}

async function attempt(
  mail: DueMail,
  { transport, write }: Pick<SendOptions, 'transport' | 'write'>,
): Promise<Error | null> {
  try {
    const text = await writeText(mail, write);
    if (text) await transport({ id: mail.id, to: { name: mail.name, email: mail.email }, ...text });
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function writeText(mail: DueMail, write: MailWriters): Promise<MailText | null> {
  switch (mail.kind) {
    case 'daily_summary':
      return write.daily_summary(mail);
    case 'invitation':
      return write.invitation(mail);
    default:
      return write[mail.kind](mail);
  }
}

const OF_RELAY: readonly string[] = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EREQUIRETLS', 'EAUTH'];
/** Codes of the machine, where mails are written to a folder. */
const OF_FOLDER: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'];
/** The server is shutting down: RFC 5321, 4.2.2. */
const CLOSING = 421;

/** Whether the mail server failed, whatever the mail: it cannot be reached, refuses the login, or is shutting down. */
function isRelayAway(problem: Error): boolean {
  const { code, responseCode } = problem as { readonly code?: unknown; readonly responseCode?: unknown };
  if (responseCode === CLOSING) return true;
  return typeof code === 'string' && [...OF_RELAY, ...OF_FOLDER].includes(code);
}

/** Makes mails due again whose attempt says nothing of them: it does not count. */
async function giveBack(tx: Tx, ids: readonly string[], problem: Error): Promise<void> {
  await sql`
    update mail set attempts = attempts - 1, lease_until = null, problem = ${problem.message.slice(0, 500)},
      next_attempt = now() + ${RELAY_PAUSE}
    where id = any(${[...ids]}::uuid[]) and state = 'pending' and attempts > 0
  `.execute(tx);
}

/** An attempt whose lease another one has taken over changes nothing. */
async function endAttempt(tx: Tx, id: string, attempts: number, problem: Error | null): Promise<void> {
  const delay = FIRST_BACKOFF_MS * 3 ** (attempts - 1);
  const end =
    problem === null
      ? sql`state = 'sent', sent = now(), problem = null`
      : sql`state = ${attempts >= MAIL_ATTEMPTS ? 'failed' : 'pending'}, problem = ${problem.message.slice(0, 500)},
          next_attempt = now() + ${delay} * interval '1 millisecond'`;
  await sql`
    update mail set ${end}, lease_until = null where id = ${id} and state = 'pending' and attempts = ${attempts}
  `.execute(tx);
}
