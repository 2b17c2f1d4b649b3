import { compile, type Message } from '@switchboard/language';
import type { Plan } from '@switchboard/model/plan';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { catalogOf } from '../../../pipeline/state/stored-script.ts';
import type { LockedDraft } from '../change-draft.ts';
import { type CompilationResult, compileStored } from '../compile-changelist.ts';
import { createDraft, lockPublications, runningChangelist, type ScriptFile } from '../stored-changelist.ts';
import { declarePlan } from './declare-plan.ts';
import { recordKeyUses } from './record-key-uses.ts';

export type Published =
  | ({ readonly kind: 'published'; readonly changelistId: string } & CompilationResult)
  /** The compiler found errors. */
  | { readonly kind: 'errors'; readonly messages: readonly Message[] };

type Publication = {
  readonly personId: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
};

/** Adds a draft with these files and publishes it, in one transaction. */
export async function publishScript(
  tx: Tx,
  input: Publication & {
    readonly accountId: string;
    readonly description: string;
    readonly files: readonly ScriptFile[];
  },
): Promise<Published> {
  const { accountId } = input;
  await lockPublications(tx, accountId);
  const { plan, messages, declarations } = compile(input.files, await catalogOf(tx, accountId));
  if (!plan) return { kind: 'errors', messages };
  const { changelistId } = await createDraft(tx, input);
  await runChangelist(tx, { accountId, changelistId }, plan, input);
  return { kind: 'published', changelistId, messages, declarations };
}

/**
 * Makes a draft the running changelist, and the running one replaced.
 * @param draft locked after the publications of the account, so that nothing changes it or publishes another one
 * @param by.force publish although another script was published since the draft was branched
 */
export async function publishLocked(
  tx: Tx,
  { accountId, changelistId, baseId }: Pick<LockedDraft, 'accountId' | 'changelistId' | 'baseId'>,
  by: Publication & { readonly force: boolean },
): Promise<Published | { readonly kind: 'needs_merge' }> {
  const running = await runningChangelist(tx, accountId);
  if (!by.force && running !== null && baseId !== running.id) return { kind: 'needs_merge' };
  const { plan, messages, declarations } = await compileStored(tx, accountId, changelistId);
  if (!plan) return { kind: 'errors', messages };
  await runChangelist(tx, { accountId, changelistId }, plan, by);
  return { kind: 'published', changelistId, messages, declarations };
}

async function runChangelist(
  tx: Tx,
  { accountId, changelistId }: { readonly accountId: string; readonly changelistId: string },
  plan: Plan,
  { personId, now }: Publication,
): Promise<void> {
  const replaced = await sql<{ plan: Plan }>`
    update changelist set status = 'replaced' where account_id = ${accountId} and status = 'running' returning plan
  `.execute(tx);
  const at = new Date(now);
  await sql`
    update changelist set status = 'running', plan = ${JSON.stringify(plan)}::jsonb, version = version + 1,
      published_on = ${at}, published_by = ${personId}, updated_on = ${at}, updated_by = ${personId}
    where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
  const before = replaced.rows[0]?.plan;
  await declarePlan(tx, accountId, plan, { before, now });
  await recordKeyUses(tx, accountId, { plan, before });
}
