import { delayText } from '@switchboard/model/schedule/delivery-forecast';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type EventUnit, recordUnitEvent } from '../../journal/record-event.ts';

/** Closes the missed deadlines of an upload and records by how much it was late, in the transaction that completes it. */
export async function recordLateDelivery(
  tx: Tx,
  unit: EventUnit,
  upload: { readonly name: string; readonly report_date: string | null },
): Promise<void> {
  const found = await sql<{ date: string; minutes: number }>`
    update late_upload set delivered = now()
    where account_id = ${unit.accountId} and upload_name = ${upload.name} and delivered is null
      and (${upload.report_date}::date is null or report_date = ${upload.report_date}::date)
    returning report_date::text as date, ceil(extract(epoch from now() - deadline) / 60)::float8 as minutes
  `.execute(tx);
  for (const { date, minutes } of found.rows) {
    await recordUnitEvent(tx, unit, {
      severity: 'info',
      code: 'UPLOAD_AFTER_DEADLINE',
      parameters: { name: upload.name, date, delay: delayText(minutes) },
    });
  }
}
