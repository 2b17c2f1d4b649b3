import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { listRows } from '../../graphql/list-query.ts';
import type { SortColumn } from '../../graphql/lists/page-queries.ts';
import { type Batch, byId } from '../../graphql/loaders.ts';
import type { PageRequest } from '../../graphql/paging.ts';

/** Mails that a rule is tested on at most. */
export const TESTED_MAILS = 100;

export type MailFileRow = {
  readonly name: string;
  readonly kind: 'attachment' | 'text' | 'html';
  readonly content_type: string;
  readonly bytes: number;
};

/** A mail as one recipient received it. */
export type MailRow = {
  readonly id: string;
  readonly recipient: string;
  readonly received: Date;
  readonly message_id: string | null;
  readonly sender: string;
  readonly envelope_sender: string;
  readonly subject: string;
  readonly bytes: number;
  readonly outcome: 'matched' | 'unmatched' | 'rejected';
  readonly reason: string | null;
  readonly path: string | null;
  readonly spf: string | null;
  readonly dkim: string | null;
  readonly dmarc: string | null;
  readonly dmarc_policy: string | null;
  readonly forged: boolean;
};

export const mailsById: Batch<MailRow> = async (tx, accountId, ids) => {
  const { rows } = await sql<MailRow>`
    select m.id, r.address as recipient, m.received, m.message_id, m.sender, m.envelope_sender, m.subject, m.bytes::float8 as bytes,
      m.outcome, m.reason, m.path, m.spf, m.dkim, m.dmarc, m.dmarc_policy, m.forged
    from received_mail m join ingest_recipient r on r.account_id = m.account_id and r.id = m.recipient_id
    where m.account_id = ${accountId}::uuid and m.id = any(${[...ids]}::uuid[])`.execute(tx);
  return byId(rows);
};

/** By mail: its attachments and bodies in their order. */
export const filesOfMails: Batch<MailFileRow[]> = async (tx, accountId, ids) => {
  const { rows } = await sql<MailFileRow & { readonly mail_id: string }>`
    select mail_id, name, kind, content_type, bytes::float8 as bytes from received_file
    where account_id = ${accountId}::uuid and mail_id = any(${[...ids]}::uuid[]) order by mail_id, place`.execute(tx);
  return Map.groupBy(rows, (row) => row.mail_id);
};

const RECEIVED: SortColumn = { name: 'received', type: 'timestamptz', nullable: false };

/** One page of the account's mail, the newest first. @param outcome only mail with this outcome; all without */
export const listMails = (tx: Tx, accountId: string, outcome: string | null, page: PageRequest) =>
  listRows(
    tx,
    {
      table: 'received_mail',
      accountId,
      sort: RECEIVED,
      direction: 'DESC',
      // Written out, so that the index of unmatched mail serves it.
      filter: { conditions: outcome === null ? [] : [sql`d.outcome = ${sql.lit(outcome)}`] },
    },
    page,
    mailsById,
  );

export type TestedMail = { readonly id: string; readonly sender: string; readonly subject: string };

/** The newest mails of a recipient that were not rejected. */
export async function newestMails(tx: Tx, accountId: string, recipientId: string): Promise<readonly TestedMail[]> {
  const { rows } = await sql<TestedMail>`
    select id, sender, subject from received_mail
    where account_id = ${accountId}::uuid and recipient_id = ${recipientId}::uuid and outcome <> 'rejected'
    order by received desc, id desc limit ${TESTED_MAILS}`.execute(tx);
  return rows;
}

/** The recipient of this address; undefined when the account has none. */
export async function findRecipientId(tx: Tx, accountId: string, address: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ingest_recipient where account_id = ${accountId}::uuid and address = ${address} and deleted is null`.execute(
    tx,
  );
  return rows[0]?.id;
}
