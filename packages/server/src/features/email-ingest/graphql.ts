import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, from, id, int, nullable, objects, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { type LoaderDefinition, reload } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { Conflict, conflictRef, NotFound, notFoundRef, refusalRef } from '../../graphql/value-types.ts';
import { defineReceivedMail } from './graphql-mails.ts';
import { checkPatterns, defineRuleInput, INGEST, InvalidRule, regexRef } from './graphql-rules.ts';
import { listRecipients, type RecipientRow, type RuleRow, recipientsById } from './queries.ts';
import type { ChangeAnswer, MatchAnswer, RecipientAnswer } from './service.ts';

const PAGE_SIZE = 100;

const RECIPIENT: LoaderDefinition<RecipientRow> = { batch: recipientsById };

class InvalidRecipient {
  readonly field = 'email';
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}
class RecipientExists {
  readonly message = 'The introduced email already exists.';
}

const recipientRef = builder.objectRef<RecipientRow>('EmailRecipient');
const ruleRef = builder.objectRef<RuleRow>('EmailRule');
const settingsRef = builder.objectRef<{ readonly domain: string }>('IngestSettings');
const pathRef = builder.objectRef<InvalidRule>('InvalidPathError');
const invalidRef = builder.objectRef<InvalidRecipient>('InvalidRecipientError');
const existsRef = builder.objectRef<RecipientExists>('RecipientAlreadyExistsError');

function defineTypes(): void {
  defineObject(ruleRef, {
    description: 'Where the mails of a recipient go that a sender and a subject fit. The first rule that fits counts.',
    authScopes: INGEST,
    columns: {
      id: id('Opaque identifier.'),
      path: string('Path that the mail gets, which downloads of type email name.'),
      senderGlob: from(
        'sender_glob',
        nullable(string('Pattern of the whole sender, in any case: * and ? are wildcards.')),
      ),
      senderRegex: from('sender_regex', nullable(string('A regular expression that is found in the sender.'))),
      subjectGlob: from(
        'subject_glob',
        nullable(string('Pattern of the whole subject, in any case: * and ? are wildcards.')),
      ),
      subjectRegex: from('subject_regex', nullable(string('A regular expression that is found in the subject.'))),
      matchOrder: from('match_order', int('Its place among the rules, from 0.')),
    },
  });
  defineObject(recipientRef, {
    description: 'An address that receives mail for the account.',
    authScopes: INGEST,
    isTypeOf: hasProperty('rules'),
    columns: {
      id: id('Opaque identifier.'),
      email: from('address', string('The address, in lower case.')),
      rules: objects(ruleRef, 'Its rules in their order.'),
    },
  });
  defineObject(settingsRef, {
    description: 'How the installation receives mail.',
    authScopes: INGEST,
    columns: { domain: string('Domain of the addresses of recipients, after the @.') },
  });
}

function defineErrors(): void {
  const field = string('The field with the wrong value.');
  const message = string('The problem with it.');
  defineObject(regexRef, {
    description: 'A regular expression of a rule cannot be used.',
    authScopes: INGEST,
    isTypeOf: (value) => value instanceof InvalidRule && value.kind === 'regex',
    interfaces: [refusalRef],
    columns: { field, message },
  });
  defineObject(pathRef, {
    description: 'The path of a rule cannot be used.',
    authScopes: INGEST,
    isTypeOf: (value) => value instanceof InvalidRule && value.kind === 'path',
    interfaces: [refusalRef],
    columns: { field, message },
  });
  defineObject(invalidRef, {
    description: 'The address of a recipient cannot be used.',
    authScopes: INGEST,
    isTypeOf: (value) => value instanceof InvalidRecipient,
    interfaces: [refusalRef],
    columns: { field, message },
  });
  defineObject(existsRef, {
    description:
      'The address belongs to a recipient of this or another account, or belonged to one of another account.',
    authScopes: INGEST,
    isTypeOf: (value) => value instanceof RecipientExists,
    interfaces: [refusalRef],
    columns: { message },
  });
}

async function present(context: GraphqlContext, answer: ChangeAnswer) {
  if (answer.kind === 'full') return new Conflict(answer.message);
  const row = answer.kind === 'done' ? await reload(context, RECIPIENT, answer.id) : null;
  return row ?? new NotFound(`There is no such ${answer.kind === 'missing' ? answer.noun : 'recipient'}.`);
}

async function presentRecipient(context: GraphqlContext, answer: RecipientAnswer) {
  if (answer.kind === 'removed') return answer.recipient;
  if (answer.kind === 'exists') return new RecipientExists();
  return answer.kind === 'invalid' ? new InvalidRecipient(answer.message) : present(context, answer);
}

const presentMatch = async (context: GraphqlContext, answer: MatchAnswer) =>
  answer.kind === 'rule' ? new InvalidRule(answer.problem) : present(context, answer);

function defineQueries(): void {
  const connection = defineConnection('EmailRecipient', recipientRef, INGEST);
  builder.queryField('recipients', (t) =>
    t.field({
      type: connection,
      authScopes: INGEST,
      description: 'Addresses that receive mail for the account, the oldest first.',
      args: { ...pageArguments(PAGE_SIZE), ...optional({ search: string('Part of the address.') }) },
      resolve: (_root, { search, ...args }, context) =>
        readAccountPage(context, readPage(args, { order: 'recipients', size: PAGE_SIZE }), (tx, accountId, page) =>
          listRecipients(tx, accountId, search?.replaceAll('\0', '').trim() ?? '', page),
        ),
    }),
  );
  builder.queryField('ingest_settings', (t) =>
    t.field({
      type: settingsRef,
      authScopes: INGEST,
      description: 'How the installation receives mail.',
      resolve: (_root, _args, context) => ({ domain: context.email.domain }),
    }),
  );
}

/** Addresses that receive mail, and the rules that give mail its path. */
export function defineEmailIngest(): void {
  defineTypes();
  defineErrors();
  defineQueries();
  defineMutation('save_emailrecipient', {
    authScopes: INGEST,
    description:
      'Adds, renames or deletes a recipient. Mail that it received stays, and its address stays reserved for the account.',
    result: changeResult('SaveEmailrecipientResult', 'recipient', [
      recipientRef,
      existsRef,
      invalidRef,
      conflictRef,
      notFoundRef,
    ]),
    args: optional({
      recipient: string('Address of the recipient to change; without it one is added.'),
      newRecipient: string('Its new address.'),
      deactivate: boolean('Whether to delete it.'),
    }),
    resolve: async ({ recipient, newRecipient, deactivate }, context) =>
      presentRecipient(
        context,
        await context.email.saveRecipient(context.session, {
          recipient: recipient ?? null,
          newRecipient: newRecipient ?? null,
          deactivate: deactivate ?? false,
        }),
      ),
  });
  const ruleInput = defineRuleInput();
  defineReceivedMail(ruleInput);
  defineMutation('save_emailmatch', {
    authScopes: INGEST,
    description: 'Adds, changes, moves or deletes a rule of a recipient. Mail that was received keeps its path.',
    result: changeResult('SaveEmailmatchResult', 'recipient with its rules', [
      recipientRef,
      regexRef,
      pathRef,
      conflictRef,
      notFoundRef,
    ]),
    args: {
      ...required({ recipient: string('Address of the recipient.') }),
      ...optional({
        id: id('Id of the rule to change; without it one is added.'),
        deactivate: boolean('Whether to delete the rule.'),
      }),
      ...builder.args((t) => ({ rule: t.field({ type: ruleInput, required: false, description: 'Its values.' }) })),
    },
    resolve: async ({ recipient, id: ruleId, rule, deactivate }, context) => {
      checkPatterns(rule ?? {});
      const edit = { recipient, id: ruleId ?? null, rule: rule ?? null, deactivate: deactivate ?? false };
      return presentMatch(context, await context.email.saveMatch(context.session, edit));
    },
  });
}
