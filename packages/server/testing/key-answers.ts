import type { Client } from './graphql-server.ts';

/** Answer of `save_credential`, with every problem of the key. */
export type SavedAnswer = {
  readonly __typename: string;
  readonly verified?: boolean;
  readonly credential?: Readonly<Record<string, unknown>> | null;
  readonly message?: string;
  readonly typeId?: string;
  readonly properties?: readonly string[];
  readonly errors?: readonly {
    readonly typeId: string;
    readonly properties: readonly string[];
    readonly message: string;
  }[];
};

const SAVE = `mutation ($name: String!, $new_name: String, $credential_type: String, $status: String, $description: String,
    $properties: JSON, $replace_properties: Boolean, $validate: Boolean, $version: Int) {
  save_credential(name: $name, new_name: $new_name, credential_type: $credential_type, status: $status,
    description: $description, properties: $properties, replace_properties: $replace_properties, validate: $validate,
    version: $version) {
    __typename
    ... on SaveCredentialOk { verified credential { name status version credential_type } }
    ... on InvalidCredential { message }
    ... on ValidationErrors { typeId properties message errors { typeId properties message } }
  }
}`;

/** Saves a key as the console does. */
export async function saveKey(by: Client, variables: Readonly<Record<string, unknown>>): Promise<SavedAnswer> {
  return (await by.data<{ save_credential: SavedAnswer }>(SAVE, variables)).save_credential;
}

/** The same for a call that may be refused as a whole. */
export const askToSaveKey = (by: Client, variables: Readonly<Record<string, unknown>>) => by.ask(SAVE, variables);

/** The problems of a refused key, as `typeId field`. */
export const problemsOf = ({ errors = [] }: SavedAnswer): string[] =>
  errors.map(({ typeId, properties }) => `${typeId} ${properties.join()}`);
