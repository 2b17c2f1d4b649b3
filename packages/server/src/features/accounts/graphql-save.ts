import { administration } from '../../graphql/administration.ts';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, float, int, string, strings } from '../../graphql/columns.ts';
import { type GraphqlContext, inAdministration } from '../../graphql/context.ts';
import { type AdminLoaderDefinition, reload } from '../../graphql/loaders.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { NotFound, notFoundRef, refusalRef } from '../../graphql/value-types.ts';
import { accountRef } from './graphql.ts';
import { type AccountRow, accountsById } from './queries.ts';
import { type AccountOutcome, type AccountValues, addAccount, deactivateAccount, saveAccount } from './save-account.ts';

class ConflictingName {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}
class ConflictingUrlName {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}
class InvalidAccount {
  readonly field: string;
  readonly message: string;

  constructor(field: string, message: string) {
    this.field = field;
    this.message = message;
  }
}

const ADMIN = { admin: 'manage-users' } as const;
const ACCOUNT: AdminLoaderDefinition<AccountRow> = { field: 'saveAccountV2', batchAll: accountsById };

const nameRef = builder.objectRef<ConflictingName>('ConflictingNameError');
const urlNameRef = builder.objectRef<ConflictingUrlName>('ConflictingUrlNameError');
const invalidRef = builder.objectRef<InvalidAccount>('InvalidAccountError');

function defineErrors(): void {
  const message = string('The problem with it.');
  defineObject(nameRef, {
    description: 'Another account has this name.',
    authScopes: ADMIN,
    isTypeOf: (value) => value instanceof ConflictingName,
    interfaces: [refusalRef],
    columns: { message },
  });
  defineObject(urlNameRef, {
    description: 'Another account has this url name, or a route of the console.',
    authScopes: ADMIN,
    isTypeOf: (value) => value instanceof ConflictingUrlName,
    interfaces: [refusalRef],
    columns: { message },
  });
  defineObject(invalidRef, {
    description: 'A value of an account cannot be saved.',
    authScopes: ADMIN,
    isTypeOf: (value) => value instanceof InvalidAccount,
    interfaces: [refusalRef],
    columns: {
      field: string(
        'name, newUrlName, contractedRowCount, queueWeight, runningLimit, keyRunningLimit, deadline, summaryTime or recipients.',
      ),
      message,
    },
  });
}

async function present(context: GraphqlContext, outcome: AccountOutcome) {
  switch (outcome.kind) {
    case 'saved':
      return (await reload(context, ACCOUNT, outcome.id)) ?? new NotFound('There is no such account.');
    case 'conflicting_name':
      return new ConflictingName(outcome.message);
    case 'conflicting_url_name':
      return new ConflictingUrlName(outcome.message);
    case 'invalid':
      return new InvalidAccount(outcome.field, outcome.message);
    case 'missing':
      return new NotFound(outcome.message);
  }
}

const RESULTS = [accountRef, nameRef, urlNameRef, invalidRef, notFoundRef] as const;

type Arguments = {
  readonly name?: string | null | undefined;
  readonly newUrlName?: string | null | undefined;
  readonly contractedRowCount?: number | null | undefined;
  readonly showDownloadSummary?: boolean | null | undefined;
  readonly queueWeight?: number | null | undefined;
  readonly runningLimit?: number | null | undefined;
  readonly keyRunningLimit?: number | null | undefined;
  readonly requiresApproval?: boolean | null | undefined;
  readonly setDefaultDeadline?: string | null | undefined;
  readonly removeDefaultDeadline?: boolean | null | undefined;
  readonly setSummaryTime?: string | null | undefined;
  readonly removeSummaryTime?: boolean | null | undefined;
  readonly setSummaryRecipients?: readonly string[] | null | undefined;
  readonly clearSummaryRecipients?: boolean | null | undefined;
};

/** @throws RequestError BAD_REQUEST for arguments that exclude each other */
function readValues(args: Arguments): AccountValues {
  const set = <Value>(value: Value | null | undefined, removes: boolean | null | undefined, none: Value | null) => {
    if (value != null && removes === true) throw badRequest('Set a value or remove it, not both.');
    return removes === true ? none : (value ?? undefined);
  };
  const deadline = set(args.setDefaultDeadline, args.removeDefaultDeadline, null);
  const summary = set(args.setSummaryTime, args.removeSummaryTime, null);
  const recipients = set(args.setSummaryRecipients, args.clearSummaryRecipients, []);
  return {
    ...(args.name == null ? {} : { name: args.name }),
    ...(args.newUrlName == null ? {} : { newUrlName: args.newUrlName }),
    ...(args.contractedRowCount === undefined ? {} : { contractedRowCount: args.contractedRowCount }),
    ...(args.queueWeight == null ? {} : { queueWeight: args.queueWeight }),
    ...(args.runningLimit === undefined ? {} : { runningLimit: args.runningLimit }),
    ...(args.keyRunningLimit === undefined ? {} : { keyRunningLimit: args.keyRunningLimit }),
    ...(args.showDownloadSummary == null ? {} : { showDownloadSummary: args.showDownloadSummary }),
    ...(args.requiresApproval == null ? {} : { requiresApproval: args.requiresApproval }),
    ...(deadline === undefined ? {} : { defaultDeadline: deadline }),
    ...(summary === undefined ? {} : { summaryTime: summary }),
    ...(recipients == null ? {} : { summaryRecipients: recipients }),
  };
}

/** Defines the mutations by which administrators change accounts. */
export function defineAccountChanges(): void {
  defineErrors();
  defineMutation('saveAccountV2', {
    ...administration('manage-users', 'urlName'),
    description:
      'Changes an account, or adds one without urlName. Names need manage-accounts, contracted rows, the download summary, weight and limits of the queue manage-global-users, the approval rule manage-publish-rules, other settings manage-account-settings.',
    result: changeResult('SaveAccountResult', 'account', RESULTS),
    args: optional({
      urlName: string('Url name of the account to change; without it one is added.'),
      name: string('Its display name.'),
      newUrlName: string('Its new name in URLs.'),
      contractedRowCount: float('Rows per month that the contract includes; null for none.'),
      showDownloadSummary: boolean('Whether the home page shows the download summary.'),
      queueWeight: int('Turns in the queue while other accounts wait, 1 to 100.'),
      runningLimit: int('Units that may run at once, 1 to 1000; null for the default of the installation.'),
      keyRunningLimit: int('The same of units that use one key.'),
      requiresApproval: boolean(
        'Whether drafts are published only with the approval of another person. While they are, false only requests it: another person must approve.',
      ),
      setDefaultDeadline: string('"HH:mm {timezone}": the deadline of uploads that declare none.'),
      removeDefaultDeadline: boolean('Whether such uploads have none.'),
      setSummaryTime: string('"HH:mm {timezone}": when the daily summary is sent.'),
      removeSummaryTime: boolean('Whether none is sent.'),
      setSummaryRecipients: strings('Email addresses that receive the daily summary.'),
      clearSummaryRecipients: boolean('Whether no one receives it.'),
    }),
    resolve: async ({ urlName, ...args }, context) => {
      const values = readValues(args);
      const details = { urlName: urlName?.slice(0, 63) ?? null, changes: Object.keys(values) };
      const outcome = await inAdministration(context, { field: 'saveAccountV2', details }, (tx) =>
        urlName == null ? addAccount(tx, context.session, values) : saveAccount(tx, context.session, urlName, values),
      );
      return present(context, outcome);
    },
  });
  defineMutation('deactivateAccountV2', {
    ...administration('manage-accounts'),
    description:
      'Deactivates an account: its users cannot enter it, and nothing runs in it. Its data is kept until it is erased.',
    result: changeResult('DeactivateAccountResult', 'account', [accountRef, notFoundRef]),
    args: required({ urlName: string('Url name of the account.') }),
    resolve: async ({ urlName }, context) => {
      const details = { urlName: urlName.slice(0, 63) };
      const outcome = await inAdministration(context, { field: 'deactivateAccountV2', details }, (tx) =>
        deactivateAccount(tx, context.session, urlName),
      );
      if (outcome.kind !== 'saved') return new NotFound(`There is no active account ${urlName.slice(0, 63)}.`);
      return (await reload(context, ACCOUNT, outcome.id)) ?? new NotFound('There is no such account.');
    },
  });
}
