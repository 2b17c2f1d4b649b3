import { sql } from 'kysely';
import { builder, VIEW } from '../../graphql/builder.ts';
import { id, string } from '../../graphql/columns.ts';
import { byId, type LoaderDefinition } from '../../graphql/loaders.ts';
import { defineObject } from '../../graphql/object-type.ts';
import type { Person } from '../../identity/session.ts';

export const personRef = builder.objectRef<Person>('Person');

export const PERSON: LoaderDefinition<Person> = {
  /** The people with these ids who are visible to the account: its members, and people that its rows refer to. */
  batch: async (tx, _accountId, ids) => {
    const { rows } = await sql<Person>`
      select id, name, email from person where id = any(${[...ids]}::uuid[])`.execute(tx);
    return byId(rows);
  },
};

/** Person, wherever a row refers to one. */
export function definePerson(): void {
  defineObject(personRef, {
    description: 'A person who did something in the account.',
    authScopes: VIEW,
    columns: { id: id('Opaque identifier.'), name: string('Display name.'), email: string('Email address.') },
  });
}
