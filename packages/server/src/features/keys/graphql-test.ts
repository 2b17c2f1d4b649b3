import type { ConnectionStep } from '@switchboard/connectors';
import { optional, required } from '../../graphql/arguments.ts';
import { builder } from '../../graphql/builder.ts';
import { boolean, int, nullable, objects, string } from '../../graphql/columns.ts';
import { defineMutation } from '../../graphql/mutation.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { readProperties } from './content/read-properties.ts';
import { InvalidFields, InvalidKey, invalidKeyRef, MANAGE_KEYS, problemRef } from './graphql-results.ts';
import type { TestedContent } from './verify-content.ts';

class TestedKey {
  readonly verified: boolean;
  readonly steps: readonly ConnectionStep[];
  readonly errors: InvalidFields['errors'];

  constructor({ verified, steps, problems }: TestedContent) {
    this.verified = verified;
    this.steps = steps;
    this.errors = new InvalidFields(problems).errors;
  }
}

const stepRef = builder.objectRef<ConnectionStep>('ConnectionStep');
const testedRef = builder.objectRef<TestedKey>('ConnectionTest');

/** Tests of keys before they are saved. */
export function defineKeyTest(): void {
  defineObject(stepRef, {
    description: 'One thing that a test of a connection checked, or did not reach.',
    authScopes: MANAGE_KEYS,
    columns: {
      code: string('resolve: the name of a host. connect: a connection to an allowed address. tls, sign_in, access.'),
      status: string('ok, failed, or skipped.'),
      milliseconds: nullable(int('Duration; null for a step that was skipped, or that is not measured.')),
      place: nullable(string('Host, with its port where one counts; null for a step about the key as a whole.')),
      message: string('Result of the step.'),
      advice: nullable(string('The next action after a failure; null otherwise.')),
    },
  });
  defineObject(testedRef, {
    description: 'Steps of a test of a connection. Nothing was saved.',
    authScopes: MANAGE_KEYS,
    isTypeOf: (value) => value instanceof TestedKey,
    columns: {
      verified: boolean('Whether the key was used, and was accepted.'),
      steps: objects(stepRef, 'In the order of the connection; empty when the values are invalid by themselves.'),
      errors: objects(problemRef, 'Everything that is wrong, by field.'),
    },
  });
  defineMutation('test_credential', {
    authScopes: MANAGE_KEYS,
    description:
      'Tries a key with the values that are given, for at most 15 s, and says step by step what was checked. It stores nothing and answers no value that it was given. Limited like saving: four tests of an account at a time.',
    result: {
      name: 'TestCredentialResult',
      description: 'Steps of the test, or why there was none.',
      types: [testedRef, invalidKeyRef],
    },
    args: {
      ...required({ credential_type: string('Type of the key.') }),
      ...optional({
        name: string('A stored key, whose values and secrets are used where none are given. Without it: a new key.'),
      }),
      ...builder.args((t) => ({
        properties: t.field({
          type: 'JSON',
          required: false,
          description:
            'Values by the names of the type’s fields. When a host, port, address, SSL or SSH field differs from what is stored, stored secrets must be given again.',
        }),
      })),
    },
    resolve: async ({ name, credential_type: type, properties }, { session, keys }) => {
      const tested = await keys.test(session, {
        name: name ?? null,
        type,
        properties: readProperties(properties) ?? {},
      });
      return tested === 'missing' ? new InvalidKey(name ?? '') : new TestedKey(tested);
    },
  });
}
