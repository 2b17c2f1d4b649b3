import type { ObjectRef } from '@pothos/core';
import { type RawBuilder, sql } from 'kysely';
import { administration } from './administration.ts';
import { optional, required } from './arguments.ts';
import { builder, type SchemaTypes, type Scope } from './builder.ts';
import { type ScalarColumn, string } from './columns.ts';
import { defineConnection, pageArguments } from './connection.ts';
import { type GraphqlContext, inAdministration } from './context.ts';
import { searchText } from './list-arguments.ts';
import { findPage, place } from './list-query.ts';
import type { ListFilter, SortColumn } from './lists/page-queries.ts';
import type { AdminLoaderDefinition } from './loaders.ts';
import { readPage, toConnection } from './paging.ts';

const PAGE_SIZE = 20;
const NAME: SortColumn = { name: 'name', type: 'text', nullable: false };

/** The lists of administration by the table of their rows. */
const LISTS = {
  account: { table: 'account', field: 'accountsV2', name: 'Account', noun: 'active accounts', searched: 'url_name' },
  person: { table: 'person', field: 'users', name: 'User', noun: 'active users', searched: 'email' },
  deactivatedAccount: {
    table: 'account',
    field: 'deactivatedAccounts',
    name: 'DeactivatedAccount',
    noun: 'deactivated accounts that are not erased',
    searched: 'url_name',
  },
  deactivatedPerson: {
    table: 'person',
    field: 'deactivatedUsers',
    name: 'DeactivatedUser',
    noun: 'deactivated users who are not erased',
    searched: 'email',
  },
} as const;

const ACTIVE = sql<boolean>`d.status = 'active'`;
const DEACTIVATED = sql<boolean>`d.status = 'deactivated' and d.erased is null`;

/** Defines the root field that lists accounts or people of the installation, sorted by name. */
export function defineAdministeredList<Row>(
  list: keyof typeof LISTS,
  node: ObjectRef<SchemaTypes, Row>,
  authScopes: Scope,
  batchAll: AdminLoaderDefinition<Row>['batchAll'],
): void {
  const { table, field, name, noun, searched } = LISTS[list];
  const isActive = list === table;
  builder.queryField(field, (t) =>
    t.field({
      type: defineConnection(name, node, authScopes),
      ...administration(isActive ? 'list-accounts-v2' : 'manage-accounts'),
      description: `The ${noun} of the installation, sorted by name.`,
      args: {
        ...pageArguments(PAGE_SIZE),
        ...optional({ search: string('Part of the name, or of the url name of an account or the email of a user.') }),
      },
      resolve: (_root, args, context) => {
        const page = readPage(args, { order: field, size: PAGE_SIZE, sortedBy: 'text' });
        const query = {
          table,
          accountId: null,
          sort: NAME,
          direction: 'ASC',
          filter: rowsWith(isActive ? ACTIVE : DEACTIVATED, searched, searchText(args.search)),
        } as const;
        return inAdministration(context, { field }, async (tx) =>
          toConnection(await place(await findPage(tx, query, page), (ids) => batchAll(tx, ids)), page),
        );
      },
    }),
  );
}

/** The rows of a status whose name or other column contains a text, in any case. */
function rowsWith(status: RawBuilder<boolean>, searched: 'url_name' | 'email', text: string | undefined): ListFilter {
  if (text === undefined) return { conditions: [status] };
  const contains = (column: string) => sql`strpos(lower(${sql.ref(`d.${column}`)}), lower(${text})) > 0`;
  return { conditions: [status, sql`(${contains('name')} or ${contains(searched)})`] };
}

/** Defines the root field that shows one active account or person of the installation; null when it does not exist. */
export function defineAdministeredQuery<Row>(
  field: string,
  type: ObjectRef<SchemaTypes, Row>,
  options: {
    readonly description: string;
    readonly argument: string;
    readonly key: ScalarColumn<string>;
    /** Whether the argument is the url name of an account, in which the permission suffices. */
    readonly isAccount?: boolean;
    readonly read: (context: GraphqlContext, key: string) => Promise<Row | null>;
  },
): void {
  const { description, argument, key, isAccount = false, read } = options;
  builder.queryField(field, (t) =>
    t.field({
      type,
      nullable: true,
      ...administration('manage-users', isAccount ? argument : undefined),
      description,
      args: required({ [argument]: key }),
      // The types cannot decide whether a generic row is a list.
      resolve: (_root, args, context) => read(context, args[argument] ?? '') as never,
    }),
  );
}
