import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import type { Tx } from '../../db/database.ts';
import type { ServiceOptions } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import {
  answerRuleChange,
  type RuleAnswer,
  type RuleOutcome,
  setApprovalRule,
} from '../../identity/accounts/approval-rule.ts';
import type { Session } from '../../identity/session.ts';
import { recordEvent } from '../../journal/record-event.ts';
import { lockDraft } from '../changelists/change-draft.ts';
import { type Actor, type DraftRefusal, undo, undoable } from '../changelists/draft-outcomes.ts';
import { storedFiles } from '../changelists/stored-changelist.ts';

export type ReviewDone = { readonly kind: 'done'; readonly changelistId: string };
export type ReviewOutcome = DraftRefusal | ReviewDone;

/** A person's review of a version of a draft. */
export type ReviewAnswer = 'requested' | 'approved' | 'changes_requested';

export type NewComment = {
  readonly changelistId: string;
  /** The version of the draft that was read. */
  readonly version: number;
  readonly body: string;
  /** A line of a file, from 1; null for a comment on the whole draft, and for an answer. */
  readonly place: { readonly path: string; readonly line: number } | null;
  /** The comment that is answered. */
  readonly threadId: string | null;
};

/** Use cases of reviewing drafts of others. The account is the session's; objects of another one are `not_found`. */
export type ReviewActions = {
  comment(session: Session, comment: NewComment): Promise<ReviewOutcome>;
  /** Changes the text of a comment of one's own. */
  editComment(session: Session, commentId: string, body: string): Promise<ReviewOutcome>;
  /** Deletes a comment of one's own. */
  deleteComment(session: Session, commentId: string): Promise<ReviewOutcome>;
  resolve(session: Session, commentId: string, isResolved: boolean): Promise<ReviewOutcome>;
  /** Requests a review of this version of a draft, approves it, or asks for changes. */
  review(
    session: Session,
    review: {
      readonly changelistId: string;
      readonly version: number;
      readonly answer: ReviewAnswer;
      readonly note: string;
    },
  ): Promise<ReviewOutcome>;
  /** Switches the approval rule of the account on, or requests that it be switched off. */
  requireApproval(session: Session, isRequired: boolean): Promise<void>;
  /** Answers such a request: another person's, or to withdraw one's own. */
  answerRuleChange(
    session: Session,
    change: { readonly id: string; readonly answer: RuleAnswer },
  ): Promise<RuleOutcome>;
};

declare module '../../graphql/context.ts' {
  interface GraphqlServices {
    readonly reviews: ReviewActions;
  }
}

const NOT_FOUND = { kind: 'not_found' } as const;
const refused = (reason: string): DraftRefusal => ({ kind: 'refused', reason });

export function createReviewActions({ database }: Pick<ServiceOptions, 'database'>): ReviewActions {
  const change = (
    { accountId }: Session,
    ids: readonly string[],
    use: (tx: Tx, accountId: string) => Promise<ReviewOutcome>,
  ): Promise<ReviewOutcome> => {
    if (accountId === null || ids.some((id) => !UUID.test(id))) return Promise.resolve(NOT_FOUND);
    return undoable<ReviewOutcome, ReviewOutcome>(() =>
      database.withAccount(accountId, async (tx) => {
        const outcome = await use(tx, accountId);
        return outcome.kind === 'done' ? outcome : undo(outcome);
      }),
    );
  };
  return {
    comment: (session, comment) =>
      change(
        session,
        [comment.changelistId, ...(comment.threadId === null ? [] : [comment.threadId])],
        (tx, accountId) => addComment(tx, accountId, session.person, comment),
      ),
    editComment: (session, commentId, body) =>
      change(session, [commentId], (tx, accountId) =>
        changeOwn(tx, { accountId, commentId, actor: session.person }, { body, code: 'DRAFT_COMMENT_EDITED' }),
      ),
    deleteComment: (session, commentId) =>
      change(session, [commentId], (tx, accountId) =>
        changeOwn(tx, { accountId, commentId, actor: session.person }, { body: null, code: 'DRAFT_COMMENT_DELETED' }),
      ),
    resolve: (session, commentId, isResolved) =>
      change(session, [commentId], (tx, accountId) =>
        resolveThread(tx, { accountId, commentId, actor: session.person }, isResolved),
      ),
    review: (session, review) =>
      change(session, [review.changelistId], (tx, accountId) => addReview(tx, accountId, session, review)),
    async requireApproval(session, isRequired) {
      const { accountId } = session;
      if (accountId === null) return;
      await database.withAccount(accountId, async (tx) => {
        if (await setApprovalRule(tx, accountId, session, isRequired))
          await recordRuleEvent(tx, accountId, session, 'APPROVAL_REQUIRED');
      });
    },
    async answerRuleChange(session, change) {
      const { accountId } = session;
      if (accountId === null || !UUID.test(change.id)) return NOT_FOUND;
      return database.withAccount(accountId, async (tx) => {
        const outcome = await answerRuleChange(tx, accountId, session, change);
        if (outcome.kind === 'done' && change.answer === 'approve')
          await recordRuleEvent(tx, accountId, session, 'APPROVAL_OPTIONAL');
        return outcome;
      });
    },
  };
}

function recordRuleEvent(
  tx: Tx,
  accountId: string,
  { person }: Session,
  code: 'APPROVAL_REQUIRED' | 'APPROVAL_OPTIONAL',
): Promise<void> {
  return recordEvent(tx, { accountId, severity: 'info', code, parameters: { person: person.name } });
}

async function addComment(tx: Tx, accountId: string, actor: Actor, comment: NewComment): Promise<ReviewOutcome> {
  const { changelistId, threadId, place } = comment;
  const draft = await lockDraft(tx, { accountId, changelistId }, place === null ? null : comment.version);
  if (draft.kind !== 'locked') return draft;
  const counted = await sql<{ count: number }>`
    select count(*) as count from draft_comment where account_id = ${accountId} and changelist_id = ${changelistId}
  `.execute(tx);
  if ((counted.rows[0]?.count ?? 0) >= LIMITS.draftComments)
    return refused(`A draft can have ${LIMITS.draftComments} comments at most.`);
  if (threadId !== null && (await commentOf(tx, accountId, threadId))?.changelist_id !== changelistId) return NOT_FOUND;
  const file = place && (await storedFiles(tx, accountId, changelistId)).find(({ path }) => path === place.path);
  if (place !== null && !file) return refused(`The draft has no file ${place.path}.`);
  if (place !== null && file && place.line > (await lineCount(tx, accountId, file.sha256)))
    return refused(`${place.path} has no line ${place.line}.`);
  await sql`
    insert into draft_comment (account_id, changelist_id, thread_id, version, file_id, path, sha256, line, body, created_by)
    values (${accountId}, ${changelistId}, ${threadId}, ${draft.version}, ${file?.id ?? null}, ${file?.path ?? null},
      ${file?.sha256 ?? null}, ${place?.line ?? null}, ${comment.body}, ${actor.id})
  `.execute(tx);
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: 'DRAFT_COMMENTED',
    parameters: { person: actor.name, draft: draft.description, path: file?.path ?? '' },
  });
  return { kind: 'done', changelistId };
}

async function lineCount(tx: Tx, accountId: string, sha256: string): Promise<number> {
  const found = await sql<{ text: string }>`
    select text from script_text where account_id = ${accountId} and sha256 = ${sha256}
  `.execute(tx);
  return (found.rows[0]?.text ?? '').split(/\r\n|\n|\r/).length;
}

type Stored = {
  readonly changelist_id: string;
  readonly thread_id: string | null;
  readonly created_by: string;
  readonly author: string;
  readonly is_resolved: boolean;
};

/** A comment that is not deleted. */
async function commentOf(tx: Tx, accountId: string, commentId: string): Promise<Stored | undefined> {
  const found = await sql<Stored>`
    select c.changelist_id, c.thread_id, c.created_by, coalesce(p.name, '') as author, c.resolved is not null as is_resolved
    from draft_comment c left join person p on p.id = c.created_by
    where c.account_id = ${accountId} and c.id = ${commentId} and c.deleted is null
  `.execute(tx);
  return found.rows[0];
}

type CommentRef = { readonly accountId: string; readonly commentId: string; readonly actor: Actor };

/** Changes the text of a comment, or deletes it for null, unless it is of somebody else. */
async function changeOwn(
  tx: Tx,
  { accountId, commentId, actor }: CommentRef,
  { body, code }: { readonly body: string | null; readonly code: 'DRAFT_COMMENT_EDITED' | 'DRAFT_COMMENT_DELETED' },
): Promise<ReviewOutcome> {
  const found = await commentOf(tx, accountId, commentId);
  if (!found) return NOT_FOUND;
  if (found.created_by !== actor.id) return refused('Only its author can change a comment.');
  const { changelist_id: changelistId } = found;
  const draft = await lockDraft(tx, { accountId, changelistId }, null);
  if (draft.kind !== 'locked') return draft;
  const changed = await sql`
    update draft_comment set body = ${body ?? ''},
      edited = case when ${body === null} then edited else now() end, deleted = case when ${body === null} then now() end
    where account_id = ${accountId} and id = ${commentId} and deleted is null
  `.execute(tx);
  if (changed.numAffectedRows !== 1n) return NOT_FOUND;
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code,
    parameters: { person: actor.name, draft: draft.description },
  });
  return { kind: 'done', changelistId };
}

async function resolveThread(
  tx: Tx,
  { accountId, commentId, actor }: CommentRef,
  isResolved: boolean,
): Promise<ReviewOutcome> {
  const found = await commentOf(tx, accountId, commentId);
  if (!found || found.thread_id !== null) return NOT_FOUND;
  const { changelist_id: changelistId, author, created_by: authorId } = found;
  const draft = await lockDraft(tx, { accountId, changelistId }, null);
  if (draft.kind !== 'locked') return draft;
  const changed = await sql`
    update draft_comment set resolved = case when ${isResolved} then now() end,
      resolved_by = case when ${isResolved} then ${actor.id}::uuid end
    where account_id = ${accountId} and id = ${commentId} and (resolved is not null) <> ${isResolved}
  `.execute(tx);
  // Somebody else was faster: the thread is as it should be.
  if (changed.numAffectedRows === 0n) return { kind: 'done', changelistId };
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: isResolved ? 'DRAFT_COMMENT_RESOLVED' : 'DRAFT_COMMENT_REOPENED',
    parameters: { person: actor.name, draft: draft.description, author },
    people: { author: authorId },
  });
  return { kind: 'done', changelistId };
}

const CODES = {
  requested: 'DRAFT_REVIEW_REQUESTED',
  approved: 'DRAFT_APPROVED',
  changes_requested: 'DRAFT_CHANGES_REQUESTED',
} as const;

/** Why somebody cannot answer for a draft; null when they can. */
export function reviewerProblem(
  { person, serviceTokenId }: Pick<Session, 'person' | 'serviceTokenId'>,
  { created_by: author, files_by: editor }: { readonly created_by: string | null; readonly files_by: string | null },
): string | null {
  if (serviceTokenId !== null) return 'A program cannot review a draft.';
  if (author === person.id) return 'You created this draft: another person must review it.';
  return editor === person.id ? 'You changed this draft last: another person must review it.' : null;
}

async function addReview(
  tx: Tx,
  accountId: string,
  session: Session,
  { changelistId, version, answer, note }: Parameters<ReviewActions['review']>[1],
): Promise<ReviewOutcome> {
  const { person } = session;
  const draft = await lockDraft(tx, { accountId, changelistId }, version);
  if (draft.kind !== 'locked') return draft;
  const found = await sql<{ created_by: string | null; files_by: string | null }>`
    select created_by, files_by from changelist where account_id = ${accountId} and id = ${changelistId}
  `.execute(tx);
  const [people] = found.rows;
  const problem = answer === 'requested' || !people ? null : reviewerProblem(session, people);
  if (problem !== null) return refused(problem);
  const counted = await sql<{ count: number }>`
    select count(*) as count from draft_review
    where account_id = ${accountId} and changelist_id = ${changelistId} and version = ${version}
  `.execute(tx);
  if ((counted.rows[0]?.count ?? 0) >= MAX_ANSWERS)
    return refused(`One version of a draft can have ${MAX_ANSWERS} requests and answers at most.`);
  await sql`
    insert into draft_review (account_id, changelist_id, version, kind, note, person_id)
    values (${accountId}, ${changelistId}, ${version}, ${answer}, ${note}, ${person.id})
  `.execute(tx);
  await recordEvent(tx, {
    accountId,
    severity: 'info',
    code: CODES[answer],
    parameters: { person: person.name, draft: draft.description },
  });
  if (answer !== 'requested')
    await recordAudit(tx, {
      kind: answer === 'approved' ? 'draft_approved' : 'draft_changes_requested',
      accountId,
      subjectId: people?.created_by,
      target: { kind: 'draft', id: changelistId, name: draft.description },
      after: { version },
    });
  return { kind: 'done', changelistId };
}

/** Requests and answers about one version of a draft. */
const MAX_ANSWERS = 100;
