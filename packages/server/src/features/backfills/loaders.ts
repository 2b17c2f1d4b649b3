import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { LoaderDefinition } from '../../graphql/loaders.ts';
import { type PipelineCounts, pipelineCounts } from '../../pipeline/backfills/pipeline-counts.ts';
import { activeBackfills, type BackfillRow, backfillsById, dirtyBackfills } from './queries.ts';

export const BACKFILL: LoaderDefinition<BackfillRow> = { batch: backfillsById };
/** By backfill. */
export const PIPELINES: LoaderDefinition<PipelineCounts> = { batch: pipelineCounts };
/** By backfill. */
export const DIRTY: LoaderDefinition<boolean> = { batch: dirtyBackfills };
/** By backfill. */
export const ACTIVE: LoaderDefinition<boolean> = { batch: activeBackfills };
/** By changelist; absent until it has been compiled. */
export const PLAN: LoaderDefinition<Plan> = {
  batch: async (tx, accountId, ids) => {
    const { rows } = await sql<{ id: string; plan: Plan }>`
      select id, plan from changelist
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[]) and plan is not null
    `.execute(tx);
    return new Map(rows.map((row) => [row.id, row.plan]));
  },
};
