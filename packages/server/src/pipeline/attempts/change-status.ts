import {
  DOWNLOAD_TRANSITIONS,
  type DownloadStatus,
  FLOW_TRANSITIONS,
  type FlowStatus,
  PipelineError,
  statusesBefore,
  UPLOAD_TRANSITIONS,
  type UploadStatus,
} from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { UnitKind, UnitRef } from '../../db/unit-ref.ts';

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
 * @throws PipelineError INTERNAL when its present status does not allow it
 */
export async function changeStatus<K extends UnitKind>(
  tx: Tx,
  kind: K,
  ref: UnitRef,
  status: StatusOf[K],
  more: readonly RawBuilder<unknown>[] = [],
): Promise<void> {
  const assignments = sql.join([sql`status = ${status}`, ...more]);
  const changed = await sql`
    update ${sql.table(kind)} set ${assignments}
    where account_id = ${ref.accountId} and id = ${ref.unitId} and status = any(${legalBefore(kind, status)})
  `.execute(tx);
  if (changed.numAffectedRows !== 1n) {
    throw new PipelineError('INTERNAL', { reference: `${kind} ${ref.unitId} may not become ${status}` });
  }
}
