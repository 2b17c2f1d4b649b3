import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
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

export const CREDENTIAL: LoaderDefinition<CredentialRow> = {
  batch: async (tx, accountId, ids) => {
    const { rows } = await sql<CredentialRow>`
      select id, name, type, status, description from key
      where account_id = ${accountId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx);
    return new Map(rows.map((row) => [row.id, row]));
  },
};

/** The key that has this name now; null when none has. */
export async function credentialNamed(tx: Tx, accountId: string, name: string): Promise<CredentialRow | null> {
  const { rows } = await sql<CredentialRow>`
    select id, name, type, status, description from key
    where account_id = ${accountId} and name = ${name} and status <> 'archived'`.execute(tx);
  return rows[0] ?? null;
}

/** Credential, wherever a key is shown. Contains no secrets. */
export function defineCredential(): void {
  defineObject(credentialRef, {
    description: 'A stored key. Its secret fields are never returned.',
    authScopes: VIEW,
    isTypeOf: hasProperty('type'),
    columns: {
      id: id('Opaque identifier.'),
      name: string('Name by which scripts refer to it.'),
      credential_type: from('type', string('Key type.')),
      status: string('active, suspended or archived.'),
      description: string('Note written by a user; may be empty.'),
    },
  });
}
