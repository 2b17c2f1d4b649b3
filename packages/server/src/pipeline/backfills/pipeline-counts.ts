import { runStatus } from '@switchboard/model/status/flow-phase';
import { FLOW_STATUSES } from '@switchboard/model/status/status';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** How many flows a backfill has so far, and how they ended. People read them as pipelines. */
export type PipelineCounts = {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Flows whose results have no rows while rows of earlier results stay at destinations. */
  readonly kept: number;
};

const endedAs = (run: 'succeeded' | 'failed' | 'cancelled'): RawBuilder<unknown> =>
  sql`count(*) filter (where status = any(${FLOW_STATUSES.filter((status) => runStatus(status) === run)}::text[]))`;

/** Counts the flows of each of these backfills; a backfill without flows has no entry. */
export async function pipelineCounts(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PipelineCounts>> {
  const { rows } = await sql<PipelineCounts & { id: string }>`
    select backfill_id as id, count(*) as total, ${endedAs('succeeded')} as succeeded, ${endedAs('failed')} as failed,
      ${endedAs('cancelled')} as cancelled, count(*) filter (where kept_rows > 0) as kept
    from flow where account_id = ${accountId}::uuid and backfill_id = any(${[...ids]}::uuid[]) group by backfill_id
  `.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}
