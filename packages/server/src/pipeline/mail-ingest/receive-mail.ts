import { createReadStream } from 'node:fs';
import type { FileStore } from '@switchboard/engine';
import type { Fault } from '@switchboard/model/faults';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { requestProbes } from '../sources/source-rows.ts';
import { isForged, type SenderChecks } from './check-sender.ts';
import { plainText } from './file-name.ts';
import { firstMatch, type RulePatterns } from './match-rules.ts';
import type { ParsedMail } from './parse-mail.ts';

export type ReceiveDeps = {
  readonly database: Database;
  readonly store: FileStore;
  readonly fault: Fault;
  /** Epoch milliseconds. */
  readonly now: () => number;
};

/** An address that receives mail. */
export type Recipient = { readonly accountId: string; readonly id: string };

/** Facts of a mail that are known before it is decoded. */
export type Envelope = {
  /** The address that the sending server named; empty for a bounce. */
  readonly sender: string;
  readonly bytes: number;
  /** Null where senders are not checked. */
  readonly checks: SenderChecks | null;
};

/** The recipient of an address in lower case, of any account; null when there is none. */
export async function findRecipient(database: Database, address: string): Promise<Recipient | null> {
  const { rows } = await database.withSystem((tx) =>
    sql<Recipient>`
      select r.account_id as "accountId", r.id from ingest_recipient r join account a on a.id = r.account_id
      where r.address = ${address} and r.deleted is null and a.status = 'active'`.execute(tx),
  );
  return rows[0] ?? null;
}

/**
 * Stores the files of a mail and records it with the path of the first rule that matches; no rule takes a forged one. Files are stored first, under keys of
 * their mail, so that a second attempt replaces them; they are there for others once the mail is recorded. A mail that the recipient
 * has already is not recorded again: answers false.
 */
export async function receiveMail(
  deps: ReceiveDeps,
  recipient: Recipient,
  envelope: Envelope,
  mail: ParsedMail,
): Promise<boolean> {
  const { accountId } = recipient;
  if (await deps.database.withAccount(accountId, (tx) => isReceived(tx, recipient, mail.digest))) return false;
  const keyOf = (place: number): string => `acct/${accountId}/mail/${recipient.id}/${mail.digest}/${place}`;
  const keys: string[] = [];
  for (const [place, { path }] of mail.files.entries())
    keys.push((await deps.store.put(keyOf(place), createReadStream(path))).key);
  await deps.fault('before-commit');
  const isNew = await deps.database.withAccount(accountId, async (tx) => {
    const sender = mail.sender === '' ? plainText(envelope.sender, 254) : mail.sender;
    const forged = envelope.checks !== null && isForged(envelope.checks, mail.sender);
    const rule = forged ? undefined : firstMatch(await rulesOf(tx, recipient), { sender, subject: mail.subject });
    const mailId = await recordMail(tx, recipient, {
      ...envelope,
      digest: mail.digest,
      received: new Date(deps.now()),
      messageId: mail.messageId,
      from: sender,
      subject: mail.subject,
      outcome: rule === undefined ? 'unmatched' : 'matched',
      reason: null,
      forged,
      ruleId: rule?.id ?? null,
      path: rule?.path ?? null,
    });
    if (mailId === null) return false;
    const files = mail.files.map(({ kind, name, contentType: content_type, bytes, sha256 }, place) => {
      const about = { kind, name, content_type, bytes, sha256, store_key: keys[place] ?? keyOf(place) };
      return { account_id: accountId, mail_id: mailId, place, ...about };
    });
    if (files.length > 0) await tx.insertInto('received_file').values(files).execute();
    if (rule !== undefined) await probeMailSources(tx, accountId);
    return true;
  });
  await deps.fault('after-commit');
  return isNew;
}

/** Records that a mail was not accepted, and why. */
export async function recordRejected(
  deps: Pick<ReceiveDeps, 'database' | 'now'>,
  recipient: Recipient,
  envelope: Envelope & { readonly digest: string; readonly reason: string },
): Promise<void> {
  await deps.database.withAccount(recipient.accountId, (tx) =>
    recordMail(tx, recipient, {
      ...envelope,
      received: new Date(deps.now()),
      messageId: null,
      from: plainText(envelope.sender, 254),
      subject: '',
      outcome: 'rejected',
      forged: false,
      ruleId: null,
      path: null,
    }),
  );
}

type MailRecord = Envelope & {
  readonly digest: string;
  readonly received: Date;
  readonly messageId: string | null;
  readonly from: string;
  readonly subject: string;
  readonly outcome: 'matched' | 'unmatched' | 'rejected';
  readonly reason: string | null;
  readonly forged: boolean;
  readonly ruleId: string | null;
  readonly path: string | null;
};

/** The id of the recorded mail; null when the recipient has it already. */
async function recordMail(tx: Tx, { accountId, id }: Recipient, mail: MailRecord): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into received_mail (account_id, recipient_id, digest, received, message_id, sender, envelope_sender, subject, bytes,
      outcome, reason, rule_id, path, spf, dkim, dmarc, dmarc_policy, forged)
    values (${accountId}, ${id}, ${mail.digest}, ${mail.received}, ${mail.messageId}, ${mail.from},
      ${plainText(mail.sender, 254)}, ${mail.subject}, ${mail.bytes}, ${mail.outcome}, ${mail.reason}, ${mail.ruleId}, ${mail.path},
      ${mail.checks?.spf ?? null}, ${mail.checks?.dkim ?? null}, ${mail.checks?.dmarc ?? null}, ${mail.checks?.policy ?? null}, ${mail.forged})
    on conflict (account_id, recipient_id, digest) do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

async function isReceived(tx: Tx, { accountId, id }: Recipient, digest: string): Promise<boolean> {
  const { rows } = await sql`
    select from received_mail where account_id = ${accountId} and recipient_id = ${id} and digest = ${digest}`.execute(
    tx,
  );
  return rows.length > 0;
}

export type IngestRule = RulePatterns & { readonly id: string; readonly path: string };

/** The rules of a recipient in their order. */
export async function rulesOf(tx: Tx, { accountId, id }: Recipient): Promise<readonly IngestRule[]> {
  const { rows } = await sql<IngestRule>`
    select id, path, sender_glob, sender_regex, subject_glob, subject_regex from ingest_rule
    where account_id = ${accountId} and recipient_id = ${id} order by match_order`.execute(tx);
  return rows;
}

/** Makes the sources of mail due for a probe now. */
export async function probeMailSources(tx: Tx, accountId: string): Promise<void> {
  await requestProbes(tx, accountId, 'email');
}
