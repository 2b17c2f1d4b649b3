import { sql } from 'kysely';
import { builder, VIEW } from '../../graphql/builder.ts';
import { id, string } from '../../graphql/columns.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { byId, type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';

type ChangelistRow = { readonly id: string; readonly description: string };

export const changelistRef = builder.objectRef<ChangelistRow>('Changelist');

const CHANGELIST: LoaderDefinition<ChangelistRow> = {
  batch: async (tx, accountId, ids) => {
    const { rows } = await sql<ChangelistRow>`
      select id, description from changelist
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
    return byId(rows);
  },
};

/** The changelist to which a row of the account refers. */
export async function loadChangelist(context: GraphqlContext, id: string): Promise<ChangelistRow> {
  const row = await load(context, CHANGELIST, id);
  if (row === null) throw new Error(`The changelist ${id} does not exist.`);
  return row;
}

/** Changelist, wherever a script version is shown. */
export function defineChangelist(): void {
  defineObject(changelistRef, {
    description: 'A version of the script.',
    authScopes: VIEW,
    columns: { id: id('Opaque identifier.'), description: string('Description written by its author.') },
  });
}
