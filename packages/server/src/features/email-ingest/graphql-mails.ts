import { defineQueryById, readAccountPage } from '../../graphql/account-fields.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, dateTime, float, id, int, nullable, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { inAccount } from '../../graphql/context.ts';
import { UUID } from '../../graphql/cursor.ts';
import { type LoaderDefinition, load, loadAll, reload } from '../../graphql/loaders.ts';
import { changeResult, defineMutation, defineQuery } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../graphql/value-types.ts';
import { type ReplayAnswer, replayMail } from '../../pipeline/mail-ingest/replay-mail.ts';
import { checkPatterns, INGEST, InvalidRule, type RuleInputRef, regexRef } from './graphql-rules.ts';
import { filesOfMails, listMails, type MailFileRow, type MailRow, mailsById } from './queries-mails.ts';
import { type RuleTest, testRule } from './test-rule.ts';

const PAGE_SIZE = 20;
const OUTCOMES: readonly string[] = ['matched', 'unmatched', 'rejected'];

const MAIL: LoaderDefinition<MailRow> = { batch: mailsById };
const FILES: LoaderDefinition<MailFileRow[]> = { batch: filesOfMails };

const mailRef = builder.objectRef<MailRow>('ReceivedMail');
const fileRef = builder.objectRef<MailFileRow>('ReceivedMailFile');
const testRef = builder.objectRef<RuleTest>('EmailRuleTest');

/** Result of one of the three sender checks. */
const RESULT =
  'pass, fail, softfail, neutral, none, policy, temperror or permerror; null where senders are not checked.';

function defineTypes(): void {
  defineObject(fileRef, {
    description: 'An attachment or a body of a received mail.',
    authScopes: INGEST,
    columns: {
      name: string('Name of the file.'),
      kind: string('attachment, text or html.'),
      content_type: string('Its type, as the mail says.'),
      bytes: float('Size in bytes.'),
    },
  });
  defineObject(mailRef, {
    description: 'A mail as one recipient received it.',
    authScopes: INGEST,
    isTypeOf: hasProperty('envelope_sender'),
    columns: {
      id: id('Opaque identifier.'),
      recipient: string('Address that received it, as it is now.'),
      received: dateTime('When it was received.'),
      message_id: nullable(string('Its Message-ID; null without one.')),
      sender: string('Address in From, which rules match.'),
      envelope_sender: string('Address that the sending server named; empty for a bounce.'),
      subject: string('Its subject.'),
      bytes: float('Size in bytes.'),
      outcome: string('matched, unmatched or rejected.'),
      reason: nullable(string('Why it was rejected; null of others.')),
      path: nullable(string('Path that a rule gave it; null of others.')),
      spf: nullable(
        string(`${RESULT} Whether the domain of the envelope sender lets the sending server send its mail.`),
      ),
      dkim: nullable(string(`${RESULT} Whether a domain has signed it.`)),
      dmarc: nullable(string(`${RESULT} Whether SPF or DKIM passed for the domain in From.`)),
      forged: boolean('Whether no rule takes it, because it may not come from its sender; it can be replayed.'),
      dmarc_policy: nullable(
        string('Policy of that domain for mail that fails: none, quarantine or reject; null without one.'),
      ),
    },
    fields: (t) => ({
      files: t.field({
        type: [fileRef],
        description: 'Its attachments and bodies, in their order.',
        resolve: async (row, _args, context) => (await load(context, FILES, row.id)) ?? [],
      }),
    }),
  });
  defineObject(testRef, {
    description: 'Effect that a rule would have had on the newest mails of its recipient.',
    authScopes: INGEST,
    isTypeOf: hasProperty('fitting'),
    columns: {
      tested: int('How many mails it was tested on, 100 at most.'),
      taken: int('How many of those that fit an earlier rule takes.'),
    },
    fields: (t) => ({
      count: t.int({ description: 'How many mails fit it.', resolve: ({ fitting }) => fitting.length }),
      mails: t.field({
        type: [mailRef],
        description: 'The mails that fit it, newest first.',
        resolve: ({ fitting }, _args, context) => loadAll(context, MAIL, fitting),
      }),
    }),
  });
}

const REFUSALS: Readonly<Record<Exclude<ReplayAnswer, 'replayed' | 'missing'>, string>> = {
  matched: 'The mail has a path already.',
  rejected: 'The mail was rejected, and its files were not kept.',
  unmatched: 'No rule fits the mail. Add one first.',
};

/** Received mail, what a rule would do with it, and replays. @param ruleInput the type of a rule's values */
export function defineReceivedMail(ruleInput: RuleInputRef): void {
  defineTypes();
  const connection = defineConnection('ReceivedMail', mailRef, INGEST);
  defineQueryById('received_mail', mailRef, MAIL, { authScopes: INGEST, noun: 'received mail' });
  builder.queryField('received_mails', (t) =>
    t.field({
      type: connection,
      authScopes: INGEST,
      description:
        'Mail that the account has received, the newest first. Mail without a path is removed after 90 days.',
      args: {
        ...pageArguments(PAGE_SIZE),
        ...optional({ outcome: string('Only mail that was matched, unmatched or rejected.') }),
      },
      resolve: (_root, { outcome, ...args }, context) => {
        if (outcome != null && !OUTCOMES.includes(outcome))
          throw badRequest(`outcome must be one of ${OUTCOMES.join(', ')}.`);
        return readAccountPage(
          context,
          readPage(args, { order: 'received_mails', size: PAGE_SIZE }),
          (tx, accountId, page) => listMails(tx, accountId, outcome ?? null, page),
        );
      },
    }),
  );
  defineQuery('test_emailmatch', {
    authScopes: INGEST,
    description: 'Tests a rule on the newest mails of its recipient. Changes nothing.',
    result: {
      name: 'TestEmailmatchResult',
      description: 'Effect that the rule would have had, or why it cannot be tested.',
      types: [testRef, regexRef, notFoundRef],
    },
    args: {
      ...required({ recipient: string('Address of the recipient.') }),
      ...optional({ id: id('Id of the rule that is edited; without it the rule follows the others.') }),
      ...builder.args((t) => ({ rule: t.field({ type: ruleInput, required: false, description: 'Its values.' }) })),
    },
    resolve: async ({ recipient, id: ruleId, rule }, context) => {
      checkPatterns(rule ?? {});
      const result = await inAccount(context, (tx, accountId) =>
        testRule(tx, accountId, { recipient, id: ruleId ?? null, rule: rule ?? {} }),
      );
      if (result === null) return new NotFound('There is no such recipient or rule.');
      return 'kind' in result ? new InvalidRule(result) : result;
    },
  });
  defineMutation('replay_received_mail', {
    authScopes: INGEST,
    description: 'Gives a kept mail that no rule took the path of the first rule that takes it now.',
    result: changeResult('ReplayReceivedMailResult', 'mail', [mailRef, conflictRef, notFoundRef]),
    args: required({ id: id('Id of the mail.') }),
    resolve: async ({ id: mailId }, context) => {
      if (!UUID.test(mailId)) return new NotFound('There is no such mail.');
      const answer = await inAccount(context, (tx, accountId) => replayMail(tx, accountId, mailId));
      if (answer !== 'replayed' && answer !== 'missing') return new Conflict(REFUSALS[answer]);
      const row = answer === 'replayed' ? await reload(context, MAIL, mailId) : null;
      return row ?? new NotFound('There is no such mail.');
    },
  });
}
