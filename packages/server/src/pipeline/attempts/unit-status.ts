import {
  DOWNLOAD_TRANSITIONS,
  type DownloadStatus,
  type ErrorCode,
  type EventFact,
  eventText,
  FLOW_TRANSITIONS,
  type FlowStatus,
  PipelineError,
  type Purpose,
  type Severity,
  statusesBefore,
  UPLOAD_TRANSITIONS,
  type UploadStatus,
} from '@switchboard/model';
import { type RawBuilder, sql } from 'kysely';
import { afterCommit } from '../../db/after-commit.ts';
import type { Tx } from '../../db/database.ts';
import type { UnitKind, UnitRef } from '../../db/unit-ref.ts';
import { METRICS } from '../../observe/metrics.ts';

type Row = {
  project: string | null;
  name: string | null;
  report_date: string | null;
  purpose: Purpose;
  backfill_id: string | null;
};

/** Whom an event about this unit concerns: the links and names that the event carries. */
export async function describeUnit(tx: Tx, unit: UnitRef & { readonly kind: UnitKind }): Promise<EventSubject> {
  const where = sql`account_id = ${unit.accountId} and id = ${unit.unitId}`;
  const columns = sql`report_date::text as report_date, purpose`;
  switch (unit.kind) {
    case 'download': {
      const found = await sql<Row>`
        select project, source as name, ${columns}, backfill_id from download where ${where}
      `.execute(tx);
      return subjectOf(unit, found.rows[0], (name) => ({
        downloadId: unit.unitId,
        ...(name ? { downloadDeclaration: name } : {}),
      }));
    }
    case 'upload': {
      const found = await sql<Row>`
        select project, name, ${columns},
          (select backfill_id from flow f where f.account_id = upload.account_id and f.id = upload.flow_id) as backfill_id
        from upload where ${where}
      `.execute(tx);
      return subjectOf(unit, found.rows[0], (name) => ({
        uploadId: unit.unitId,
        ...(name ? { uploadDeclaration: name } : {}),
      }));
    }
    case 'flow': {
      const found = await sql<Row>`
        select null as name, ${columns}, backfill_id,
          (select min(project) from upload u where u.account_id = flow.account_id and u.flow_id = flow.id) as project
        from flow where ${where}`.execute(tx);
      return subjectOf(unit, found.rows[0], () => ({ flowId: unit.unitId }));
    }
  }
}

function subjectOf(
  unit: UnitRef,
  row: Row | undefined,
  links: (name: string | null) => Partial<EventSubject>,
): EventSubject {
  return {
    accountId: unit.accountId,
    ...(row ? { reportDate: row.report_date, purpose: row.purpose } : {}),
    ...(row?.project ? { project: row.project } : {}),
    ...(row?.backfill_id ? { backfillId: row.backfill_id } : {}),
    ...links(row?.name ?? null),
  };
}

const FLOW_STATUS = {
  retrying: 'RETRIED',
  failed: 'FATAL',
  queued: 'PENDING',
  abandoned: 'ABANDONED',
  cancelled: 'ABANDONED',
} as const;

/** Shows a retry or the end of a unit in the row that people see. */
export async function setUnitStatus(
  tx: Tx,
  unit: UnitRef & { readonly kind: UnitKind },
  status: 'retrying' | 'failed' | 'queued' | 'abandoned' | 'cancelled',
  message: string | null,
): Promise<void> {
  const ended = status === 'failed' || status === 'abandoned' || status === 'cancelled';
  const more = [sql`message = ${message}`, sql`finished = ${ended ? sql`now()` : sql`null`}`];
  if (unit.kind === 'flow') {
    await changeStatus(tx, 'flow', unit, FLOW_STATUS[status], more);
    return;
  }
  await changeStatus(tx, unit.kind, unit, status, [...more, sql`progress = '{}'`]);
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

/** Whom an event concerns. */
export type EventSubject = {
  readonly accountId: string;
  readonly reportDate?: string | null;
  readonly project?: string;
  readonly purpose?: Purpose;
  readonly downloadId?: string;
  readonly flowId?: string;
  readonly uploadId?: string;
  readonly backfillId?: string;
  readonly downloadDeclaration?: string;
  readonly uploadDeclaration?: string;
};

type FailureFact = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly willRetry?: boolean;
  readonly retryCount?: number;
  readonly retryLimit?: number;
};

/** A fact that people care about: a code with the parameters of its sentence, or a failure with its message. */
export type EventToRecord = EventSubject & { readonly severity: Severity } & (EventFact | FailureFact);

/** Writes an event in the transaction that makes it true. The sentence is stored for people and is never read back. */
export async function recordEvent(tx: Tx, event: EventToRecord): Promise<void> {
  const failure: Partial<FailureFact> = 'message' in event ? event : {};
  const message = 'message' in event ? event.message : eventText(event);
  const parameters = 'message' in event ? {} : event.parameters;
  afterCommit(tx, () => METRICS.events.inc({ severity: event.severity }));
  await sql`
    insert into event (account_id, severity, code, parameters, message, report_date, project, purpose, download_id, flow_id, upload_id,
      backfill_id, download_declaration, upload_declaration, will_retry, retry_count, retry_limit)
    values (${event.accountId}, ${event.severity}, ${event.code}, ${JSON.stringify(parameters)}::jsonb, ${message}, ${event.reportDate ?? null},
      ${event.project ?? null}, ${event.purpose ?? null}, ${event.downloadId ?? null}, ${event.flowId ?? null},
      ${event.uploadId ?? null}, ${event.backfillId ?? null}, ${event.downloadDeclaration ?? null},
      ${event.uploadDeclaration ?? null}, ${failure.willRetry ?? null}, ${failure.retryCount ?? null},
      ${failure.retryLimit ?? null})
  `.execute(tx);
}
