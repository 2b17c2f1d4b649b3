import { sql } from 'kysely';
import { builder } from '../../graphql/builder.ts';
import { from, id, string } from '../../graphql/columns.ts';
import type { LoaderDefinition } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';

export type CredentialRow = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly description: string;
};

export const credentialRef = builder.objectRef<CredentialRow>('Credential');

/** By name. */
export const CREDENTIAL: LoaderDefinition<CredentialRow> = {
  keys: 'names',
  batch: async (tx, accountId, names) => {
    const { rows } = await sql<CredentialRow>`
      select id, name, type, status, description from key
      where account_id = ${accountId}::uuid and name = any(${[...names]}::text[]) and status <> 'archived'`.execute(tx);
    return new Map(rows.map((row) => [row.name, row]));
  },
};

/** Credential, wherever a key is shown. Contains no secrets. */
export function defineCredential(): void {
  defineObject(credentialRef, {
    description: 'A stored key. Its secret fields are never returned.',
    authScopes: { permission: 'view' },
    isTypeOf: hasProperty('type'),
    columns: {
      id: id('Opaque identifier.'),
      name: string('Name by which scripts refer to it.'),
      credential_type: from('type', string('Key type.')),
      status: string('active or suspended.'),
      description: string('Note written by a user; may be empty.'),
    },
  });
}
