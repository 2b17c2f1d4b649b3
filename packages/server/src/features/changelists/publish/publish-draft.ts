import { draftDescription } from '@switchboard/model/changelist';
import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import type { Tx } from '../../../db/database.ts';
import { recordEvent } from '../../../journal/record-event.ts';
import type { LockedDraft } from '../change-draft.ts';
import type { Actor, DraftRef, PublishRefusal } from '../draft-outcomes.ts';
import { branchChangelist, lockPublications, runningChangelist } from '../stored-changelist.ts';
import { approvalProblem, approvalState, requiresApproval, storeApproval } from './approval.ts';
import { type Published, publishLocked } from './publish.ts';

export type Publishing = {
  readonly actor: Actor;
  /** Epoch milliseconds. */
  readonly now: number;
};

export type PublishOutcome = PublishRefusal | Published;

/** Publishes a locked draft as it is now, if its approvals allow it, and records who did it. */
export async function publishDraft(
  tx: Tx,
  draft: LockedDraft,
  { actor, now, force }: Publishing & { readonly force: boolean },
): Promise<PublishOutcome> {
  const { accountId } = draft;
  const state = await approvalState(tx, draft);
  const problem = approvalProblem(await requiresApproval(tx, accountId), state);
  if (problem !== null) return { kind: 'refused', reason: problem };
  const former = await runningChangelist(tx, accountId);
  const outcome = await publishLocked(tx, draft, { personId: actor.id, now, force });
  if (outcome.kind !== 'published') return outcome;
  // With an objection of somebody, the version stands without an approval.
  const approval = state.objector === null ? state.approval : null;
  if (approval !== null) await storeApproval(tx, draft, approval);
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: former !== null && draft.baseId !== former.id ? 'SCRIPT_OVERWRITTEN' : 'SCRIPT_PUBLISHED',
    parameters: {
      person: actor.name,
      draft: draft.description,
      former: former?.description ?? '',
      approver: approval?.name ?? '',
    },
    ...(approval === null ? {} : { people: { approver: approval.personId } }),
  });
  await recordAudit(tx, {
    kind: 'script_published',
    accountId,
    subjectId: approval?.personId,
    target: { kind: 'draft', id: outcome.changelistId, name: draft.description },
    before: former === null ? {} : { script: former.description },
    after: { script: draft.description, approver: approval?.name ?? null, force },
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
  { accountId, changelistId, description }: DraftRef & { readonly description: string | null },
  { actor, now }: Publishing,
): Promise<PublishOutcome> {
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
  const former = await runningChangelist(tx, accountId);
  const baseId = former?.id ?? null;
  const made = await branchChangelist(tx, {
    accountId,
    from: changelistId,
    description: draftDescription(description ?? '') || draftDescription(`Rollback to ${row.description}`),
    personId: actor.id,
    base: baseId,
  });
  if (!made) return { kind: 'not_found' };
  const draft = { accountId, changelistId: made.changelistId, baseId };
  const outcome = await publishLocked(tx, draft, { personId: actor.id, now, force: false });
  if (outcome.kind !== 'published') return outcome;
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'SCRIPT_ROLLED_BACK',
    parameters: { person: actor.name, version: row.description, former: former?.description ?? '' },
  });
  await recordAudit(tx, {
    kind: 'script_published',
    accountId,
    target: { kind: 'draft', id: outcome.changelistId, name: row.description },
    before: former === null ? {} : { script: former.description },
    after: { script: row.description, is_rollback: true },
  });
  return outcome;
}
