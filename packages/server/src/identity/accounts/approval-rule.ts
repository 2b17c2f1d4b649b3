import { sql } from 'kysely';
import { actorOf, recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import type { Session } from '../session.ts';

/** A request to publish without approvals, which another person has not answered yet. */
export type PendingRuleChange = {
  readonly id: string;
  readonly requested_by: string;
  readonly created: Date;
};

export type RuleAnswer = 'approve' | 'refuse' | 'withdraw';

export type RuleOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'refused'; readonly reason: string };

type Actor = Pick<Session, 'person' | 'serviceTokenId'>;

const STATES = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const;
const AUDIT_KINDS = {
  approve: 'approval_rule_changed',
  refuse: 'approval_rule_change_refused',
  withdraw: 'approval_rule_change_withdrawn',
} as const;
const ON = { requires_approval: true } as const;
const OFF = { requires_approval: false } as const;

/** The change of an account's approval rule that waits for another person; null when none does. */
export async function pendingRuleChange(tx: Tx, accountId: string): Promise<PendingRuleChange | null> {
  const { rows } = await sql<PendingRuleChange>`
    select id, requested_by, created from approval_rule_change
    where account_id = ${accountId} and state = 'pending'`.execute(tx);
  return rows[0] ?? null;
}

/** Why a person cannot approve or refuse a change of the approval rule; null when they can. */
export function ruleAnswerProblem({ requested_by: requester }: PendingRuleChange, personId: string): string | null {
  return requester === personId ? 'You requested this change: another person must approve it.' : null;
}

/**
 * Switches the approval rule of an account on at once. Switching it off needs another person, so that this only requests it; a
 * request that waits already stays as it is.
 * @returns whether the rule itself has changed
 */
export async function setApprovalRule(
  tx: Tx,
  accountId: string,
  session: Actor,
  isRequired: boolean,
): Promise<boolean> {
  if (isRequired) {
    const isChanged = await storeRule(tx, accountId, true);
    if (isChanged) await recordChange(tx, accountId, session, true);
    return isChanged;
  }
  if (!(await lockRule(tx, accountId))) return false;
  const { rows } = await sql`
    insert into approval_rule_change (account_id, requested_by) values (${accountId}, ${session.person.id})
    on conflict (account_id) where state = 'pending' do nothing returning id`.execute(tx);
  if (rows.length > 0)
    await recordAudit(tx, {
      kind: 'approval_rule_change_requested',
      actor: actorOf(session),
      accountId,
      before: ON,
      after: OFF,
    });
  return false;
}

/** Answers a request to switch the approval rule off. Whoever made it can only withdraw it. */
export async function answerRuleChange(
  tx: Tx,
  accountId: string,
  session: Actor,
  { id, answer }: { readonly id: string; readonly answer: RuleAnswer },
): Promise<RuleOutcome> {
  await lockRule(tx, accountId);
  const pending = await pendingRuleChange(tx, accountId);
  if (pending === null || pending.id !== id) return { kind: 'not_found' };
  const personId = session.person.id;
  if (answer === 'withdraw' && pending.requested_by !== personId)
    return { kind: 'refused', reason: 'Only the person who requested this change can withdraw it.' };
  const problem = answer === 'withdraw' ? null : ruleAnswerProblem(pending, personId);
  if (problem !== null) return { kind: 'refused', reason: problem };
  await sql`
    update approval_rule_change set state = ${STATES[answer]}, decided_by = ${personId}, decided = now()
    where account_id = ${accountId} and id = ${id}`.execute(tx);
  if (answer === 'approve') {
    await storeRule(tx, accountId, false);
    await recordChange(tx, accountId, session, false, pending.requested_by);
    return { kind: 'done' };
  }
  const subjectId = pending.requested_by;
  await recordAudit(tx, { kind: AUDIT_KINDS[answer], actor: actorOf(session), accountId, subjectId });
  return { kind: 'done' };
}

/** Locks the account. Answers whether it requires approvals. */
async function lockRule(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ requires_approval: boolean }>`
    select requires_approval from account where id = ${accountId} for update`.execute(tx);
  return rows[0]?.requires_approval ?? false;
}

/** Answers whether the rule has changed. */
async function storeRule(tx: Tx, accountId: string, isRequired: boolean): Promise<boolean> {
  const changed = await sql`
    update account set requires_approval = ${isRequired}
    where id = ${accountId} and requires_approval <> ${isRequired}`.execute(tx);
  return changed.numAffectedRows !== 0n;
}

async function recordChange(
  tx: Tx,
  accountId: string,
  session: Actor,
  isRequired: boolean,
  requestedBy: string | null = null,
): Promise<void> {
  await recordAudit(tx, {
    kind: 'approval_rule_changed',
    actor: actorOf(session),
    accountId,
    subjectId: requestedBy,
    before: isRequired ? OFF : ON,
    after: isRequired ? ON : OFF,
  });
}
