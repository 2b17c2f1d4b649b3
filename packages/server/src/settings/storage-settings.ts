import { isAbsolute, resolve } from 'node:path';
import type { S3StoreOptions } from '@switchboard/engine';
import { SettingsError } from './settings-error.ts';

/** Where files are kept. */
export type StorageSettings =
  /** Absolute path. */
  { readonly kind: 'folder'; readonly folder: string } | ({ readonly kind: 's3' } & S3StoreOptions);

const refuse = (why: string): never => {
  throw new SettingsError(`STORAGE_URL ${why}.`);
};

/**
 * Reads STORAGE_URL, which begins with `file:` or `s3:`; null: the folder `files` of the data folder.
 * @param folder what a relative path is relative to
 * @throws SettingsError
 */
export function storageOf(
  url: string | null,
  account: { readonly id: string | null; readonly secret: string | null },
  dataDir: string,
  folder: string,
): StorageSettings {
  if (url === null) return { kind: 'folder', folder: resolve(dataDir, 'files') };
  if (url.startsWith('file:')) {
    const path = decodeURIComponent(url.replace(/^file:(\/\/(localhost)?(?=\/))?/, ''));
    return { kind: 'folder', folder: isAbsolute(path) ? path : resolve(folder, path) };
  }
  const { host: bucket, pathname, searchParams, username, password } = new URL(url);
  if (username !== '' || password !== '')
    refuse('must hold no account; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    refuse('must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens, as in s3://bucket/prefix');
  const prefix = decodeURIComponent(pathname).replace(/^\/|\/$/g, '');
  if (prefix !== '' && !/^[\w.-]+(\/[\w.-]+)*$/.test(prefix)) refuse('must have a prefix of plain names and slashes');
  const unknown = [...searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region');
  if (unknown !== undefined) refuse('may only have the parameters endpoint and region');
  const endpoint = searchParams.get('endpoint');
  if (endpoint !== null && !/^https?:\/\/[^/?#@\s]+\/?$/.test(endpoint)) refuse('must have an endpoint without a path');
  const region = searchParams.get('region');
  if (region !== null && !/^[a-z0-9-]{1,40}$/.test(region)) refuse('must have a region such as eu-west-1');
  const { id, secret } = account;
  if (id === null || secret === null) {
    const missing = id === null ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY';
    throw new SettingsError(`${missing} is missing: a store that speaks S3 needs an account.`);
  }
  return { kind: 's3', bucket, prefix, endpoint, region, accessKeyId: id, secretAccessKey: secret };
}
