import type { ObjectRef } from '@pothos/core';
import { sql } from 'kysely';
import { administration } from './administration.ts';
import { builder, type SchemaTypes, type Scope } from './builder.ts';
import { defineConnection, pageArguments } from './connection.ts';
import { inAdministration } from './context.ts';
import { findPage, type ListFilter, place, type SortColumn } from './list-query.ts';
import type { AdminLoaderDefinition } from './loaders.ts';
import { readPage, toConnection } from './paging.ts';

const PAGE_SIZE = 20;
const NAME: SortColumn = { name: 'name', type: 'text', nullable: false };
const ACTIVE: ListFilter = { conditions: [sql`d.status = 'active'`] };

/** The lists of administration by the table of their rows. */
const LISTS = {
  account: { field: 'accountsV2', name: 'Account', noun: 'accounts' },
  person: { field: 'users', name: 'User', noun: 'users' },
} as const;

/** Defines the root field that lists the active accounts or people of the installation, sorted by name. */
export function defineAdministeredList<Row>(
  table: keyof typeof LISTS,
  node: ObjectRef<SchemaTypes, Row>,
  authScopes: Scope,
  batchAll: AdminLoaderDefinition<Row>['batchAll'],
): void {
  const { field, name, noun } = LISTS[table];
  builder.queryField(field, (t) =>
    t.field({
      type: defineConnection(name, node, authScopes),
      ...administration('list-accounts-v2'),
      description: `The active ${noun} of the installation, sorted by name.`,
      args: pageArguments(PAGE_SIZE),
      resolve: (_root, args, context) => {
        const page = readPage(args, { order: field, size: PAGE_SIZE, sortedBy: 'text' });
        const query = { table, accountId: null, sort: NAME, direction: 'ASC', filter: ACTIVE } as const;
        return inAdministration(context, { field }, async (tx) =>
          toConnection(await place(await findPage(tx, query, page), (ids) => batchAll(tx, ids)), page),
        );
      },
    }),
  );
}
