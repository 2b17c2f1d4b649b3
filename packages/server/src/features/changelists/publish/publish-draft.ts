import type { Message } from '@switchboard/language';
import { draftDescription } from '@switchboard/model/changelist';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { recordEvent } from '../../../journal/record-event.ts';
import type { Actor, DraftRef, PublishRefusal } from '../draft-outcomes.ts';
import { branchChangelist, lockPublications, runningId } from '../stored-changelist.ts';
import { approvalProblem, approvalState, requiresApproval, storeApproval } from './approval.ts';
import { publishDraft } from './publish.ts';

export type Publishing = DraftRef & {
  readonly actor: Actor;
  /** Epoch milliseconds. */
  readonly now: number;
};

export type PublishOutcome =
  | PublishRefusal
  | { readonly kind: 'published'; readonly changelistId: string; readonly messages: readonly Message[] };

/** Publishes a locked draft as it is now, and records who did it. */
export async function publishLocked(
  tx: Tx,
  { actor, ...draft }: Publishing & { readonly version: number; readonly description: string; readonly force: boolean },
): Promise<PublishOutcome> {
  const { accountId } = draft;
  const state = await approvalState(tx, draft);
  const problem = approvalProblem(await requiresApproval(tx, accountId), state);
  if (problem !== null) return { kind: 'refused', reason: problem };
  const former = await describeRunning(tx, accountId);
  const overwrites = draft.force && (await needsMerge(tx, draft));
  const outcome = await publish(tx, { ...draft, actor });
  if (outcome.kind !== 'published') return outcome;
  // With an objection of somebody, the version stands without an approval.
  const approval = state.objector === null ? state.approval : null;
  if (approval !== null) await storeApproval(tx, draft, approval);
  const parameters = { person: actor.name, draft: draft.description, former, approver: approval?.name ?? '' };
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: overwrites ? 'SCRIPT_OVERWRITTEN' : 'SCRIPT_PUBLISHED',
    parameters,
  });
  return outcome;
}

/**
 * Publishes the files of a former version again, as a changelist branched from it. It needs no approval: they were published
 * before, and a recovery must not wait for a second person.
 * @param description of the changelist; derived from that of the version when null
 */
export async function rollBack(
  tx: Tx,
  { actor, description, ...version }: Publishing & { readonly description: string | null },
): Promise<PublishOutcome> {
  const { accountId, changelistId } = version;
  await lockPublications(tx, accountId);
  const found = await sql<{ status: string; description: string }>`
    select status, description from changelist where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
  const [row] = found.rows;
  if (!row) return { kind: 'not_found' };
  if (row.status !== 'replaced')
    return {
      kind: 'refused',
      reason:
        row.status === 'running'
          ? 'This version is the published one.'
          : 'Only a version that was published can be published again.',
    };
  const former = await describeRunning(tx, accountId);
  const made = await branchChangelist(tx, {
    accountId,
    from: changelistId,
    description: draftDescription(description ?? '') || draftDescription(`Rollback to ${row.description}`),
    personId: actor.id,
    base: await runningId(tx, accountId),
  });
  if (!made) return { kind: 'not_found' };
  const outcome = await publish(tx, { ...version, ...made, actor, force: false });
  if (outcome.kind !== 'published') return outcome;
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'SCRIPT_ROLLED_BACK',
    parameters: { person: actor.name, version: row.description, former },
  });
  return outcome;
}

async function publish(
  tx: Tx,
  { actor, ...draft }: Publishing & { readonly version: number; readonly force: boolean },
): Promise<PublishOutcome> {
  const outcome = await publishDraft(tx, { ...draft, personId: actor.id });
  switch (outcome.kind) {
    case 'published':
    case 'needs_merge':
    case 'not_found':
      return outcome;
    case 'refused':
      return { kind: 'errors', messages: outcome.messages };
    // The draft is locked since its status and version were read.
    case 'stale':
    case 'not_draft':
      throw new Error(`The locked draft ${draft.changelistId} was changed.`);
  }
}

/** The description of the published script; empty when none is. */
async function describeRunning(tx: Tx, accountId: string): Promise<string> {
  const found = await sql<{ description: string }>`
    select description from changelist where account_id = ${accountId} and status = 'running'
  `.execute(tx);
  return found.rows[0]?.description ?? '';
}

async function needsMerge(tx: Tx, { accountId, changelistId }: DraftRef): Promise<boolean> {
  const found = await sql`
    select from changelist d join changelist r on r.account_id = d.account_id and r.status = 'running'
    where d.account_id = ${accountId} and d.id = ${changelistId} and d.base_id is distinct from r.id
  `.execute(tx);
  return found.rows.length > 0;
}
