import { required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, nullable, object, reference, string } from '../../graphql/columns.ts';
import { type GraphqlContext, holds, inAccount } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { pendingRuleChange, type RuleAnswer, ruleAnswerProblem } from '../../identity/accounts/approval-rule.ts';
import { requiresApproval } from '../changelists/publish/approval.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';

const PERMISSION = 'manage-publish-rules';
const RULES = { permission: PERMISSION } as const;
const LACKING = `You need the permission ${PERMISSION} to change this.`;

type Change = {
  readonly id: string;
  readonly requested_by: string;
  readonly created: Date;
  readonly is_mine: boolean;
  readonly answer_problem: string | null;
};

type Settings = {
  readonly requires_approval: boolean;
  readonly change_problem: string | null;
  readonly pending_change: Change | null;
};

const isAnswer = (answer: string): answer is RuleAnswer =>
  answer === 'approve' || answer === 'refuse' || answer === 'withdraw';

function read(context: GraphqlContext): Promise<Settings> {
  const lacking = holds(context, PERMISSION) ? null : LACKING;
  const me = context.session.person.id;
  return inAccount(context, async (tx, accountId) => {
    const pending = await pendingRuleChange(tx, accountId);
    return {
      requires_approval: await requiresApproval(tx, accountId),
      change_problem: lacking,
      pending_change: pending && {
        ...pending,
        is_mine: pending.requested_by === me,
        answer_problem: lacking ?? ruleAnswerProblem(pending, me),
      },
    };
  });
}

/** Defines what an account requires of publications, and the change of it by two people. */
export function definePublishSettings(): void {
  const changeRef = builder.objectRef<Change>('PublishSettingsChange');
  defineObject(changeRef, {
    description: 'A request to publish without approvals, which another person has not answered.',
    authScopes: VIEW,
    columns: {
      id: id('Opaque identifier.'),
      requested_by: from('requested_by', reference(personRef, PERSON, 'The person who requested it.')),
      created: dateTime('When it was requested.'),
      is_mine: boolean('Whether you requested it, and may withdraw it.'),
      answer_problem: nullable(string('Why you cannot approve or refuse it; null when you can.')),
    },
  });
  const settingsRef = builder.objectRef<Settings>('PublishSettings');
  defineObject(settingsRef, {
    description: 'Requirements of the account for publications.',
    authScopes: VIEW,
    isTypeOf: hasProperty('change_problem'),
    columns: {
      requires_approval: boolean('Whether drafts are published only with the approval of another person.'),
      change_problem: nullable(string('Why you cannot change this; null when you can.')),
      pending_change: nullable(object(changeRef, 'A change that waits for the approval of another person.')),
    },
  });
  builder.queryField('publish_settings', (t) =>
    t.field({
      type: settingsRef,
      authScopes: VIEW,
      description: 'Requirements of the account for publications.',
      resolve: (_root, _args, context) => read(context),
    }),
  );
  builder.mutationField('save_publish_settings', (t) =>
    t.field({
      type: settingsRef,
      authScopes: RULES,
      description:
        'Changes what the account requires of publications. While it requires approvals, this only requests that it does not: another person must approve.',
      args: required({
        requires_approval: boolean('Whether drafts are published only with the approval of another person.'),
      }),
      resolve: async (_root, args, context) => {
        await context.reviews.requireApproval(context.session, args.requires_approval);
        return read(context);
      },
    }),
  );
  defineMutation('answer_publish_settings_change', {
    authScopes: RULES,
    description:
      'Approves or refuses the request of another person to publish without approvals, or withdraws your own.',
    result: changeResult('AnswerPublishSettingsChangeResult', 'settings', [settingsRef, notFoundRef, conflictRef]),
    args: required({ change_id: id('Id of the request.'), answer: string('approve, refuse or withdraw.') }),
    resolve: async ({ change_id: changeId, answer }, context) => {
      if (!isAnswer(answer))
        throw badRequest(`The answer can be approve, refuse or withdraw, not ${answer.slice(0, 50)}.`);
      const outcome = await context.reviews.answerRuleChange(context.session, { id: changeId, answer });
      if (outcome.kind === 'not_found') return new NotFound('This request was answered meanwhile.');
      return outcome.kind === 'refused' ? new Conflict(outcome.reason) : read(context);
    },
  });
}
