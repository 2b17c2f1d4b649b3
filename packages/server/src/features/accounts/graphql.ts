import { administration } from '../../graphql/administration.ts';
import { type Builder, builder } from '../../graphql/builder.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { inAdministration } from '../../graphql/context.ts';
import { type AdminLoaderDefinition, loadAdministered } from '../../graphql/loaders.ts';
import { readPage, toConnection } from '../../graphql/paging.ts';
import { type AccountRow, type AccountUserRow, accountNamed, listAccounts, usersOfAccounts } from './queries.ts';

const accountRef = builder.objectRef<AccountRow>('Account');
const accountUserRef = builder.objectRef<AccountUserRow>('AccountUser');

const ADMIN = { admin: 'manage-users' } as const;
const PAGE_SIZE = 20;
const ACCOUNT_USERS: AdminLoaderDefinition<AccountUserRow[]> = { field: 'Account.users', batchAll: usersOfAccounts };

function defineTypes(): void {
  accountUserRef.implement({
    description: 'A member of an account.',
    authScopes: ADMIN,
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Their name.' }),
      email: t.exposeString('email', { description: 'Their address.' }),
      roles: t.stringList({
        description: 'The roles granted there, without implied ones.',
        resolve: (row) => [...row.roles],
      }),
    }),
  });
  accountRef.implement({
    description: 'An account as its administrators see it.',
    authScopes: ADMIN,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque.' }),
      urlName: t.exposeString('url_name', { description: 'Its name in addresses and in the Account-Uri header.' }),
      name: t.exposeString('name', { description: 'Its name for people.' }),
      contractedRowCount: t.exposeFloat('contracted_row_count', {
        nullable: true,
        description: 'Rows a month that its contract includes; null without a contract.',
      }),
      showDownloadSummary: t.exposeBoolean('show_download_summary', {
        description: 'Whether its home page shows the summary of downloads.',
      }),
      defaultDeadline: t.exposeString('default_deadline', {
        nullable: true,
        description: '"HH:mm {timezone}": the deadline of uploads that declare none; null without.',
      }),
      dailySummaryTime: t.exposeString('daily_summary', {
        nullable: true,
        description: '"HH:mm {timezone}": when its daily summary is sent; null without.',
      }),
      dailySummaryRecipients: t.stringList({
        description: 'Addresses that its daily summary is sent to.',
        resolve: (row) => [...row.daily_summary_recipients],
      }),
      users: t.field({
        type: [accountUserRef],
        description: 'Its active members, by name.',
        resolve: async (row, _args, context) => (await loadAdministered(context, ACCOUNT_USERS, row.id)) ?? [],
      }),
    }),
  });
}

/** Accounts, for administrators. None of it needs an account in the request. */
export function defineAccounts(builder_: Builder): void {
  defineTypes();
  const connection = defineConnection('Account', accountRef, ADMIN);
  builder_.queryFields((t) => ({
    accountsV2: t.field({
      type: connection,
      ...administration('list-accounts-v2'),
      description: 'The active accounts of the installation, by name.',
      args: pageArguments(PAGE_SIZE),
      resolve: (_root, args, context) => {
        const page = readPage(args, { order: 'accountsV2', size: PAGE_SIZE, sortedBy: 'text' });
        return inAdministration(context, { field: 'accountsV2' }, async (tx) =>
          toConnection(await listAccounts(tx, page), page),
        );
      },
    }),
    account: t.field({
      type: accountRef,
      nullable: true,
      ...administration('manage-users', 'urlName'),
      description: 'One active account; null when there is none of this name.',
      args: { urlName: t.arg.string({ required: true, description: 'Its url name.' }) },
      resolve: (_root, { urlName }, context) =>
        inAdministration(context, { field: 'account', details: { urlName } }, (tx) => accountNamed(tx, urlName)),
    }),
  }));
}
