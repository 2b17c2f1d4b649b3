import type { FlowState } from '@switchboard/engine';
import { eventText } from '@switchboard/model/event-codes';
import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { ClaimedUnit } from '../../units/unit.ts';
import { keptAsOf } from './destination-shown.ts';

type LoadedFlow = { readonly plan: Plan; readonly reportDate: string | null };

/**
 * Warns, in the transaction that keeps a flow's rows, of results of later report dates that lie at places of their own: they were
 * made from the rows kept before and are not made again.
 */
export async function recordStaleResults(
  tx: Tx,
  unit: ClaimedUnit,
  { plan, reportDate }: LoadedFlow,
  states: readonly FlowState[],
): Promise<void> {
  if (reportDate === null) return;
  for (const { table, changesLater } of states) {
    if (changesLater !== true) continue;
    const names = plan.uploads.flatMap((upload) =>
      upload.tables.includes(table) && keptAsOf(upload, reportDate) === reportDate ? [upload.name] : [],
    );
    const found = await sql<{ dates: number; last: string | null }>`
      select count(distinct report_date)::integer as dates, max(report_date)::text as last from upload
      where account_id = ${unit.accountId} and name = any(${names}) and report_date > ${reportDate}::date
        and status = 'completed' and purpose <> 'proof'
    `.execute(tx);
    const { dates = 0, last = null } = found.rows[0] ?? {};
    if (last === null) continue;
    const fact = { code: 'KEPT_ROWS_CHANGED', parameters: { table, date: reportDate, dates, last } } as const;
    await recordUnitEvent(tx, unit, { ...fact, severity: 'warn' });
    await sql`
      update flow set message = ${eventText(fact)} where account_id = ${unit.accountId} and id = ${unit.unitId}
    `.execute(tx);
  }
}
