import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { builder } from '../../graphql/builder.ts';
import type { GraphqlContext } from '../../graphql/context.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';

type PersonRow = { readonly id: string; readonly name: string; readonly email: string };

export const personRef = builder.objectRef<PersonRow>('Person');

const PERSON: LoaderDefinition<PersonRow> = { batch: peopleById };

/** The people of these ids that the account sees: its members, and those whom one of its rows names. */
async function peopleById(tx: Tx, _accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, PersonRow>> {
  const { rows } = await sql<PersonRow>`
    select id, name, email from person where id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The person of an id that a row of the account names; null without. */
export async function loadPerson(context: GraphqlContext, id: string | null): Promise<PersonRow | null> {
  return id === null ? null : load(context, PERSON, id);
}

/** Person, wherever somebody did something. */
export function definePerson(): void {
  personRef.implement({
    description: 'Who did something.',
    authScopes: { permission: 'view' },
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Opaque.' }),
      name: t.exposeString('name', { description: 'Their name.' }),
      email: t.exposeString('email', { description: 'Their address.' }),
    }),
  });
}
