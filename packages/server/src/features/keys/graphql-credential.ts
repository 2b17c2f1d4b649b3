import { findKeyType } from '@switchboard/model';
import { builder, VIEW } from '../../graphql/builder.ts';
import { from, id, string } from '../../graphql/columns.ts';
import type { LoaderDefinition } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import { type CredentialRow, keysById } from './queries.ts';

export const credentialRef = builder.objectRef<CredentialRow>('Credential');

export const CREDENTIAL: LoaderDefinition<CredentialRow> = { batch: keysById };

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
    fields: (t) => ({
      credential_type_name: t.string({
        description: 'Display name of the key type; of an unknown type its name.',
        resolve: ({ type }) => findKeyType(type)?.displayName ?? type,
      }),
    }),
  });
}
