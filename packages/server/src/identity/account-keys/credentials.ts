import type { KmsCredentials } from '@switchboard/connectors';
import type { KeyServiceKind } from '@switchboard/model/key-reference';
import { z } from 'zod';
import { learnSecrets } from '../../observe/scope.ts';

const text = z.string().trim().min(1).max(10_000);
const address = z.url({ protocol: /^https?$/ }).max(1_000);

const SCHEMAS = {
  'aws-kms': z.strictObject({
    access_key_id: text,
    secret_access_key: text,
    session_token: text.optional(),
    endpoint: address.optional(),
  }),
  'gcp-kms': z.strictObject({ service_account_json: text }),
  'azure-kv': z.strictObject({ tenant_id: text, client_id: text, client_secret: text, authority: address.optional() }),
  vault: z.strictObject({ address, token: text, namespace: text.optional() }),
} as const satisfies Record<KeyServiceKind, z.ZodType>;

/** The required fields of the credentials of each key service, for messages. */
const FIELDS: Readonly<Record<KeyServiceKind, string>> = {
  'aws-kms': 'access_key_id, secret_access_key',
  'gcp-kms': 'service_account_json',
  'azure-kv': 'tenant_id, client_id, client_secret',
  vault: 'address, token',
};

/** Parses the credentials of a key service. @returns a sentence about the problem where they are invalid */
export function parseCredentials(kind: KeyServiceKind, given: unknown): KmsCredentials | string {
  const parsed = SCHEMAS[kind].safeParse(given);
  if (!parsed.success) return `The credentials for ${kind} must have the fields ${FIELDS[kind]}.`;
  learnSecrets(Object.values(parsed.data).filter((value) => value !== undefined));
  return credentialsOf(kind, parsed.data);
}

function credentialsOf(kind: KeyServiceKind, values: Readonly<Record<string, string | undefined>>): KmsCredentials {
  const read = (name: string): string => values[name] ?? '';
  switch (kind) {
    case 'aws-kms': {
      const [accessKeyId, secretAccessKey] = [read('access_key_id'), read('secret_access_key')];
      const { session_token: sessionToken, endpoint } = values;
      return { kind, accessKeyId, secretAccessKey, sessionToken, endpoint };
    }
    case 'gcp-kms':
      return { kind, serviceAccount: read('service_account_json') };
    case 'azure-kv':
      return {
        kind,
        tenantId: read('tenant_id'),
        clientId: read('client_id'),
        clientSecret: read('client_secret'),
        authority: values['authority'],
      };
    case 'vault':
      return { kind, address: read('address'), token: read('token'), namespace: values['namespace'] };
  }
}
