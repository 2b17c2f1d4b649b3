import { readAccountPage } from '../../graphql/account-fields.ts';
import { required } from '../../graphql/arguments.ts';
import { builder, VIEW } from '../../graphql/builder.ts';
import { dateTime, from, id, reference, string } from '../../graphql/columns.ts';
import { defineConnection, pageArguments } from '../../graphql/connection.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { readPage } from '../../graphql/paging.ts';
import { PERSON, personRef } from '../users/graphql-person.ts';
import { credentialNamed } from './queries.ts';
import { type KeyChangeRow, listKeyChanges } from './queries-history.ts';

const PAGE_SIZE = 20;

const changeRef = builder.objectRef<KeyChangeRow>('CredentialChange');

/** Defines the history of a key: the changes, and the person of each. */
export function defineKeyHistory(): void {
  defineObject(changeRef, {
    description: 'One change of a key.',
    authScopes: VIEW,
    columns: {
      id: id('Opaque identifier.'),
      created: dateTime('When it was changed.'),
      change: string(
        'created; renamed; changed; secret: changed, with a secret replaced; reconnected; suspended; unsuspended; repointed: downloads or uploads were pointed from or to another key; deleted.',
      ),
      person: from('person_id', reference(personRef, PERSON, 'The person who changed it; null for the system.')),
    },
    fields: (t) => {
      const text = (name: 'former' | 'present' | 'reason', description: string) =>
        t.string({ description, nullable: true, resolve: ({ details }) => details[name] ?? null });
      return {
        fields: t.stringList({
          description: 'Labels of the fields that changed.',
          resolve: ({ details }) => [...(details.fields ?? [])],
        }),
        items: t.stringList({
          description: 'The downloads and uploads, for repointed.',
          resolve: ({ details }) => [...(details.items ?? [])],
        }),
        former: text('former', 'For renamed the name before; for repointed the key before, if this is the one after.'),
        present: text('present', 'For renamed the name after; for repointed the key after, if this is the one before.'),
        reason: text('reason', 'The reason, for suspended.'),
      };
    },
  });
  const connection = defineConnection('CredentialChange', changeRef, VIEW);
  builder.queryField('credential_changes', (t) =>
    t.field({
      type: connection,
      authScopes: VIEW,
      description:
        'The changes of a key with the person of each, the newest first. Empty for a name that no key has or had.',
      args: { ...required({ credential: string('Name of the key.') }), ...pageArguments(PAGE_SIZE) },
      resolve: (_root, { credential, ...args }, context) =>
        readAccountPage(
          context,
          readPage(args, { order: 'credential changes', size: PAGE_SIZE }),
          async (tx, accountId, page) => {
            const key = await credentialNamed(tx, accountId, credential);
            return key === null ? [] : listKeyChanges(tx, accountId, key.id, page);
          },
        ),
    }),
  );
}
