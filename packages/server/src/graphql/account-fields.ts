import type { ObjectRef } from '@pothos/core';
import type { Tx } from '../db/database.ts';
import { builder, type SchemaTypes, type Scope } from './builder.ts';
import { type GraphqlContext, inAccount } from './context.ts';
import { type LoaderDefinition, load } from './loaders.ts';
import { type Connection, type PageRequest, type Placed, toConnection } from './paging.ts';

/**
 * Defines the root field that shows one row of the account by its id.
 * @param options.noun what descriptions call the row; the name of the field by default
 * @param options.argument the name of the argument with the id; `id` by default
 */
export function defineQueryById<Row>(
  field: string,
  type: ObjectRef<SchemaTypes, Row>,
  loader: LoaderDefinition<Row>,
  {
    authScopes,
    noun = field,
    argument = 'id',
  }: { readonly authScopes: Scope; readonly noun?: string; readonly argument?: string },
): void {
  builder.queryField(field, (t) =>
    t.field({
      type,
      nullable: true,
      authScopes,
      description: `The ${noun} with this id; null when the account has none.`,
      args: { [argument]: t.arg.id({ required: true, description: `Id of the ${noun}.` }) },
      // The types cannot decide whether a generic row is a list.
      resolve: (_root, args, context) => load(context, loader, args[argument] ?? '') as never,
    }),
  );
}

/** Reads one page of a list of the account. */
export function readAccountPage<Row>(
  context: GraphqlContext,
  page: PageRequest,
  read: (tx: Tx, accountId: string, page: PageRequest) => Promise<Placed<Row>[]>,
): Promise<Connection<Row>> {
  return inAccount(context, async (tx, accountId) => toConnection(await read(tx, accountId, page), page));
}
