import type { Readable } from 'node:stream';
import type { DescribedObject } from '../../delivery/object-destination.ts';
import { callForJson, callGoogle } from '../../google/call-google.ts';
import { type GoogleAccess, openGoogleAccess } from '../../google/google-access.ts';
import { GoogleFailure } from '../../google/google-failure.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';

const HOST = 'storage.googleapis.com';
export const READ_SCOPE = 'https://www.googleapis.com/auth/devstorage.read_only';
export const WRITE_SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';

/** One bucket of Google Cloud Storage, with the access to it. */
export type GcsBucket = {
  readonly name: string;
  readonly access: GoogleAccess;
  readonly context: ConnectorContext;
};

/** Opens a bucket without sending a request. Throws KEY_MISSING or GoogleFailure. */
export function openBucket(
  request: { readonly name: string; readonly key: KeyProperties | null },
  name: string,
  scope: string,
  context: ConnectorContext,
): GcsBucket {
  return { name, access: openGoogleAccess(request.name, request.key, scope, context), context };
}

/** The address of a bucket's objects, or of one of them. `prefix`: `/upload` to write. */
export function objectsUrl({ name, access }: GcsBucket, prefix: string, key?: string): URL {
  const object = key === undefined ? '' : `/${encodeURIComponent(key)}`;
  return new URL(`${access.origin(HOST)}${prefix}/storage/v1/b/${encodeURIComponent(name)}/o${object}`);
}

/** Objects with this prefix, sorted by key. */
export async function* listObjects(bucket: GcsBucket, prefix: string): AsyncGenerator<DescribedObject> {
  let pageToken = '';
  do {
    const url = objectsUrl(bucket, '');
    url.searchParams.set('prefix', prefix);
    url.searchParams.set('fields', 'items(name,size,updated,generation),nextPageToken');
    if (pageToken !== '') url.searchParams.set('pageToken', pageToken);
    const page = await callForJson(bucket.access, { method: 'GET', url: url.href }, bucket.context);
    for (const item of Array.isArray(page['items']) ? (page['items'] as unknown[]) : []) yield readObject(item);
    pageToken = textOf(page['nextPageToken']);
  } while (pageToken !== '');
}

/** An object without its bytes; null when there is none. */
export async function findObject(bucket: GcsBucket, key: string): Promise<DescribedObject | null> {
  const url = objectsUrl(bucket, '', key);
  url.searchParams.set('fields', 'name,size,updated,generation,metadata');
  return orMissing(callForJson(bucket.access, { method: 'GET', url: url.href }, bucket.context).then(readObject));
}

/** The bytes of an object as they are stored. Throws GoogleFailure of kind `condition` for another generation. */
export function readContent(bucket: GcsBucket, key: string, generation: string | null): Promise<Readable | null> {
  const url = objectsUrl(bucket, '', key);
  url.searchParams.set('alt', 'media');
  if (generation !== null) url.searchParams.set('ifGenerationMatch', generation);
  // Without it, an object that is stored packed would be unpacked on its way.
  const headers = { 'accept-encoding': 'gzip' };
  const answer = callGoogle(bucket.access, { method: 'GET', url: url.href, headers }, bucket.context);
  return orMissing(answer.then(({ body }) => body));
}

async function orMissing<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GoogleFailure && error.kind === 'missing') return null;
    throw error;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An object resource of the API, which writes numbers of 64 bits as texts. */
function readObject(item: unknown): DescribedObject {
  const { name, size, updated, generation, metadata } = isRecord(item) ? item : {};
  const pairs = Object.entries(isRecord(metadata) ? metadata : {});
  return {
    key: textOf(name),
    bytes: Number(size),
    modifiedAt: Date.parse(textOf(updated)),
    version: textOf(generation),
    metadata: Object.fromEntries(pairs.map(([field, value]) => [field, textOf(value)])),
  };
}
