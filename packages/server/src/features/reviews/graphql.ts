import { DRAFT_STATUSES } from '@switchboard/model/changelist';
import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, int, nullable, objects, reference, string } from '../../graphql/columns.ts';
import { type GraphqlContext, holds, inAccount } from '../../graphql/context.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { conflictRef, notFoundRef } from '../../graphql/value-types.ts';
import { type ChangelistRow, changelistRef } from '../changelists/graphql-changelist.ts';
import { staleRef } from '../changelists/graphql-refusals.ts';
import { approvalProblem, approvalState, requiresApproval } from '../changelists/publish/approval.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { openThreads } from './comments.ts';
import { defineComments } from './graphql-comments.ts';
import { definePublishSettings } from './graphql-publish-settings.ts';
import { readPlainText, reviewedChangelist } from './review-answers.ts';
import { type ReviewAnswer, reviewerProblem } from './service.ts';

const DEVELOP = { permission: 'develop-scripts' } as const;
const APPROVE = { permission: 'approve-scripts' } as const;

/** Reviews of a draft that are returned, the newest. */
const SHOWN_REVIEWS = 50;

type ReviewRow = {
  readonly version: number;
  readonly kind: ReviewAnswer;
  readonly note: string;
  readonly person_id: string;
  readonly created: Date;
};

type Review = {
  readonly is_required: boolean;
  readonly state: 'none' | 'requested' | 'approved' | 'changes_requested';
  readonly publish_problem: string | null;
  readonly answer_problem: string | null;
  readonly history: readonly ReviewRow[];
};

const reviewRef = builder.objectRef<Review>('DraftReview');
const entryRef = builder.objectRef<ReviewRow>('DraftReviewEntry');

/** By changelist. */
const OPEN_THREADS: LoaderDefinition<number> = { batch: openThreads };

async function reviewOf(context: GraphqlContext, row: ChangelistRow): Promise<Review> {
  return inAccount(context, async (tx, accountId) => {
    const history = await historyOf(tx, accountId, row.id);
    const isRequired = await requiresApproval(tx, accountId);
    const state = await approvalState(tx, { accountId, changelistId: row.id, version: row.version });
    const isDraft = DRAFT_STATUSES.some((status) => status === row.status);
    const isRequested = history.some(({ kind, version }) => kind === 'requested' && version === row.version);
    return {
      is_required: isRequired,
      state:
        state.objector !== null
          ? 'changes_requested'
          : state.approval !== null
            ? 'approved'
            : isRequested
              ? 'requested'
              : 'none',
      publish_problem: isDraft ? approvalProblem(isRequired, state) : null,
      answer_problem: holds(context, 'approve-scripts')
        ? reviewerProblem(context.session, row)
        : 'You need the permission approve-scripts to review drafts.',
      history,
    };
  });
}

async function historyOf(tx: Tx, accountId: string, changelistId: string): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select version, kind, note, person_id, created from draft_review
    where account_id = ${accountId} and changelist_id = ${changelistId} order by id desc limit ${SHOWN_REVIEWS}
  `.execute(tx);
  return rows;
}

function defineTypes(): void {
  defineObject(entryRef, {
    description: 'A request for a review of a draft, or an answer.',
    authScopes: VIEW,
    columns: {
      version: int('The version of the draft that it is about.'),
      kind: string('requested, approved or changes_requested.'),
      note: string('Note of the person; may be empty.'),
      person: from('person_id', reference(personRef, PERSON, 'The person who gave it.')),
      created: dateTime('When it was given.'),
    },
  });
  defineObject(reviewRef, {
    description: 'The review of a draft.',
    authScopes: VIEW,
    columns: {
      is_required: boolean('Whether the account publishes drafts only with an approval.'),
      state: string('State of the present version: none, requested, approved or changes_requested.'),
      publish_problem: nullable(string('Why its review keeps it from being published; null when it does not.')),
      answer_problem: nullable(string('Why you cannot approve it or ask for changes; null when you can.')),
      history: objects(entryRef, `Requests and answers, the newest first; at most ${SHOWN_REVIEWS}.`),
    },
  });
  builder.objectFields(changelistRef, (t) => ({
    open_comments: t.int({
      description: 'Number of its threads of comments that are not resolved.',
      resolve: async (row, _args, context) => (await load(context, OPEN_THREADS, row.id)) ?? 0,
    }),
    review: t.field({
      type: reviewRef,
      description: 'Its review.',
      resolve: (row, _args, context) => reviewOf(context, row),
    }),
  }));
}

const ANSWERS: Readonly<Record<string, ReviewAnswer>> = {
  request: 'requested',
  approve: 'approved',
  request_changes: 'changes_requested',
};

function defineReview(): void {
  const result = (name: string) => changeResult(name, 'draft', [changelistRef, staleRef, notFoundRef, conflictRef]);
  const args = {
    ...required({
      changelist_id: id('Id of the draft.'),
      version: int('The version of the draft that was read. If it was saved since, nothing is done.'),
    }),
    ...optional({ note: string(`A note to it, at most ${LIMITS.reviewNoteLength} characters.`) }),
  };
  defineMutation('request_review', {
    authScopes: DEVELOP,
    description: 'Requests a review of a draft as it is now.',
    result: result('RequestReviewResult'),
    args,
    resolve: async ({ changelist_id: changelistId, version, note }, context) =>
      reviewedChangelist(
        context,
        await context.reviews.review(context.session, {
          changelistId,
          version,
          answer: 'requested',
          note: readPlainText('note', note ?? '', LIMITS.reviewNoteLength),
        }),
      ),
  });
  defineMutation('review_changelist', {
    authScopes: APPROVE,
    description:
      'Approves a draft as it is now, or asks for changes. Not its author, nor the person who changed its files last. A later saving withdraws the answer.',
    result: result('ReviewChangelistResult'),
    args: { ...args, ...required({ answer: string('approve or request_changes.') }) },
    resolve: async ({ changelist_id: changelistId, version, answer: given, note }, context) => {
      const answer = ANSWERS[given];
      if (answer === undefined || answer === 'requested')
        throw badRequest(`The answer can be approve or request_changes, not ${given.slice(0, 50)}.`);
      return reviewedChangelist(
        context,
        await context.reviews.review(context.session, {
          changelistId,
          version,
          answer,
          note: readPlainText('note', note ?? '', LIMITS.reviewNoteLength),
        }),
      );
    },
  });
}

/** Comments on drafts, their reviews, and whether publishing requires one. */
export function defineReviews(): void {
  defineTypes();
  defineComments();
  defineReview();
  definePublishSettings();
}
