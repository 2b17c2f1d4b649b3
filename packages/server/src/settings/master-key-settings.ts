import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { KmsCredentials } from '@switchboard/connectors';
import { type KeyReference, type KeyServiceKind, parseKeyReference } from '@switchboard/model/key-reference';
import { readServiceAccount } from '@switchboard/model/service-account';
import { z } from 'zod';
import { address, list, number, site } from './setting-schemas.ts';
import { SettingsError } from './settings-error.ts';

/** A master key: itself, the path of a file that holds it, or the name of one that a key service wraps. */
export type MasterKeySource =
  | Buffer
  | { readonly file: string }
  /** `name` is the text of the reference, with the number of the master key where it is not the first one. */
  | { readonly reference: KeyReference; readonly name: string };

const KEY = z
  .base64(
    'must be Base64, or a reference such as aws-kms:arn:…, gcp-kms:projects/…, azure-kv:https://… or vault:transit/keys/…',
  )
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, 'must be the Base64 of exactly 32 bytes')
  .refine((key) => new Set(key).size > 8, 'must be random');

/** The master key that a text of Base64 is. */
export const parseMasterKey = (text: string): Buffer => KEY.parse(text);

const source = z.string().transform((text, context): MasterKeySource => {
  if (text.startsWith('file:')) return { file: text.slice('file:'.length) };
  const reference = parseKeyReference(text.replace(/#[1-9]\d{0,3}$/, ''));
  if (reference !== null) return { reference, name: text };
  const key = KEY.safeParse(text);
  if (key.success) return key.data;
  for (const { message } of key.error.issues) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const text = (longest: number, what: string) =>
  z.string().regex(new RegExp(`^\\S{1,${longest}}$`), `must be ${what} without spaces`);

/** The master key, and what opens the services that wrap it. */
export const MASTER_KEY_SETTINGS = {
  MASTER_KEY: {
    doc: 'What protects stored secrets: Base64 of 32 bytes, `file:` and the path of a file that holds it, or a key of a key service that wraps it: `aws-kms:arn:aws:kms:…`, `gcp-kms:projects/…/cryptoKeys/…`, `azure-kv:https://….vault.azure.net/keys/…`, `vault:transit/keys/…`. `#2` behind such a key names its second master key. With the embedded database one is made at the first start and kept in DATA_DIR; with DATABASE_URL it is required. To rotate it, several separated by commas: the first seals, the others still open what they sealed (see Rotate the master key in docs/operations.md).',
    fallback: '',
    schema: list.pipe(z.array(source).min(1, 'must name a key')),
  },
  ACCOUNT_KEY_CACHE_SECONDS: {
    doc: 'Seconds for which the own key of an account stays open in memory: so long after its key service refuses it, no secret of the account can be read any more.',
    fallback: '300',
    schema: number(1, 86_400),
  },
  KMS_AWS_ACCESS_KEY: {
    doc: 'Access key, as `id:secret`, that may use the key of `aws-kms:` (`kms:Encrypt`, `kms:Decrypt`).',
    fallback: '',
    schema: z.string().regex(/^[^\s:]{1,200}:[^\s:]{1,200}$/, 'must be an access key id, a colon and its secret'),
  },
  AWS_ENDPOINT_URL_KMS: {
    doc: 'Where AWS KMS is, such as an endpoint of your VPC. Without it that of the key’s region.',
    fallback: '',
    schema: site,
  },
  GOOGLE_APPLICATION_CREDENTIALS: {
    doc: 'File with the JSON of the service account that may use the key of `gcp-kms:` (Cloud KMS CryptoKey Encrypter/Decrypter), or the bucket of a STORAGE_URL that begins with `gs:` (Storage Object User).',
    fallback: '',
    schema: z.string().refine((path) => !path.includes('\0'), 'must be a path'),
  },
  AZURE_TENANT_ID: {
    doc: 'Tenant of the application that may use the key of `azure-kv:` (Key Vault Crypto Service Encryption User). Goes with the next two.',
    fallback: '',
    schema: z.string().regex(/^[\w.-]{1,100}$/, 'must be the id of a tenant'),
  },
  AZURE_CLIENT_ID: { doc: 'Id of that application.', fallback: '', schema: text(200, 'the id of an application') },
  AZURE_CLIENT_SECRET: { doc: 'Secret of that application.', fallback: '', schema: text(500, 'a secret') },
  AZURE_AUTHORITY_HOST: {
    doc: 'Where Microsoft gives tokens, for a cloud of your own. Without it as the host of the vault says.',
    fallback: '',
    schema: address('https', 'http'),
  },
  VAULT_ADDR: {
    doc: 'Address of the HashiCorp Vault or OpenBao of `vault:`. Goes with VAULT_TOKEN.',
    fallback: '',
    schema: site,
  },
  VAULT_TOKEN: {
    doc: 'Token that may update the paths `encrypt` and `decrypt` of that key.',
    fallback: '',
    schema: text(2000, 'a token'),
  },
  VAULT_NAMESPACE: {
    doc: 'Namespace of that transit engine.',
    fallback: '',
    schema: text(500, 'a namespace'),
  },
} as const;

type Optional = (
  name: Exclude<keyof typeof MASTER_KEY_SETTINGS, 'MASTER_KEY' | 'ACCOUNT_KEY_CACHE_SECONDS'>,
) => string | null;

/** Credentials of the key services of an installation, and the hosts that its administrator has named for them. */
export type KeyServiceSettings = {
  readonly credentials: Readonly<Partial<Record<KeyServiceKind, KmsCredentials>>>;
  readonly hosts: readonly string[];
};

/**
 * Reads the credentials of the key services that MASTER_KEY names.
 * @throws SettingsError where one has no credentials
 */
export function keyServicesOf(
  sources: readonly MasterKeySource[] | null,
  optional: Optional,
  folder: string,
): KeyServiceSettings {
  const references = (sources ?? []).flatMap((one) => ('reference' in one ? [one.reference] : []));
  const credentials: Partial<Record<KeyServiceKind, KmsCredentials>> = {};
  for (const { kind, text: name } of references) {
    const found = READERS[kind](optional, folder);
    if (typeof found === 'string') throw new SettingsError(`${found} is missing: ${name} in MASTER_KEY needs it.`);
    credentials[kind] = found;
  }
  const named = [
    ...references.flatMap((reference) => (reference.kind === 'azure-kv' ? [reference.origin] : [])),
    ...['AWS_ENDPOINT_URL_KMS', 'AZURE_AUTHORITY_HOST', 'VAULT_ADDR'].map((name) => optional(name as 'VAULT_ADDR')),
    tokenAddressOf(credentials['gcp-kms']),
  ];
  return { credentials, hosts: named.flatMap((url) => (url === null ? [] : [hostOf(url)])) };
}

/** The credentials of a service, or the name of a setting that is missing. */
const READERS: Readonly<Record<KeyServiceKind, (optional: Optional, folder: string) => KmsCredentials | string>> = {
  'aws-kms': (optional) => {
    const [accessKeyId, secretAccessKey] = optional('KMS_AWS_ACCESS_KEY')?.split(':') ?? [];
    if (accessKeyId === undefined || secretAccessKey === undefined) return 'KMS_AWS_ACCESS_KEY';
    return { kind: 'aws-kms', accessKeyId, secretAccessKey, endpoint: optional('AWS_ENDPOINT_URL_KMS') ?? undefined };
  },
  'gcp-kms': (optional, folder) => {
    const path = optional('GOOGLE_APPLICATION_CREDENTIALS');
    if (path === null) return 'GOOGLE_APPLICATION_CREDENTIALS';
    return { kind: 'gcp-kms', serviceAccount: readServiceAccountFile(resolve(folder, path)) };
  },
  'azure-kv': (optional) => {
    const [tenantId, clientId, clientSecret] = [
      optional('AZURE_TENANT_ID'),
      optional('AZURE_CLIENT_ID'),
      optional('AZURE_CLIENT_SECRET'),
    ];
    if (tenantId === null || clientId === null || clientSecret === null)
      return 'One of AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET';
    const authority = optional('AZURE_AUTHORITY_HOST') ?? undefined;
    return { kind: 'azure-kv', tenantId, clientId, clientSecret, authority };
  },
  vault: (optional) => {
    const [address, token] = [optional('VAULT_ADDR'), optional('VAULT_TOKEN')];
    if (address === null) return 'VAULT_ADDR';
    if (token === null) return 'VAULT_TOKEN';
    return { kind: 'vault', address, token, namespace: optional('VAULT_NAMESPACE') ?? undefined };
  },
};

/**
 * The content of the file that GOOGLE_APPLICATION_CREDENTIALS names.
 * @throws SettingsError for one that cannot be read, or is not the JSON of a service account
 */
export function readServiceAccountFile(path: string): string {
  let content = '';
  try {
    content = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SettingsError(`GOOGLE_APPLICATION_CREDENTIALS names ${path}, which cannot be read.`, { cause });
  }
  if (readServiceAccount(content) === null)
    throw new SettingsError(
      `GOOGLE_APPLICATION_CREDENTIALS names ${path}, which is not the JSON of a service account.`,
    );
  return content;
}

function tokenAddressOf(credentials: KmsCredentials | undefined): string | null {
  if (credentials?.kind !== 'gcp-kms') return null;
  const address = readServiceAccount(credentials.serviceAccount)?.['token_uri'];
  return typeof address === 'string' && URL.canParse(address) ? address : null;
}

function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
