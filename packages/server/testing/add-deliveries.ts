import { sql } from 'kysely';
import type { Database } from '../src/db/database.ts';
import { type BuiltAccount, readRows } from './build-account.ts';
import { addDownload, addFlow, addInput, addPart, addUpload } from './fill-account.ts';

export type Delivery = {
  /** Upload declaration. */
  readonly name: string;
  readonly reportDate: string | null;
  /** Epoch milliseconds at which the data was due. */
  readonly due: number;
  /** Epoch milliseconds of the delivery; null of one that has not ended. */
  readonly finished: number | null;
};

/** A production upload with its flow and download. Returns the id of the upload. */
export async function addDelivery(
  database: Database,
  account: BuiltAccount,
  { name, reportDate, due, finished }: Delivery,
): Promise<string> {
  const dated = { report_date: reportDate };
  const at = (time: number): string => new Date(time).toISOString();
  const download = await addDownload(database, account, {
    ...dated,
    due: at(due),
    status: 'completed',
    created: at(due),
  });
  const part = await addPart(database, account, download);
  const flow = await addFlow(database, account, dated);
  await addInput(database, account, 'flow', flow, part, download);
  const ended = finished === null ? { status: 'uploading' } : { status: 'completed', finished: at(finished) };
  return addUpload(database, account, flow, { ...dated, name, created: at(due), ...ended });
}

/** Publishes the declaration of an upload with a deadline, HH:mm in UTC, which is watched from `through` on. */
export async function addDeclaration(
  database: Database,
  account: BuiltAccount,
  {
    name,
    time,
    through,
    next,
  }: { readonly name: string; readonly time: string; readonly through: number; readonly next: number },
): Promise<void> {
  await readRows(
    database,
    account,
    sql`insert into upload_declaration (account_id, name, project, connector, destination, deadline_time, deadline_timezone,
        deadline_through, next_deadline)
      values (${account.accountId}, ${name}, 'ads', 'file', 'daily.csv', ${time}, 'UTC', ${new Date(through)}, ${new Date(next)})`,
  );
}
