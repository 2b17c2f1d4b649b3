import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { isPublicAddress } from '@switchboard/connectors/addresses';
import type { GcsStoreOptions, S3StoreOptions } from '@switchboard/engine';
import { z } from 'zod';
import { readServiceAccountFile } from './master-key-settings.ts';
import { address } from './setting-schemas.ts';
import { SettingsError } from './settings-error.ts';

/** Where files are kept. */
export type StorageSettings =
  /** Absolute path. */
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3StoreOptions)
  | ({ readonly kind: 'gcs' } & GcsStoreOptions);

/** The place of the store, and the accounts that open it. */
export const STORAGE_SETTINGS = {
  STORAGE_URL: {
    doc: 'Where files are kept: `file:` and a folder, a store that speaks S3 as `s3://bucket/prefix?endpoint=https://…&region=…`, both parameters optional, the bucket of 3 to 63 characters, or Google Cloud Storage as `gs://bucket/prefix`, optionally with such an `endpoint`, of https unless it is in the own network. Without it the folder `files` below DATA_DIR.',
    fallback: '',
    schema: address('file', 's3', 'gs'),
  },
  AWS_ACCESS_KEY_ID: {
    doc: 'Access key of the store, where STORAGE_URL begins with `s3:`.',
    fallback: '',
    schema: z.string().regex(/^\S{1,200}$/, 'must be an access key id'),
  },
  AWS_SECRET_ACCESS_KEY: {
    doc: 'Secret of that access key.',
    fallback: '',
    schema: z.string().regex(/^\S{1,200}$/, 'must be a secret access key'),
  },
  GCE_METADATA_HOST: {
    doc: 'Metadata server of Google Cloud, with its port where it is not 80. Where STORAGE_URL begins with `gs:` and GOOGLE_APPLICATION_CREDENTIALS is not set, it gives the tokens of the account of the machine, or of the pod (Workload Identity).',
    fallback: 'metadata.google.internal',
    schema: z.string().regex(/^[\w.-]{1,200}(?::\d{1,5})?$/, 'must be a host, or a host and a port'),
  },
} as const;

/** The accounts for a store of another machine. */
export type StorageAccounts = {
  readonly awsId: string | null;
  readonly awsSecret: string | null;
  /** Path of the JSON of a service account; null: the account of the machine or pod. */
  readonly googleFile: string | null;
  /** Host of the metadata server of Google Cloud. */
  readonly googleMetadata: string;
};

/** Whether a token that is sent with each request reaches a host of https, or one of the own network. */
function keepsTokensPrivate({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? !host.includes('.') : !isPublicAddress(host);
}

const refuse = (why: string): never => {
  throw new SettingsError(`STORAGE_URL ${why}.`);
};

/**
 * Reads STORAGE_URL, which begins with `file:`, `s3:` or `gs:`; null: the folder `files` of the data folder.
 * @param folder what a relative path is relative to
 * @throws SettingsError
 */
export function storageOf(
  url: string | null,
  accounts: StorageAccounts,
  dataDir: string,
  folder: string,
): StorageSettings {
  if (url === null) return { kind: 'folder', folder: resolve(dataDir, 'files') };
  if (url.startsWith('file:')) {
    const path = decodeURIComponent(url.replace(/^file:(\/\/(localhost)?(?=\/))?/, ''));
    return { kind: 'folder', folder: isAbsolute(path) ? path : resolve(folder, path) };
  }
  const { protocol, host: bucket, pathname, searchParams, username, password } = new URL(url);
  const isGoogle = protocol === 'gs:';
  if (username !== '' || password !== '')
    refuse(
      `must hold no account; set ${isGoogle ? 'GOOGLE_APPLICATION_CREDENTIALS' : 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'}`,
    );
  if (!(isGoogle ? /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/ : /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/).test(bucket))
    refuse(
      `must name a bucket of 3 to ${isGoogle ? '222' : '63'} lower-case letters, digits, dots and hyphens, as in ${protocol}//bucket/prefix`,
    );
  const prefix = decodeURIComponent(pathname).replace(/^\/|\/$/g, '');
  if (prefix !== '' && !/^[\w.-]+(\/[\w.-]+)*$/.test(prefix)) refuse('must have a prefix of plain names and slashes');
  const allowed = isGoogle ? ['endpoint'] : ['endpoint', 'region'];
  if ([...searchParams.keys()].some((name) => !allowed.includes(name)))
    refuse(`may only have the parameter${isGoogle ? '' : 's'} ${allowed.join(' and ')}`);
  const endpoint = searchParams.get('endpoint');
  if (endpoint !== null && !(/^https?:\/\/[^/?#@\s]+\/?$/.test(endpoint) && URL.canParse(endpoint)))
    refuse('must have an endpoint without a path');
  if (isGoogle && endpoint !== null && !keepsTokensPrivate(new URL(endpoint)))
    refuse('must have an endpoint of https: whoever sees a request of http has the token in it');
  const region = searchParams.get('region');
  if (region !== null && !/^[a-z0-9-]{1,40}$/.test(region)) refuse('must have a region such as eu-west-1');
  if (isGoogle) {
    const { googleFile, googleMetadata } = accounts;
    const serviceAccount = googleFile === null ? null : readServiceAccountFile(resolve(folder, googleFile));
    return { kind: 'gcs', bucket, prefix, endpoint, serviceAccount, metadataHost: googleMetadata };
  }
  const { awsId: id, awsSecret: secret } = accounts;
  if (id === null || secret === null) {
    const missing = id === null ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY';
    throw new SettingsError(`${missing} is missing: a store that speaks S3 needs an account.`);
  }
  return { kind: 's3', bucket, prefix, endpoint, region, accessKeyId: id, secretAccessKey: secret };
}
