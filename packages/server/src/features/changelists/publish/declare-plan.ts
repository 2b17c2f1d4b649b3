import type { Plan } from '@switchboard/model/plan';
import type { Tx } from '../../../db/database.ts';
import { planDeadlines } from '../../../pipeline/deadlines/deadlines.ts';
import { declareUploads, resumeUploads } from '../../../pipeline/deadlines/upload-declarations.ts';
import { declareSources } from '../../../pipeline/sources/declare-sources.ts';
import { resumeSources } from '../../../pipeline/sources/source-rows.ts';
import { pauseDeclarations } from '../../../pipeline/suspension/pause.ts';

/**
 * Replaces the account's declarations by those of a plan. Downloads that wait for files of removed sources are cancelled.
 * @param before the plan that was running before
 * @param now epoch milliseconds
 */
export async function declarePlan(
  tx: Tx,
  accountId: string,
  plan: Plan,
  { before, now }: { readonly before: Plan | undefined; readonly now: number },
): Promise<void> {
  await declareSources(tx, accountId, plan, { before, now });
  await declareUploads(tx, accountId, plan);
  await pauseDeclarations(tx, accountId);
  // Those that moved out of a paused project: no pause names them that a person could end. What they block is released as what
  // nothing blocks any longer.
  await resumeSources(tx, accountId, now);
  await resumeUploads(tx, accountId);
  await planDeadlines(tx, accountId, plan, now);
}
