import { type CompareRequest, compareResults, type Difference, type FlowOutput } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { PlanUpload } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { sql } from 'kysely';
import type { Attempt, WorkDeps } from '../state/attempt-context.ts';

/** How a test run's result differs from production's, as its upload's row keeps it. */
export type KeptDifference =
  | (Difference & { readonly kind: 'compared'; readonly uploadId: string })
  /** There is a result of production, but it could not be compared. */
  | { readonly kind: 'failed'; readonly uploadId: string; readonly reason: string };

type RealResult = {
  readonly id: string;
  readonly name: string;
  readonly result_key: string | null;
  readonly columns: readonly Column[] | null;
  /** yyyy-MM-dd; null while it is kept. */
  readonly removed: string | null;
};

/** The key columns that an upload declares. */
export function keysOf(upload: PlanUpload): readonly string[] {
  const keys = upload.parameters['key_columns'];
  const list: readonly unknown[] = Array.isArray(keys) ? keys : [keys];
  return list.filter((key) => typeof key === 'string');
}

/**
 * Compares each result of a test run with the newest one that was really delivered for the same upload and report date.
 * Uploads without such a delivery are left out. A failed comparison is recorded and fails nothing.
 */
export async function differencesFromProduction(
  deps: WorkDeps,
  { unit, engine }: Attempt,
  flow: {
    readonly reportDate: string | null;
    readonly uploads: readonly PlanUpload[];
    readonly outputs: readonly FlowOutput[];
  },
): Promise<ReadonlyMap<string, KeptDifference>> {
  const real = await deps.database.withAccount(unit.accountId, async (tx) => {
    const names = flow.uploads.map((upload) => upload.name);
    const found = await sql<RealResult>`
      select distinct on (u.name) u.id, u.name, u.result_key, u.columns, (u.result_removed at time zone 'UTC')::date::text as removed
      from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
      where u.account_id = ${unit.accountId} and u.name = any(${names}::text[]) and u.status = 'completed'
        and u.purpose <> 'proof' and u.report_date is not distinct from ${flow.reportDate}::date
      order by u.name, f.fence desc
    `.execute(tx);
    return new Map(found.rows.map((row) => [row.name, row]));
  });
  const kept = new Map<string, KeptDifference>();
  for (const upload of flow.uploads) {
    const before = real.get(upload.name);
    const after = flow.outputs.find((output) => output.upload === upload.name);
    if (!before || !after) continue;
    if (before.removed !== null) {
      const reason = `The result that was delivered was removed on ${before.removed}, since results are kept for a limited time.`;
      kept.set(upload.name, { kind: 'failed', uploadId: before.id, reason });
      continue;
    }
    const request: CompareRequest = {
      upload: upload.name,
      reportDate: flow.reportDate,
      before: { resultKey: before.result_key, columns: before.columns ?? [] },
      after: { resultKey: after.resultKey, columns: after.columns },
      keys: keysOf(upload),
      limits: { memoryBytes: deps.limits.queryMemoryBytes, timeoutMs: deps.limits.queryTimeoutMs },
    };
    try {
      kept.set(upload.name, { kind: 'compared', uploadId: before.id, ...(await compareResults(request, engine)) });
    } catch (error) {
      if (!(error instanceof PipelineError) || error.class !== 'permanent') throw error;
      kept.set(upload.name, { kind: 'failed', uploadId: before.id, reason: error.message });
    }
  }
  return kept;
}
