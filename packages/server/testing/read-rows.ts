import { sql } from 'kysely';
import type { UsedAccount } from './hooks/use-account.ts';

type Rows = Pick<UsedAccount, 'rows'>;

/** The status of a row, undefined without one. */
export async function readStatus({ rows }: Rows, table: string, id: string): Promise<string | undefined> {
  return (await rows(sql<{ status: string }>`select status from ${sql.table(table)} where id = ${id}`))[0]?.status;
}

/** The files of a changelist by path. */
export const readFiles = ({ rows }: Rows, id: string) =>
  rows(sql<{ path: string; text: string; id: string }>`
    select f.path, t.text, f.id from changelist_file f join script_text t using (account_id, sha256)
    where changelist_id = ${id} order by path`);

/** The messages of all events in order, or of those whose code has a match of the pattern; people of tests are all "Person". */
export async function readMessages({ rows }: Rows, codes = ''): Promise<string[]> {
  const events = await rows(
    sql<{ message: string }>`select message from event where coalesce(code, '') ~ ${codes} order by id`,
  );
  return events.map(({ message }) => message.replaceAll(/Person \d+/g, 'Person'));
}
