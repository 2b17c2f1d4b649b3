import type { ErrorCode, Purpose, Severity } from '@switchboard/model';
import { sql } from 'kysely';
import { afterCommit } from '../db/after-commit.ts';
import type { Tx } from '../db/database.ts';
import { METRICS } from '../observe/metrics.ts';

/** A fact that a person would care about. Written in the transaction that makes it true. */
export type EventToRecord = {
  readonly accountId: string;
  readonly severity: Severity;
  readonly message: string;
  readonly code?: ErrorCode;
  readonly reportDate?: string | null;
  readonly project?: string;
  readonly purpose?: Purpose;
  readonly downloadId?: string;
  readonly flowId?: string;
  readonly uploadId?: string;
  readonly backfillId?: string;
  readonly downloadDeclaration?: string;
  readonly uploadDeclaration?: string;
  readonly willRetry?: boolean;
  readonly retryCount?: number;
  readonly retryLimit?: number;
};

export async function recordEvent(tx: Tx, event: EventToRecord): Promise<void> {
  afterCommit(tx, () => METRICS.events.inc({ severity: event.severity }));
  await sql`
    insert into event (account_id, severity, code, message, report_date, project, purpose, download_id, flow_id, upload_id,
      backfill_id, download_declaration, upload_declaration, will_retry, retry_count, retry_limit)
    values (${event.accountId}, ${event.severity}, ${event.code ?? null}, ${event.message}, ${event.reportDate ?? null},
      ${event.project ?? null}, ${event.purpose ?? null}, ${event.downloadId ?? null}, ${event.flowId ?? null},
      ${event.uploadId ?? null}, ${event.backfillId ?? null}, ${event.downloadDeclaration ?? null},
      ${event.uploadDeclaration ?? null}, ${event.willRetry ?? null}, ${event.retryCount ?? null}, ${event.retryLimit ?? null})
  `.execute(tx);
}
