import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, int, string } from '../../graphql/columns.ts';
import { type GraphqlContext, inAccount } from '../../graphql/context.ts';
import { changeResult, defineMutation } from '../../graphql/mutation.ts';
import { badRequest } from '../../graphql/request-error.ts';
import { readProperties } from './content/read-properties.ts';
import { defineCredential } from './graphql-credential.ts';
import {
  defineResults,
  InvalidFields,
  InvalidKey,
  invalidFieldsRef,
  invalidKeyRef,
  MANAGE_KEYS,
  SavedKey,
  savedRef,
} from './graphql-results.ts';
import { defineKeyTest } from './graphql-test.ts';
import { keysById } from './queries.ts';
import type { KeyAnswer } from './save/key-answer.ts';

/** Values that `status` may be set to. */
const STATUSES = ['active', 'archived'];

type Given = {
  readonly name: string;
  readonly new_name?: string | null | undefined;
  readonly credential_type?: string | null | undefined;
  readonly status?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly properties?: unknown;
  readonly replace_properties?: boolean | null | undefined;
  readonly validate?: boolean | null | undefined;
  readonly version?: number | null | undefined;
};

function save(context: GraphqlContext, given: Given): Promise<KeyAnswer> {
  const { session, keys } = context;
  const { name, new_name: newName, credential_type: type, status, validate } = given;
  const validateOnly = validate ?? false;
  const properties = readProperties(given.properties);
  if (status != null && !STATUSES.includes(status))
    throw badRequest(`The status can be set to ${STATUSES.join(' or ')}, not to ${status.slice(0, 100)}.`);
  if (status === 'archived') {
    if (properties !== null || newName != null || validateOnly)
      throw badRequest('A key is archived by a call of its own.');
    return keys.remove(session, name);
  }
  if (type != null && newName == null)
    return keys.add(session, { name, type, description: given.description ?? '', properties, validateOnly });
  return keys.change(session, {
    name,
    newName: newName ?? null,
    type: type ?? null,
    description: given.description ?? null,
    properties,
    replace: given.replace_properties ?? false,
    unsuspend: status === 'active',
    validateOnly,
    version: given.version ?? null,
  });
}

/** Stored keys, without their secret fields. */
export function defineKeys(): void {
  defineCredential();
  defineResults();
  defineKeyTest();
  defineMutation('save_credential', {
    authScopes: MANAGE_KEYS,
    description:
      'Adds, changes, unsuspends or archives a key. What it holds is tried first, for at most 15 s, where its type can be tried. Unsuspending releases the work that the key blocked and retries what failed because of it. Scripts may use the former name until another key has it.',
    result: changeResult('SaveCredentialResult', 'key', [savedRef, invalidKeyRef, invalidFieldsRef]),
    args: {
      ...required({ name: string('Name of the key.') }),
      ...optional({
        new_name: string('New name of an existing key, or its present one.'),
        credential_type: string(
          'Adds a key of this type. With new_name, an existing key is changed, which must be of this type.',
        ),
        status: string(
          'active: unsuspends the key. archived: deletes it, and erases its secrets; what uses it fails from then on.',
        ),
        description: string('Note about the key.'),
        replace_properties: boolean(
          'Whether properties replaces everything that is stored, secrets included. By default what it leaves out stays, and null removes.',
        ),
        validate: boolean(
          'Checks and saves nothing: the name, and with properties also those, by using the key where its type can be tried.',
        ),
        version: int('The version that was edited: the change is refused when the key has another one.'),
      }),
      ...builder.args((t) => ({
        properties: t.field({
          type: 'JSON',
          required: false,
          description:
            'Values by the names of the type’s fields. Secrets are written only. When a host, port, address, SSL or SSH field changes, stored secrets must be given again.',
        }),
      })),
    },
    resolve: async (args, context) => {
      const answer = await save(context, args);
      if (answer.kind === 'missing') return new InvalidKey(args.name);
      if (answer.kind === 'invalid') return new InvalidFields(answer.problems);
      if (answer.kind === 'begun') {
        context.setCookie(answer.cookie);
        return new SavedKey(null, false, answer.url);
      }
      const { id, verified } = answer;
      if (id === null) return new SavedKey(null, verified);
      const row = await inAccount(context, async (tx, accountId) => (await keysById(tx, accountId, [id])).get(id));
      return row === undefined ? new InvalidKey(args.name) : new SavedKey(row, verified);
    },
  });
}
