import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { builder } from '../../graphql/builder.ts';
import { id, string } from '../../graphql/columns.ts';
import type { LoaderDefinition } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';

type PersonRow = { readonly id: string; readonly name: string; readonly email: string };

export const personRef = builder.objectRef<PersonRow>('Person');

export const PERSON: LoaderDefinition<PersonRow> = { batch: peopleById };

/** The people with these ids who are visible to the account: its members, and people that its rows refer to. */
async function peopleById(tx: Tx, _accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, PersonRow>> {
  const { rows } = await sql<PersonRow>`
    select id, name, email from person where id = any(${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Person, wherever a row refers to one. */
export function definePerson(): void {
  defineObject(personRef, {
    description: 'A person who did something in the account.',
    authScopes: { permission: 'view' },
    columns: { id: id('Opaque identifier.'), name: string('Display name.'), email: string('Email address.') },
  });
}
