import type { Plan } from '@switchboard/model/plan';
import type { Tx } from '../../../db/database.ts';
import { planDeadlines } from '../../../pipeline/deadlines/deadlines.ts';
import { declareUploads } from '../../../pipeline/deadlines/upload-declarations.ts';
import { declareSources } from '../../../pipeline/sources/declare-sources.ts';
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
  await planDeadlines(tx, accountId, plan, now);
}
