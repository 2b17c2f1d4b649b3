import { builder } from '../../graphql/builder.ts';
import { dateTime, from, id, int, nullable, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { readPage, toConnection } from '../../graphql/paging.ts';
import { type AccountHealth, listAccountHealth } from './list-account-health.ts';

const SIGNED_IN = { signedIn: true } as const;
const PAGE_SIZE = 100;
const PAGE_LIMIT = 1_000;

const accountRef = builder.objectRef<AccountHealth>('AccountHealth');

function defineAccount(): void {
  defineObject(accountRef, {
    description: 'An account with the health of its published downloads and uploads, as it was determined last.',
    authScopes: SIGNED_IN,
    columns: {
      id: id('Opaque identifier.'),
      urlName: from('url_name', string('Url name.')),
      name: string('Display name.'),
      level: string(
        'Error, Unknown (the health could not be determined lately), Issue, Notice, Working or Unpublished (nothing is).',
      ),
      determined: from('computed', nullable(dateTime('When the health was determined; null when it never was.'))),
      errors: int('Downloads and uploads with the level Error.'),
      issues: int('Declarations with the level Issue.'),
      notices: int('Declarations with the level Notice.'),
      working: int('Declarations with the level Working.'),
      suspended: int('Suspended declarations.'),
      late: int('Uploads of the last seven days that missed their deadline and are not delivered.'),
      newestErrorAt: from(
        'newest_error_at',
        nullable(dateTime('When the newest error of the last seven days happened; null without one.')),
      ),
      newestErrorName: from('newest_error_name', nullable(string('The declaration that the newest error is about.'))),
      newestError: from('newest_error', nullable(string('Message of the newest error.'))),
    },
  });
}

/** The health of all accounts that a person may view. */
export function defineAccountHealth(): void {
  defineAccount();
  builder.queryField('account_health', (t) =>
    t.field({
      type: defineConnection('AccountHealth', accountRef, SIGNED_IN),
      authScopes: SIGNED_IN,
      description:
        'The accounts in which the person has the permission view, the worst first, each with its health as it was determined last.',
      args: pageArguments(PAGE_SIZE, PAGE_LIMIT),
      resolve: async (_root, args, { database, session, now }) => {
        const page = readPage(args, { order: 'account_health', size: PAGE_SIZE, limit: PAGE_LIMIT, sortedBy: 'text' });
        const found = await listAccountHealth(database, { session, now: now() }, page);
        return toConnection(found, page);
      },
    }),
  );
}
