import { keyProblem } from '@switchboard/model';
import { type Builder, builder as schemaBuilder } from '../../graphql/builder.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { load } from '../../graphql/loaders.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { CREDENTIAL, type CredentialRow, credentialRef, defineCredential } from './graphql-credential.ts';
import { renameKey } from './rename-key.ts';

class SavedKey {
  readonly row: CredentialRow;

  constructor(row: CredentialRow) {
    this.row = row;
  }
}

class InvalidKey {
  readonly message: string;

  constructor(name: string) {
    this.message = `There is no key ${name.slice(0, 200)}.`;
  }
}

class InvalidFields {
  readonly typeId: string;
  readonly properties: readonly string[];
  readonly message: string;

  constructor(typeId: string, properties: readonly string[], message: string) {
    this.typeId = typeId;
    this.properties = properties;
    this.message = message;
  }
}

const savedRef = schemaBuilder.objectRef<SavedKey>('SaveCredentialOk');
const invalidKeyRef = schemaBuilder.objectRef<InvalidKey>('InvalidCredential');
const invalidFieldsRef = schemaBuilder.objectRef<InvalidFields>('ValidationErrors');

const MANAGE_KEYS = { permission: 'manage-keys' } as const;
const LONGEST_NAME = 200;
const NAME = { name: 'name', label: 'Key name' } as const;

function defineResults(): void {
  savedRef.implement({
    description: 'The key was saved.',
    authScopes: MANAGE_KEYS,
    isTypeOf: (value) => value instanceof SavedKey,
    fields: (t) => ({
      credential: t.field({ type: credentialRef, description: 'The key as it is now.', resolve: ({ row }) => row }),
    }),
  });
  invalidKeyRef.implement({
    description: 'There is no such key, or it was rejected where it is used.',
    authScopes: MANAGE_KEYS,
    isTypeOf: (value) => value instanceof InvalidKey,
    fields: (t) => ({ message: t.exposeString('message', { description: 'What is wrong with it.' }) }),
  });
  invalidFieldsRef.implement({
    description: 'Fields of the key are invalid; nothing was saved.',
    authScopes: MANAGE_KEYS,
    isTypeOf: (value) => value instanceof InvalidFields,
    fields: (t) => ({
      typeId: t.exposeString('typeId', { description: 'Names the problem: name_taken, field_required, …' }),
      properties: t.stringList({
        description: 'The fields it concerns; name is the name of the key.',
        resolve: ({ properties }) => [...properties],
      }),
      message: t.exposeString('message', { description: 'In words.' }),
    }),
  });
}

const problem = (typeId: 'name_taken' | 'field_required', message?: string): InvalidFields =>
  new InvalidFields(typeId, [NAME.name], message ?? keyProblem(typeId, NAME).message);

/** Renames the key, and answers its name from then on or what keeps it from being renamed. */
async function rename(
  context: GraphqlContext,
  name: string,
  given: string,
): Promise<string | InvalidKey | InvalidFields> {
  const newName = given.trim();
  if (newName === '') return problem('field_required');
  if (newName.length > LONGEST_NAME) throw badRequest(`new_name takes ${LONGEST_NAME} characters at most.`);
  const personId = context.session.person.id;
  const outcome = await inAccount(context, (tx, accountId) => renameKey(tx, { accountId, name, newName, personId }));
  if (outcome === 'missing') return new InvalidKey(name);
  if (outcome === 'taken') return problem('name_taken');
  if (outcome === 'in_use')
    return problem(
      'name_taken',
      `The published script uses ${newName} for the key that had this name. Publish it with the present name first.`,
    );
  return newName;
}

/** Stored keys, without anything secret. */
export function defineKeys(builder: Builder): void {
  defineCredential();
  defineResults();
  const saved = schemaBuilder.unionType('SaveCredentialResult', {
    description: 'The key as it is now, or why it stays as it was.',
    types: [savedRef, invalidKeyRef, invalidFieldsRef],
  });
  builder.mutationField('save_credential', (t) =>
    t.field({
      type: saved,
      authScopes: MANAGE_KEYS,
      description:
        'Renames a key, or unsuspends it: what waited for it goes on, and what failed by it is tried again. Scripts may use the former name until another key takes it.',
      args: {
        name: t.arg.string({ required: true, description: "The key's name." }),
        new_name: t.arg.string({ description: 'Its name from now on.' }),
        status: t.arg.string({ description: 'active, to unsuspend it.' }),
      },
      resolve: async (_root, { name, new_name: newName, status }, context) => {
        if (status != null && status !== 'active')
          throw badRequest(`The status can be set to active, not to ${status}.`);
        const present = newName == null ? name : await rename(context, name, newName);
        if (typeof present !== 'string') return present;
        if (status === 'active' && !(await context.transfers.unsuspend(context.session, 'key', present)))
          return new InvalidKey(name);
        const row = await load(context, CREDENTIAL, present);
        return row === null ? new InvalidKey(name) : new SavedKey(row);
      },
    }),
  );
}
