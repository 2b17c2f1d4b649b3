import { keyProblem } from '@switchboard/model';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { object, string, strings } from '../../graphql/columns.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { credentialRef, defineCredential } from './graphql-credential.ts';
import { type CredentialRow, credentialNamed } from './queries.ts';
import { renameKey } from './rename-key.ts';

class SavedKey {
  readonly credential: CredentialRow;

  constructor(credential: CredentialRow) {
    this.credential = credential;
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

const savedRef = builder.objectRef<SavedKey>('SaveCredentialOk');
const invalidKeyRef = builder.objectRef<InvalidKey>('InvalidCredential');
const invalidFieldsRef = builder.objectRef<InvalidFields>('ValidationErrors');

const MANAGE_KEYS = { permission: 'manage-keys' } as const;
const MAX_NAME_LENGTH = 200;
const NAME = { name: 'name', label: 'Key name' } as const;

function defineResults(): void {
  defineObject(savedRef, {
    description: 'The key was saved.',
    authScopes: MANAGE_KEYS,
    isTypeOf: (value) => value instanceof SavedKey,
    columns: { credential: object(credentialRef, 'The key after the change.') },
  });
  defineObject(invalidKeyRef, {
    description: 'The key does not exist, or the system that it belongs to rejected it.',
    authScopes: MANAGE_KEYS,
    isTypeOf: (value) => value instanceof InvalidKey,
    columns: { message: string('What is wrong with the key.') },
  });
  defineObject(invalidFieldsRef, {
    description: 'Fields of the key are invalid; nothing was saved.',
    authScopes: MANAGE_KEYS,
    isTypeOf: (value) => value instanceof InvalidFields,
    columns: {
      typeId: string('Code of the problem: name_taken, field_required, …'),
      properties: strings('Invalid fields; "name" is the name of the key.'),
      message: string('Description of the problem.'),
    },
  });
}

const problem = (typeId: 'name_taken' | 'field_required', message?: string): InvalidFields =>
  new InvalidFields(typeId, [NAME.name], message ?? keyProblem(typeId, NAME).message);

/** Renames the key. Returns its new name, or the problem that prevents it. */
async function rename(
  context: GraphqlContext,
  name: string,
  given: string,
): Promise<string | InvalidKey | InvalidFields> {
  const newName = given.trim();
  if (newName === '') return problem('field_required');
  if (newName.length > MAX_NAME_LENGTH) throw badRequest(`new_name must have at most ${MAX_NAME_LENGTH} characters.`);
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

/** Stored keys, without their secret fields. */
export function defineKeys(): void {
  defineCredential();
  defineResults();
  defineMutation('save_credential', {
    authScopes: MANAGE_KEYS,
    description:
      'Renames or unsuspends a key. Unsuspending releases the work that the key blocked and retries what failed because of it. Scripts may use the former name until another key has it.',
    result: changeResult('SaveCredentialResult', 'key', [savedRef, invalidKeyRef, invalidFieldsRef]),
    args: {
      ...required({ name: string('Current name of the key.') }),
      ...optional({ new_name: string('New name.'), status: string('active: unsuspends the key.') }),
    },
    resolve: async ({ name, new_name: newName, status }, context) => {
      if (status != null && status !== 'active') throw badRequest(`The status can be set to active, not to ${status}.`);
      const present = newName == null ? name : await rename(context, name, newName);
      if (typeof present !== 'string') return present;
      if (status === 'active' && !(await context.transfers.unsuspend(context.session, 'key', present)))
        return new InvalidKey(name);
      const row = await inAccount(context, (tx, accountId) => credentialNamed(tx, accountId, present));
      return row === null ? new InvalidKey(name) : new SavedKey(row);
    },
  });
}
