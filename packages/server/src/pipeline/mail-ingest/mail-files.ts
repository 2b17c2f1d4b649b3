import type { MailFile, MailFiles } from '@switchboard/connectors';
import type { FileStore } from '@switchboard/engine';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

type Row = {
  readonly mail_id: string;
  readonly place: number;
  readonly kind: MailFile['kind'];
  readonly name: string;
  readonly path: string;
  readonly subject: string;
  readonly received: Date;
  readonly bytes: number;
  readonly sha256: string;
  readonly content_type: string;
};

/** The files of received mail of one account, for its sources. */
export function createMailFiles(database: Database, store: FileStore, accountId: string): MailFiles {
  return {
    async list({ path, below, since, limit }) {
      const { rows } = await database.withAccount(accountId, (tx) =>
        sql<Row>`
          select f.mail_id, f.place, f.kind, f.name, m.path, m.subject, m.received, f.bytes, f.sha256,
            f.content_type
          from received_mail m join received_file f on f.account_id = m.account_id and f.mail_id = m.id
          where m.account_id = ${accountId} and (m.path = ${path} or (${below} and starts_with(m.path, ${`${path}/`})))
            and (${since === null} or m.received >= ${new Date(since ?? 0)})
          order by m.received, m.id, f.place limit ${limit}`.execute(tx),
      );
      return rows.map(({ mail_id: mailId, received, bytes: size, content_type: contentType, ...file }) => ({
        ...file,
        contentType: contentType.toLowerCase(),
        mailId,
        received: received.getTime(),
        bytes: Number(size),
      }));
    },
    async open(mailId, name) {
      const { rows } = await database.withAccount(accountId, (tx) =>
        sql<{ store_key: string; bytes: number; sha256: string; path: string | null }>`
          select f.store_key, f.bytes, f.sha256, m.path
          from received_file f join received_mail m on m.account_id = f.account_id and m.id = f.mail_id
          where f.account_id = ${accountId} and f.mail_id = ${mailId} and f.name = ${name}`.execute(tx),
      );
      const [row] = rows;
      if (row === undefined || row.path === null) return null;
      return { path: row.path, bytes: Number(row.bytes), sha256: row.sha256, read: () => store.open(row.store_key) };
    },
  };
}
