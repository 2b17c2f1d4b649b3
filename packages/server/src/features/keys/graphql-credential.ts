import { findKeyType, secretFieldsOf } from '@switchboard/model/key-types/key-types';
import { builder, VIEW } from '../../graphql/builder.ts';
import { boolean, dateTime, from, id, int, nullable, reference, string } from '../../graphql/columns.ts';
import { accountOf } from '../../graphql/context.ts';
import { type LoaderDefinition, load } from '../../graphql/loaders.ts';
import { defineObject, hasProperty } from '../../graphql/object-type.ts';
import type { SealedKey } from '../../identity/keys/open-key.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { type DependentUploads, dependentUploadsOfKeys, type NextAffected, nextAffected } from './next-affected.ts';
import { type CredentialRow, keysById, sealedKeysById } from './queries.ts';
import { type KeyUser, type LastUse, lastUseOfKeys, readersOfKeys, usersOfKeys } from './queries-users.ts';

export const credentialRef = builder.objectRef<CredentialRow>('Credential');
const userRef = builder.objectRef<KeyUser>('CredentialUser');
const affectedRef = builder.objectRef<NextAffected>('AffectedDeadline');

export const CREDENTIAL: LoaderDefinition<CredentialRow> = { batch: keysById };
/** Never shown: the source of `properties_exist`. */
const SEALED: LoaderDefinition<SealedKey> = { batch: sealedKeysById };
/** By key. */
const LAST_USE: LoaderDefinition<LastUse> = { batch: lastUseOfKeys };
const DEPENDENT_UPLOADS: LoaderDefinition<DependentUploads> = { batch: dependentUploadsOfKeys };
export const KEY_USERS: LoaderDefinition<readonly KeyUser[]> = { batch: usersOfKeys };
export const KEY_READERS: LoaderDefinition<readonly KeyUser[]> = { batch: readersOfKeys };

/** Credential, wherever a key is shown. Contains no secrets. */
export function defineCredential(): void {
  defineObject(userRef, {
    description: 'A published download or upload that needs a key.',
    authScopes: VIEW,
    columns: {
      id: id('Opaque identifier of the declaration.'),
      name: string('Name of the declaration.'),
      project: string('Project that declares it.'),
      status: string('working; suspended or paused by itself; or blocked by the key.'),
      kind: string('download or upload.'),
    },
  });
  defineObject(affectedRef, {
    description: 'The next time at which an upload that depends on a key is due.',
    authScopes: VIEW,
    columns: {
      upload: string('Name of the upload.'),
      project: string('Its project.'),
      at: dateTime('Its deadline; of an upload without one the time at which its data is due.'),
      is_deadline: from('isDeadline', boolean('Whether the upload has a deadline.')),
      report_date: from('reportDate', nullable(string('The report date, yyyy-MM-dd; null for sources without.'))),
    },
  });
  defineObject(credentialRef, {
    description: 'A stored key. Its secret fields are never returned.',
    authScopes: VIEW,
    isTypeOf: hasProperty('type'),
    columns: {
      id: id('Opaque identifier.'),
      name: string('Name by which scripts refer to it.'),
      credential_type: from('type', string('Key type.')),
      status: string('active, suspended, paused or archived.'),
      description: string('Note written by a user; may be empty.'),
      version: int('Rises with every change that a person saves.'),
      suspended_reason: nullable(string('Why it was suspended; null when it is not.')),
      expires: nullable(
        dateTime(
          'When what it holds ends: a certificate, a token that carries its end, or the access that its provider gave. Null when it is not known to end.',
        ),
      ),
      expires_of: nullable(string('The part that ends then: the label of a field, or "Access".')),
      created: dateTime('When it was added.'),
      created_by: reference(personRef, PERSON, 'The person who added it; null for the system.'),
      updated: dateTime('When it was last saved or suspended.'),
      updated_by: reference(
        personRef,
        PERSON,
        'The person who saved it last; null when the system suspended it after that.',
      ),
    },
    fields: (t) => ({
      credential_type_name: t.string({
        description: 'Display name of the key type; of an unknown type its name.',
        resolve: ({ type }) => findKeyType(type)?.displayName ?? type,
      }),
      properties: t.field({
        type: 'JSON',
        description: 'The values of its fields by name, without secrets.',
        resolve: ({ type, properties }) => openProperties(type, properties),
      }),
      properties_exist: t.field({
        type: 'JSON',
        description: 'Whether a value is stored, by the name of each secret field.',
        resolve: async (row, _args, context) => {
          const sealed = await load(context, SEALED, row.id);
          const stored = sealed && (await context.keys.storedSecrets(accountOf(context), sealed));
          const names = secretFieldsOfName(row.type);
          return Object.fromEntries(names.map((name) => [name, stored?.has(name) ?? false]));
        },
      }),
      last_used: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When a production run of what uses it now last completed; null when none has.',
        resolve: async ({ id: keyId }, _args, context) => (await load(context, LAST_USE, keyId))?.finished ?? null,
      }),
      last_used_by: t.field({
        type: userRef,
        nullable: true,
        description: 'The download or upload that ran.',
        resolve: async ({ id: keyId }, _args, context) => (await load(context, LAST_USE, keyId))?.user ?? null,
      }),
      next_affected: t.field({
        type: affectedRef,
        nullable: true,
        description:
          'Next deadline of the published uploads that use it, or that read a download which does. Null when none is due.',
        resolve: async ({ id: keyId }, _args, context) => {
          const found = await load(context, DEPENDENT_UPLOADS, keyId);
          return found && nextAffected(found, context.now());
        },
      }),
      downloadsUsingKey: t.field({
        type: [userRef],
        description: 'The published downloads that use it, sorted by name.',
        resolve: async ({ id: keyId }, _args, context) =>
          ((await load(context, KEY_USERS, keyId)) ?? []).filter(({ kind }) => kind === 'download'),
      }),
      uploadsUsingKey: t.field({
        type: [userRef],
        description: 'The published uploads that use it, sorted by name.',
        resolve: async ({ id: keyId }, _args, context) =>
          ((await load(context, KEY_USERS, keyId)) ?? []).filter(({ kind }) => kind === 'upload'),
      }),
    }),
  });
}

/** Returns the properties of a key that are not secret. An unknown type has none. */
function openProperties(typeName: string, properties: CredentialRow['properties']): CredentialRow['properties'] {
  const shown = new Set(findKeyType(typeName)?.fields.flatMap(({ name, secret }) => (secret === true ? [] : [name])));
  return Object.fromEntries(Object.entries(properties).filter(([name]) => shown.has(name)));
}

function secretFieldsOfName(typeName: string): readonly string[] {
  const type = findKeyType(typeName);
  return type === undefined ? [] : secretFieldsOf(type);
}

export { userRef as credentialUserRef };
