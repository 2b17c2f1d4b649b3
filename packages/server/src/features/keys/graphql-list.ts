import { LIMITS } from '@switchboard/model/limits';
import { readAccountPage } from '../../graphql/account-fields.ts';
import { optional } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { string, strings } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { readPage } from '../../graphql/paging.ts';
import { credentialRef } from './graphql-credential.ts';
import { keyFilter, listKeys } from './queries.ts';

const PAGE_SIZE = LIMITS.keyPageSize;

/** The list of an account's keys. */
export function defineKeyList(): void {
  const connection = defineConnection('Credential', credentialRef, VIEW);
  builder.queryField('credentials', (t) =>
    t.field({
      type: connection,
      authScopes: VIEW,
      description:
        'Keys of the account without their secrets, sorted by name. Archived keys are not listed. Filters combine with AND.',
      args: {
        ...pageArguments(PAGE_SIZE),
        ...optional({
          credentialTypes: strings('Any of these key types.'),
          status: strings('With any of these statuses: active, suspended.'),
          search: string('Part of the name, the display name of the type or the description, case-insensitive.'),
        }),
      },
      resolve: (_root, args, context) =>
        readAccountPage(
          context,
          readPage(args, { order: 'credentials', size: PAGE_SIZE, sortedBy: 'text' }),
          (tx, accountId, page) => listKeys(tx, accountId, keyFilter(args), page),
        ),
    }),
  );
}
