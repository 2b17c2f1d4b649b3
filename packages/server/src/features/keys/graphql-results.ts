import type { KeyProblem } from '@switchboard/model/key-types/key-problems';
import { builder } from '../../graphql/builder.ts';
import { boolean, nullable, object, objects, string, strings } from '../../graphql/columns.ts';
import { defineObject } from '../../graphql/object-type.ts';
import { refusalRef } from '../../graphql/value-types.ts';
import { credentialRef } from './graphql-credential.ts';
import type { CredentialRow } from './queries.ts';

export class SavedKey {
  readonly credential: CredentialRow | null;
  readonly verified: boolean;
  readonly oauth_url: string | null;

  constructor(credential: CredentialRow | null, verified: boolean, oauthUrl: string | null = null) {
    this.credential = credential;
    this.verified = verified;
    this.oauth_url = oauthUrl;
  }
}

export class InvalidKey {
  readonly message: string;

  constructor(name: string, message = `There is no key ${name.slice(0, 200)}.`) {
    this.message = message;
  }

  static because(reason: string): InvalidKey {
    return new InvalidKey('', reason);
  }
}

/** One problem, and every field that has it. */
type ProblemOfFields = {
  readonly typeId: string;
  readonly properties: readonly string[];
  readonly message: string;
};

export class InvalidFields {
  /** The first is the gravest. */
  readonly errors: readonly ProblemOfFields[];

  constructor(problems: readonly KeyProblem[]) {
    const groups = Map.groupBy(problems, ({ typeId, message }) => JSON.stringify([typeId, message]));
    this.errors = [...groups.values()].flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const fields = [first, ...others].flatMap(({ field }) => field ?? []);
      return [{ typeId: first.typeId, properties: [...new Set(fields)], message: first.message }];
    });
  }
}

export const savedRef = builder.objectRef<SavedKey>('SaveCredentialOk');
export const invalidKeyRef = builder.objectRef<InvalidKey>('InvalidCredential');
export const invalidFieldsRef = builder.objectRef<InvalidFields>('ValidationErrors');
export const problemRef = builder.objectRef<ProblemOfFields>('ValidationError');

export const MANAGE_KEYS = { permission: 'manage-keys' } as const;

/** The results of saving a key. */
export function defineResults(): void {
  defineObject(problemRef, {
    description: 'One thing that is wrong with a key.',
    authScopes: MANAGE_KEYS,
    columns: {
      typeId: string('Code of the problem: name_taken, field_required, unknown_host, …'),
      properties: strings('Fields that have it; "name" is the name of the key. Empty when it is none in particular.'),
      message: string('Description of the problem.'),
    },
  });
  defineObject(savedRef, {
    description: 'The key was saved, or could be.',
    authScopes: MANAGE_KEYS,
    isTypeOf: (value) => value instanceof SavedKey,
    columns: {
      credential: nullable(
        object(
          credentialRef,
          'The key after the change; null for a new key that was only validated, or that is to be connected.',
        ),
      ),
      oauth_url: nullable(
        string(
          'Address of the provider for a window of the browser, for a new key that is connected by OAuth. Nothing is saved until the person has allowed access there.',
        ),
      ),
      verified: boolean(
        'Whether the key was used to connect. False when what it holds did not change, and for types that cannot be tried.',
      ),
    },
  });
  defineObject(invalidKeyRef, {
    description: 'There is no such key, or it cannot be used for this.',
    authScopes: MANAGE_KEYS,
    isTypeOf: (value) => value instanceof InvalidKey,
    interfaces: [refusalRef],
    columns: { message: string('The problem with the key.') },
  });
  defineObject(invalidFieldsRef, {
    description: 'The key is invalid, or was rejected where it was tried; nothing was saved.',
    authScopes: MANAGE_KEYS,
    isTypeOf: (value) => value instanceof InvalidFields,
    columns: { errors: objects(problemRef, 'Everything that is wrong, the gravest first.') },
    fields: (t) => ({
      typeId: t.string({
        description: 'Code of the first problem.',
        resolve: ({ errors }) => errors[0]?.typeId ?? 'creation_failed',
      }),
      properties: t.stringList({
        description: 'Fields that have the first problem.',
        resolve: ({ errors }) => [...(errors[0]?.properties ?? [])],
      }),
      message: t.string({
        description: 'Description of the first problem.',
        resolve: ({ errors }) => errors[0]?.message ?? '',
      }),
    }),
  });
}
