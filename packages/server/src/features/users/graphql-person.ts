import { sql } from 'kysely';
import { builder } from '../../graphql/builder.ts';
import { id, string } from '../../graphql/columns.ts';
import { byId, type LoaderDefinition } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';

type PersonRow = { readonly id: string; readonly name: string; readonly email: string };

export const personRef = builder.objectRef<PersonRow>('Person');

export const PERSON: LoaderDefinition<PersonRow> = {
  /** The people with these ids who are visible to the account: its members, and people that its rows refer to. */
  batch: async (tx, _accountId, ids) => {
    const { rows } = await sql<PersonRow>`
      select id, name, email from person where id = any(${[...ids]}::uuid[])`.execute(tx);
    return byId(rows);
  },
};

/** Person, wherever a row refers to one. */
export function definePerson(): void {
  defineObject(personRef, {
    description: 'A person who did something in the account.',
    authScopes: { permission: 'view' },
    columns: { id: id('Opaque identifier.'), name: string('Display name.'), email: string('Email address.') },
  });
}
