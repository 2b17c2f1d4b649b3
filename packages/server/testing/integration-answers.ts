import type { Client } from './graphql-server.ts';

export type ShownFilter = {
  readonly id: string;
  readonly production: boolean;
  readonly backfills: boolean;
  readonly proofs: boolean;
  readonly lateUploads: boolean;
  readonly status: string;
  readonly configuration: Readonly<Record<string, unknown>>;
};
export type ShownIntegration = {
  readonly id: string;
  readonly integration_type: string;
  readonly label: string;
  readonly status: string;
  readonly version: number;
  readonly public_authorization: Readonly<Record<string, unknown>>;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly filters: readonly ShownFilter[];
};
/** Answer of `save_integration`. */
export type SavedIntegration = {
  readonly __typename: string;
  readonly integration?: ShownIntegration;
  readonly message?: string;
  readonly errors?: readonly { readonly path: string | null; readonly message: string }[];
};

export const INTEGRATION_FIELDS = `id integration_type label status version
  public_authorization { team_name name email error } configuration
  filters { id production backfills proofs lateUploads status
    configuration { channel_id channel_name is_general is_member name address error } }`;

const SAVE = `mutation ($id: ID, $type: String, $version: Int, $authorization: JSON, $configuration: JSON, $filters: JSON) {
  save_integration(id: $id, integration_type: $type, version: $version, authorization: $authorization,
    configuration: $configuration, filters: $filters) {
    __typename
    ... on SaveIntegrationOk { integration { ${INTEGRATION_FIELDS} } }
    ... on InvalidIntegration { message }
    ... on IntegrationErrors { errors { path message } }
  }
}`;

type Variables = Readonly<Record<string, unknown>>;

/** Saves an integration as the console does. */
export async function saveIntegration(by: Client, variables: Variables): Promise<SavedIntegration> {
  return (await by.data<{ save_integration: SavedIntegration }>(SAVE, variables)).save_integration;
}

/** Saves an integration, which must succeed. */
export async function addIntegration(by: Client, variables: Variables): Promise<ShownIntegration> {
  const saved = await saveIntegration(by, variables);
  if (saved.integration === undefined) throw new Error(JSON.stringify(saved));
  return saved.integration;
}

/** The same for a call that may be refused as a whole. */
export const askToSaveIntegration = (by: Client, variables: Variables) => by.ask(SAVE, variables);

/** The problems of a refused integration, as `path: message`. */
export const pathsOf = ({ errors = [] }: SavedIntegration): string[] =>
  errors.map(({ path, message }) => `${path}: ${message}`);

/** The integrations that a person sees. */
export async function integrationsOf(by: Client): Promise<readonly ShownIntegration[]> {
  const { integrations } = await by.data<{ integrations: { nodes: ShownIntegration[] } }>(
    `{ integrations { nodes { ${INTEGRATION_FIELDS} } } }`,
  );
  return integrations.nodes;
}

/** Removes an integration; the type of the answer. */
export async function removeIntegration(by: Client, id: string): Promise<string> {
  const { remove_integration: removed } = await by.data<{ remove_integration: { __typename: string } }>(
    'mutation ($id: ID!) { remove_integration(id: $id) { __typename } }',
    { id },
  );
  return removed.__typename;
}
