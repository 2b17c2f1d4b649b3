import { type ErrorCode, type ErrorParameters, PipelineError } from '@switchboard/model/errors/errors';
import { type EventFact, eventText } from '@switchboard/model/event-codes';
import type { Severity } from '@switchboard/model/events';
import {
  DOWNLOAD_TRANSITIONS,
  type DownloadStatus,
  FLOW_TRANSITIONS,
  type FlowStatus,
  type Purpose,
  statusesBefore,
  UPLOAD_TRANSITIONS,
  type UploadStatus,
} from '@switchboard/model/status/status';
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

/** Columns that name the row of each kind in events. */
const SUBJECT_COLUMNS: Readonly<Record<UnitKind, RawBuilder<unknown>>> = {
  download: sql`x.project, x.source as name, x.backfill_id`,
  flow: sql`null as name, x.backfill_id,
    (select min(project) from upload u where u.account_id = x.account_id and u.flow_id = x.id) as project`,
  upload: sql`x.project, x.name,
    (select backfill_id from flow f where f.account_id = x.account_id and f.id = x.flow_id) as backfill_id`,
};

const SUBJECT_LINKS: Readonly<Record<UnitKind, (id: string, name: string | null) => Partial<EventSubject>>> = {
  download: (downloadId, name) => ({ downloadId, ...(name ? { downloadDeclaration: name } : {}) }),
  flow: (flowId) => ({ flowId }),
  upload: (uploadId, name) => ({ uploadId, ...(name ? { uploadDeclaration: name } : {}) }),
};

/** The subject of events about a unit: the links and names that an event carries. */
export async function describeUnit(
  tx: Tx,
  { accountId, unitId, kind }: UnitRef & { readonly kind: UnitKind },
): Promise<EventSubject> {
  const found = await sql<Row>`
    select ${SUBJECT_COLUMNS[kind]}, x.report_date::text as report_date, x.purpose
    from ${sql.table(kind)} x where x.account_id = ${accountId} and x.id = ${unitId}
  `.execute(tx);
  const [row] = found.rows;
  return {
    accountId,
    ...(row ? { reportDate: row.report_date, purpose: row.purpose } : {}),
    ...(row?.project ? { project: row.project } : {}),
    ...(row?.backfill_id ? { backfillId: row.backfill_id } : {}),
    ...SUBJECT_LINKS[kind](unitId, row?.name ?? null),
  };
}

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

/** The subject of an event. */
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
  /** Parts of the script that the failure names. */
  readonly parameters?: ErrorParameters;
  readonly willRetry?: boolean;
  readonly retryCount?: number;
  readonly retryLimit?: number;
};

/** An event to record: a code with the parameters of its sentence, or a failure with its message. */
export type EventToRecord = EventSubject & { readonly severity: Severity } & (EventFact | FailureFact);

/** Writes an event in the transaction that makes it true. The sentence is stored for people and is never read back. */
export async function recordEvent(tx: Tx, event: EventToRecord): Promise<void> {
  const failure: Partial<FailureFact> = 'message' in event ? event : {};
  const message = 'message' in event ? event.message : eventText(event);
  const parameters = event.parameters ?? {};
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
