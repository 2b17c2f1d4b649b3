import type { ErrorCode, ErrorParameters } from '@switchboard/model/errors/errors';
import { type EventFact, eventText } from '@switchboard/model/event-codes';
import type { Severity } from '@switchboard/model/events';
import type { Purpose } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import { afterCommit } from '../db/after-commit.ts';
import type { Tx } from '../db/database.ts';
import type { UnitKind, UnitRef } from '../db/unit-ref.ts';
import { METRICS } from '../observe/metrics.ts';
import { type EventPeople, holdPeople } from './hold-people.ts';

/** A unit that an event is about. */
export type EventUnit = UnitRef & { readonly kind: UnitKind };

/** The subject of an event. */
type EventSubject = {
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

/** The fact of an event: a code with the parameters of its sentence, or a failure with its message. */
type EventFacts = {
  readonly severity: Severity;
  /** The people that its parameters name, besides the sender of the request. */
  readonly people?: EventPeople;
} & (EventFact | FailureFact);

/** Writes an event in the transaction that makes it true. The sentence is stored for people and is never read back. */
export async function recordEvent(tx: Tx, event: EventSubject & EventFacts): Promise<void> {
  const failure: Partial<FailureFact> = 'message' in event ? event : {};
  const { parameters, people } =
    'message' in event
      ? { parameters: event.parameters ?? {}, people: {} }
      : await holdPeople(tx, event.parameters, event.people);
  const message = 'message' in event ? event.message : eventText({ code: event.code, parameters } as EventFact);
  afterCommit(tx, () => METRICS.events.inc({ severity: event.severity }));
  await sql`
    insert into event (account_id, severity, code, parameters, people, message, report_date, project, purpose, download_id, flow_id, upload_id,
      backfill_id, download_declaration, upload_declaration, will_retry, retry_count, retry_limit)
    values (${event.accountId}, ${event.severity}, ${event.code}, ${JSON.stringify(parameters)}::jsonb,
      ${JSON.stringify(people)}::jsonb, ${message}, ${event.reportDate ?? null},
      ${event.project ?? null}, ${event.purpose ?? null}, ${event.downloadId ?? null}, ${event.flowId ?? null},
      ${event.uploadId ?? null}, ${event.backfillId ?? null}, ${event.downloadDeclaration ?? null},
      ${event.uploadDeclaration ?? null}, ${failure.willRetry ?? null}, ${failure.retryCount ?? null},
      ${failure.retryLimit ?? null})
  `.execute(tx);
}

/** Writes an event about a unit, with the links and names that the unit has. */
export async function recordUnitEvent(tx: Tx, unit: EventUnit, facts: EventFacts): Promise<void> {
  await recordEvent(tx, { ...(await describeUnit(tx, unit)), ...facts });
}

type UnitRow = {
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

/** Reads the links and names that an event about a unit carries. */
async function describeUnit(tx: Tx, { accountId, unitId, kind }: EventUnit): Promise<EventSubject> {
  const found = await sql<UnitRow>`
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
