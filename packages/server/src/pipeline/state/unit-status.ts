import { type ErrorCode, PipelineError } from '@switchboard/model/errors/errors';
import {
  DOWNLOAD_TRANSITIONS,
  type DownloadStatus,
  FLOW_TRANSITIONS,
  type FlowStatus,
  statusesBefore,
  UPLOAD_TRANSITIONS,
  type UploadStatus,
} from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitKind, UnitRef } from '../../db/unit-ref.ts';

const FLOW_STATUS = {
  retrying: 'RETRIED',
  failed: 'FATAL',
  queued: 'PENDING',
  abandoned: 'ABANDONED',
  cancelled: 'ABANDONED',
} as const;

/** Why a download or upload failed: an error, or an assertion that stopped the upload. */
export type FailureCode = ErrorCode | 'UPLOAD_STOPPED';

/**
 * Shows a retry or the end of a unit in the row that people see.
 * @param failureCode why it failed; null for every other status
 */
export async function setUnitStatus(
  tx: Tx,
  unit: UnitRef & { readonly kind: UnitKind },
  status: 'retrying' | 'failed' | 'queued' | 'abandoned' | 'cancelled',
  message: string | null,
  failureCode: FailureCode | null = null,
): Promise<void> {
  const ended = status === 'failed' || status === 'abandoned' || status === 'cancelled';
  const more = [sql`message = ${message}`, sql`finished = ${ended ? sql`now()` : sql`null`}`];
  if (unit.kind === 'flow') {
    await changeStatus(tx, 'flow', unit, FLOW_STATUS[status], more);
    return;
  }
  await changeStatus(tx, unit.kind, unit, status, [...more, sql`progress = '{}'`], failureCode);
}

type StatusOf = { download: DownloadStatus; upload: UploadStatus; flow: FlowStatus };

/** The statuses from which this one is legal for this kind of unit. */
export function legalBefore<K extends UnitKind>(kind: K, status: StatusOf[K]): readonly string[] {
  switch (kind) {
    case 'download':
      return statusesBefore(DOWNLOAD_TRANSITIONS, status as DownloadStatus);
    case 'upload':
      return statusesBefore(UPLOAD_TRANSITIONS, status as UploadStatus);
    default:
      return statusesBefore(FLOW_TRANSITIONS, status as FlowStatus);
  }
}

/**
 * Moves a download, upload or flow to a status that may follow its present one, with further columns.
 * @param more assignments after `status = …`, each starting with a column name
 * @param failureCode why a download or upload counts as failed; any other change removes the code
 * @throws PipelineError INTERNAL when its present status does not allow it
 */
export async function changeStatus<K extends UnitKind>(
  tx: Tx,
  kind: K,
  ref: UnitRef,
  status: StatusOf[K],
  more: readonly RawBuilder<unknown>[] = [],
  failureCode: FailureCode | null = null,
): Promise<void> {
  const cause = kind === 'flow' ? [] : [sql`failure_code = ${failureCode}`];
  const assignments = sql.join([sql`status = ${status}`, ...cause, ...more]);
  const changed = await sql`
    update ${sql.table(kind)} set ${assignments}
    where account_id = ${ref.accountId} and id = ${ref.unitId} and status = any(${legalBefore(kind, status)})
  `.execute(tx);
  if (changed.numAffectedRows !== 1n) {
    throw new PipelineError('INTERNAL', { reference: `${kind} ${ref.unitId} may not become ${status}` });
  }
}

/** Shows the progress of an attempt in the row that people see, while the attempt holds its unit. */
export async function storeProgress(
  tx: Tx,
  unit: UnitRef & { readonly kind: UnitKind; readonly attempt: number },
  progress: unknown,
): Promise<void> {
  await sql`
    update ${sql.table(unit.kind)} set progress = ${JSON.stringify(progress)}::jsonb
    where account_id = ${unit.accountId} and id = ${unit.unitId} and finished is null
      and exists (select 1 from unit where unit.account_id = ${unit.accountId} and unit.id = ${unit.unitId}
        and attempt = ${unit.attempt} and state = 'running')
  `.execute(tx);
}

/** Condition on `report_date`, written so that an index serves it: `is not distinct from` would read the whole history. */
export const ofDate = (reportDate: string | null): RawBuilder<unknown> =>
  reportDate === null ? sql`report_date is null` : sql`report_date = ${reportDate}::date`;

/** Condition on a download: flows can read it, as `hasGoodRows` of the model decides for one. @param alias of its table */
export function hasGoodRowsIn(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.status`)} = 'completed' and ${sql.ref(`${alias}.dirty_row_status`)} <> 'all'`;
}

/** Condition on a download: it is completed and all of its rows are dirty. @param alias of its table */
export function isAllDirtyIn(alias: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${alias}.status`)} = 'completed' and ${sql.ref(`${alias}.dirty_row_status`)} = 'all'`;
}
