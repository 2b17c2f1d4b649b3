import type { ErrorCode, ErrorParameters } from '@switchboard/model/errors/errors';
import { type EventFact, eventText } from '@switchboard/model/event-codes';
import type { Severity } from '@switchboard/model/events';
import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import { afterCommit } from '../db/after-commit.ts';
import type { Tx } from '../db/database.ts';
import { METRICS } from '../observe/metrics.ts';

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
