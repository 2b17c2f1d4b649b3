import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';

export type DeliveredPlace = {
  readonly started: Date | null;
  readonly finished: Date | null;
  /** Whether another upload to the same destination has completed since this one started. */
  readonly replaced: boolean;
};

/**
 * Whether the destination of a completed upload may still contain its file. Checks uploads with the same name or report date, for
 * which indexes exist; other writers are detected by the file's time.
 */
export async function deliveredPlace(tx: Tx, accountId: string, uploadId: string): Promise<DeliveredPlace> {
  const { rows } = await sql<DeliveredPlace>`
    select u.started, u.finished, exists (
      select from upload other
      where other.account_id = u.account_id and (other.name = u.name or other.report_date = u.report_date)
        and other.id <> u.id and other.destination = u.destination and other.destination_type = u.destination_type
        and other.status = 'completed' and other.finished >= coalesce(u.started, u.created)
    ) as replaced
    from upload u where u.account_id = ${accountId}::uuid and u.id = ${uploadId}::uuid and u.status = 'completed'
  `.execute(tx);
  return rows[0] ?? { started: null, finished: null, replaced: true };
}

export type DeliveredUpload = {
  readonly name: string;
  readonly report_date: string | null;
  readonly destination: string;
  readonly destination_type: string;
  readonly result_key: string | null;
  readonly bytes: number | null;
};

/** The delivery of a completed upload; null when the account does not have the upload. */
export async function deliveredUpload(tx: Tx, accountId: string, uploadId: string): Promise<DeliveredUpload | null> {
  const { rows } = await sql<DeliveredUpload>`
    select name, report_date, destination, destination_type, result_key, bytes from upload
    where account_id = ${accountId}::uuid and id = ${uploadId}::uuid and status = 'completed'
  `.execute(tx);
  return rows[0] ?? null;
}
