import { errorText } from '@switchboard/model/errors/errors';
import { LIMITS } from '@switchboard/model/limits';
import type { Purpose } from '@switchboard/model/status/status';
import { shouldSuspend } from '@switchboard/model/status/suspension';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitKind, UnitRef } from '../../db/unit-ref.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { suspendUpload } from '../deadlines/upload-declarations.ts';
import { suspendSource } from '../sources/source-rows.ts';
import { isAllDirtyIn } from '../state/unit-status.ts';

type FailedUnit = UnitRef & { readonly kind: UnitKind; readonly purpose: Purpose };

/** Ended runs that are read: several of one report date count once. */
const RUNS_READ = 60;

/**
 * Suspends the declaration of a unit that has just failed permanently when its last report dates all failed.
 * @returns whether it was suspended by this
 */
export async function suspendAfterFailures(tx: Tx, unit: FailedUnit): Promise<boolean> {
  if (unit.kind === 'flow' || unit.purpose !== 'production') return false;
  const name = unit.kind === 'download' ? sql.ref('source') : sql.ref('name');
  const table = sql.table(unit.kind);
  // A completed download whose rows are all dirty counts as failed.
  const failed =
    unit.kind === 'download' ? sql`(status = 'failed' or ${isAllDirtyIn('download')})` : sql`status = 'failed'`;
  const declarations = sql.table(`${unit.kind}_declaration`);
  const own = sql`(select ${name} from ${table} where account_id = ${unit.accountId} and id = ${unit.unitId})`;
  // The lock serializes report dates that fail at the same time, so that the later one sees the earlier.
  await sql`
    select 1 from ${declarations} where account_id = ${unit.accountId} and name = ${own} for no key update
  `.execute(tx);
  const ended = await sql<{ name: string; report_date: string | null; failed: boolean }>`
    select ${name} as name, report_date::text as report_date, ${failed} as failed from ${table}
    where account_id = ${unit.accountId} and purpose = 'production' and finished is not null
      and status in ('completed', 'STOPPED', 'skipped', 'failed')
      and ${name} = ${own}
    order by finished desc limit ${RUNS_READ}
  `.execute(tx);
  const [latest] = ended.rows;
  const outcomes = ended.rows.map((row) => ({ reportDate: row.report_date, failed: row.failed }));
  if (!latest || !shouldSuspend(outcomes, LIMITS.failedDatesBeforeSuspension)) return false;
  const reason = `its last ${LIMITS.failedDatesBeforeSuspension} report dates failed.`;
  const suspend = unit.kind === 'download' ? suspendSource : suspendUpload;
  if (!(await suspend(tx, unit.accountId, latest.name, reason))) return false;
  await recordUnitEvent(tx, unit, {
    severity: 'error',
    code: 'DECLARATION_SUSPENDED',
    message: errorText('DECLARATION_SUSPENDED', { name: latest.name, reason }),
    willRetry: false,
  });
  return true;
}
