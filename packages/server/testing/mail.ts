import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import type { Database } from '../src/db/database.ts';

export const INGEST_DOMAIN = 'ingest.test';

export type RuleToAdd = {
  readonly path: string;
  readonly senderGlob?: string;
  readonly senderRegex?: string;
  readonly subjectGlob?: string;
  readonly subjectRegex?: string;
};

/** An address of an account, with rules in this order. */
export async function addRecipient(
  database: Database,
  { accountId }: { readonly accountId: string },
  rules: readonly RuleToAdd[] = [{ path: 'reports' }],
): Promise<{ readonly id: string; readonly address: string }> {
  const address = `${randomUUID().slice(0, 8)}@${INGEST_DOMAIN}`;
  return database.withAccount(accountId, async (tx) => {
    await tx.insertInto('ingest_address').values({ account_id: accountId, address }).execute();
    const { id } = await tx
      .insertInto('ingest_recipient')
      .values({ account_id: accountId, address })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [match_order, { path, senderGlob, senderRegex, subjectGlob, subjectRegex }] of rules.entries())
      await tx
        .insertInto('ingest_rule')
        .values({
          account_id: accountId,
          recipient_id: id,
          match_order,
          path,
          sender_glob: senderGlob ?? null,
          sender_regex: senderRegex ?? null,
          subject_glob: subjectGlob ?? null,
          subject_regex: subjectRegex ?? null,
        })
        .execute();
    return { id, address };
  });
}

export type TestMail = {
  readonly to: string | readonly string[];
  readonly from?: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: readonly { readonly filename: string; readonly content: string | Buffer }[];
  readonly messageId?: string;
  /** The mail itself, instead of one that is composed. */
  readonly raw?: string | Buffer;
  readonly requireTls?: boolean;
  /** How the mail is signed by DKIM. */
  readonly dkim?: { readonly domainName: string; readonly keySelector: string; readonly privateKey: string };
};

/** Sends a mail over its own connection, like a mail server. Rejects with the reply that refused it. */
export async function sendMail(
  port: number,
  { to, from = 'ads@partner.test', raw, requireTls: requireTLS = false, dkim, ...mail }: TestMail,
): Promise<void> {
  const tls = { rejectUnauthorized: false };
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, requireTLS, tls, ...(dkim && { dkim }) });
  const recipients = typeof to === 'string' ? [to] : [...to];
  const { attachments = [], ...rest } = mail;
  try {
    await transport.sendMail(
      raw === undefined
        ? { from, to: recipients, ...rest, attachments: [...attachments] }
        : { envelope: { from, to: recipients }, raw },
    );
  } finally {
    transport.close();
  }
}

/**
 * Sends these lines one after another, each after the reply to the one before, and collects the replies.
 * @param ending `break` breaks the connection off right after the last line
 */
export async function talkSmtp(
  port: number,
  lines: readonly (string | Buffer)[],
  ending: 'reply' | 'break' = 'reply',
): Promise<readonly string[]> {
  const socket = connect(port, '127.0.0.1');
  const replies: string[] = [];
  let left = [...lines];
  let text = '';
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk) => {
      text += chunk.toString();
      for (let end = /^\d{3} .*\r\n/m.exec(text); end !== null; end = /^\d{3} .*\r\n/m.exec(text)) {
        replies.push(end[0].trim());
        text = text.slice(end.index + end[0].length);
        const [next, ...rest] = left;
        left = rest;
        if (next === undefined) socket.end();
        else socket.write(next, () => (ending === 'break' && rest.length === 0 ? socket.destroy() : undefined));
      }
    });
  });
  return replies;
}
