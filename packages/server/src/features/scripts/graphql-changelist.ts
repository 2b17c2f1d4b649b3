import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { builder } from '../../graphql/builder.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';

type ChangelistRow = { readonly id: string; readonly description: string };

export const changelistRef = builder.objectRef<ChangelistRow>('Changelist');

const CHANGELIST: LoaderDefinition<ChangelistRow> = { batch: changelistsById };

async function changelistsById(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChangelistRow>> {
  const { rows } = await sql<ChangelistRow>`
    select id, description from changelist
    where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The changelist that a row of the account refers to. */
export async function loadChangelist(context: GraphqlContext, id: string): Promise<ChangelistRow> {
  const row = await load(context, CHANGELIST, id);
  if (row === null) throw new Error(`The changelist ${id} does not exist.`);
  return row;
}

/** Changelist, wherever a script version is shown. */
export function defineChangelist(): void {
  changelistRef.implement({
    description: 'A version of the script.',
    authScopes: { permission: 'view' },
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque.' }),
      description: t.exposeString('description', { description: 'What its author called it.' }),
    }),
  });
}
