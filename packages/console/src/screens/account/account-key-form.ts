import { type KeyServiceKind, parseKeyReference } from '@switchboard/model/key-reference';
import type { FormField, FormProblem, FormSpec, FormValues } from '../../ui/form/form-spec.ts';

type Service = { readonly label: string; readonly key: FormField; readonly credentials: readonly FormField[] };

const text = (name: string, label: string, more: Partial<FormField> = {}): FormField =>
  ({ name, label, kind: 'text', required: true, ...more }) as FormField;
const secret = (name: string, label: string): FormField => text(name, label, { secret: true });

/** Fields of each key service: one key, and credentials that may wrap and unwrap with it. */
const SERVICES: Readonly<Record<KeyServiceKind, Service>> = {
  'aws-kms': {
    label: 'AWS KMS',
    key: text('aws_key', 'ARN of the key', { placeholder: 'arn:aws:kms:eu-central-1:123456789012:key/…' }),
    credentials: [
      text('access_key_id', 'Access key id', {
        doc: 'Of a user who may call Encrypt and Decrypt with this key alone.',
      }),
      secret('secret_access_key', 'Secret access key'),
    ],
  },
  'gcp-kms': {
    label: 'Google Cloud KMS',
    key: text('gcp_key', 'Resource name of the key', {
      placeholder: 'projects/…/locations/…/keyRings/…/cryptoKeys/…',
    }),
    credentials: [
      {
        name: 'service_account_json',
        label: 'Service account',
        kind: 'lines',
        required: true,
        secret: true,
        doc: 'The JSON file of a service account with the role Cloud KMS CryptoKey Encrypter/Decrypter on this key.',
      },
    ],
  },
  'azure-kv': {
    label: 'Azure Key Vault',
    key: text('azure_key', 'Key identifier', { placeholder: 'https://example.vault.azure.net/keys/switchboard' }),
    credentials: [
      text('tenant_id', 'Tenant id'),
      text('client_id', 'Client id', { doc: 'Of an application with the key permissions Wrap Key and Unwrap Key.' }),
      secret('client_secret', 'Client secret'),
    ],
  },
  vault: {
    label: 'HashiCorp Vault',
    key: text('vault_key', 'Path of the transit key', { placeholder: 'transit/keys/switchboard' }),
    credentials: [
      text('address', 'Address', { placeholder: 'https://vault.example:8200' }),
      secret('token', 'Token'),
      text('namespace', 'Namespace', { required: false, doc: 'Of Vault Enterprise; else empty.' }),
    ],
  },
};

const KINDS = Object.keys(SERVICES) as readonly KeyServiceKind[];
const kindOf = (values: FormValues): KeyServiceKind => KINDS.find((kind) => kind === values['service']) ?? 'aws-kms';

export const ACCOUNT_KEY_FORM: FormSpec = {
  fields: [
    {
      name: 'service',
      label: 'Key service',
      kind: 'choice',
      required: true,
      default: 'aws-kms',
      choices: KINDS.map((value) => ({ value, label: SERVICES[value].label })),
    },
    ...KINDS.flatMap((kind) =>
      [SERVICES[kind].key, ...SERVICES[kind].credentials].map(
        (field): FormField => ({ ...field, when: { field: 'service', equals: kind } }),
      ),
    ),
  ],
};

const enteredText = (values: FormValues, name: string): string => String(values[name] ?? '').trim();

/** The reference and the credentials that a person has entered. The service's own name of the key may carry our prefix. */
export function readAccountKey(values: FormValues): {
  readonly reference: string;
  readonly credentials: Readonly<Record<string, string>>;
} {
  const kind = kindOf(values);
  const { key, credentials } = SERVICES[kind];
  const name = enteredText(values, key.name);
  const given = credentials.map((field) => [field.name, enteredText(values, field.name)] as const);
  return {
    reference: name.startsWith(`${kind}:`) ? name : `${kind}:${name}`,
    credentials: Object.fromEntries(given.filter(([, value]) => value !== '')),
  };
}

export function accountKeyProblems(values: FormValues): readonly FormProblem[] {
  const { key } = SERVICES[kindOf(values)];
  // A field that is empty has its own message.
  if (enteredText(values, key.name) === '' || parseKeyReference(readAccountKey(values).reference) !== null) return [];
  return [{ field: key.name, message: `Enter one key, such as ${key.placeholder}.` }];
}

/** The service and the key of a reference, as people name them. */
export function describeReference(reference: string): { readonly service: string; readonly key: string } {
  const kind = parseKeyReference(reference)?.kind;
  if (kind === undefined) return { service: 'Key service', key: reference };
  return { service: SERVICES[kind].label, key: reference.slice(kind.length + 1) };
}
