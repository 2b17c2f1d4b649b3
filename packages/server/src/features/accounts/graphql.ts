import { defineAdministeredList, defineAdministeredQuery } from '../../graphql/administered-list.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, float, from, id, int, nullable, references, string, strings } from '../../graphql/columns.ts';
import { inAdministration } from '../../graphql/context.ts';
import type { AdminLoaderDefinition } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { type AccountRow, type AccountUserRow, accountNamed, accountsById, usersOfAccounts } from './queries.ts';

export const accountRef = builder.objectRef<AccountRow>('Account');
const accountUserRef = builder.objectRef<AccountUserRow>('AccountUser');

const ADMIN = { admin: 'manage-users' } as const;
const ACCOUNT_USERS: AdminLoaderDefinition<AccountUserRow[]> = { field: 'Account.users', batchAll: usersOfAccounts };

function defineTypes(): void {
  defineObject(accountUserRef, {
    description: 'A member of an account.',
    authScopes: ADMIN,
    columns: {
      id: id('Opaque identifier of the person.'),
      name: string('Name of the person.'),
      email: string('Email address of the person.'),
      roles: strings('Roles granted in the account, without those that they imply.'),
      isLastAccount: from('is_last_account', boolean('Whether the person belongs to no other active account.')),
    },
  });
  defineObject(accountRef, {
    description: 'An account as its administrators see it.',
    authScopes: ADMIN,
    isTypeOf: hasProperty('contracted_row_count'),
    columns: {
      id: id('Opaque identifier.'),
      urlName: from('url_name', string('Name in URLs and in the Account-Uri header.')),
      name: string('Display name.'),
      contractedRowCount: from(
        'contracted_row_count',
        nullable(float('Rows per month that the contract includes; null without a contract.')),
      ),
      showDownloadSummary: from('show_download_summary', boolean('Whether the home page shows the download summary.')),
      queueWeight: from('queue_weight', int('Turns in the queue while other accounts wait.')),
      runningLimit: from(
        'running_limit',
        nullable(int('Units that may run at once; null for the default of the installation.')),
      ),
      keyRunningLimit: from('key_running_limit', nullable(int('The same of units that use one key.'))),
      requiresApproval: from(
        'requires_approval',
        boolean('Whether drafts are published only with the approval of another person.'),
      ),
      defaultDeadline: from(
        'default_deadline',
        nullable(
          string('"HH:mm {timezone}": the deadline of uploads that declare none; null when there is no default.'),
        ),
      ),
      dailySummaryTime: from(
        'daily_summary',
        nullable(string('"HH:mm {timezone}": when the daily summary is sent; null when none is sent.')),
      ),
      dailySummaryRecipients: from(
        'daily_summary_recipients',
        strings('Email addresses that receive the daily summary.'),
      ),
      users: from('id', references(accountUserRef, ACCOUNT_USERS, 'Active members, sorted by name.')),
    },
  });
}

/** Accounts, for administrators. None of these fields needs an account in the request. */
export function defineAccounts(): void {
  defineTypes();
  defineAdministeredList('account', accountRef, ADMIN, accountsById);
  defineAdministeredQuery('account', accountRef, {
    description: 'The active account with this url name; null when it does not exist.',
    argument: 'urlName',
    key: string('Url name of the account.'),
    isAccount: true,
    read: (context, urlName) =>
      inAdministration(context, { field: 'account', details: { urlName } }, (tx) => accountNamed(tx, urlName)),
  });
}
