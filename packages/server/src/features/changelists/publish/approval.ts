import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { DraftRef } from '../draft-outcomes.ts';

/** The approval of a version of a draft, by a person. */
export type Approval = { readonly personId: string; readonly name: string; readonly on: Date };

export type ApprovalState = {
  /** Approval by someone other than the author and the last editor of the files; null without one. */
  readonly approval: Approval | null;
  /** The name of a person whose newest answer asks for changes; null without one. */
  readonly objector: string | null;
};

/** Whether the account's drafts are published only with the approval of another person. */
export async function requiresApproval(tx: Tx, accountId: string): Promise<boolean> {
  const found = await sql<{ requires_approval: boolean }>`
    select requires_approval from account where id = ${accountId}
  `.execute(tx);
  return found.rows[0]?.requires_approval ?? false;
}

/** Reads the reviews of exactly this version of a draft: the newest answer of each person counts. */
export async function approvalState(
  tx: Tx,
  { accountId, changelistId, version }: DraftRef & { readonly version: number },
): Promise<ApprovalState> {
  const found = await sql<{ kind: string; person_id: string; name: string; created: Date; is_own: boolean }>`
    select newest.kind, newest.person_id, p.name, newest.created,
      newest.person_id is not distinct from c.created_by or newest.person_id is not distinct from c.files_by as is_own
    from (
      select distinct on (r.person_id) r.kind, r.person_id, r.created from draft_review r
      where r.account_id = ${accountId} and r.changelist_id = ${changelistId} and r.version = ${version}
        and r.kind <> 'requested'
      order by r.person_id, r.id desc
    ) newest
    join changelist c on c.account_id = ${accountId} and c.id = ${changelistId}
    join person p on p.id = newest.person_id
    order by newest.created
  `.execute(tx);
  const { rows } = found;
  const approved = rows.find(({ kind, is_own: isOwn }) => kind === 'approved' && !isOwn);
  const objector = rows.find(({ kind }) => kind === 'changes_requested')?.name ?? null;
  return {
    approval: approved ? { personId: approved.person_id, name: approved.name, on: approved.created } : null,
    objector,
  };
}

/** Why this version of a draft cannot be published for want of an approval; null when it can. */
export function approvalProblem(isRequired: boolean, { approval, objector }: ApprovalState): string | null {
  if (!isRequired) return null;
  if (objector !== null) return `${objector} asked for changes of this draft, so that it cannot be published.`;
  return approval === null ? 'This draft needs the approval of another person before it can be published.' : null;
}

/** Records on a published draft whose approval it was published with. */
export async function storeApproval(tx: Tx, { accountId, changelistId }: DraftRef, approval: Approval): Promise<void> {
  await sql`
    update changelist set approved_by = ${approval.personId}, approved_on = ${approval.on}
    where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
}
