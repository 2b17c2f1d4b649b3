import type { Readable } from 'node:stream';
import type { DescribedObject } from '../../delivery/object-destination.ts';
import type { StoredObject } from '../../listing/object-source.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { type AzureAccess, accessOf } from './access.ts';
import { AzureFailure } from './azure-failure.ts';
import { callAzure, callForText } from './call-azure.ts';
import { elementsOf, textOf } from './read-xml.ts';

/** One container, and who asks. */
export type AzureContainer = {
  readonly name: string;
  readonly access: AzureAccess;
  readonly context: ConnectorContext;
};

const METADATA = 'x-ms-meta-';

/** Opens a container without sending a request. Throws KEY_MISSING or PARAMETER_INVALID. */
export const openContainer = (
  request: { readonly name: string; readonly key: KeyProperties | null },
  name: string,
  context: ConnectorContext,
): AzureContainer => ({ name, access: accessOf(request.name, request.key), context });

/** The address of a container, or of one of its blobs, with a query. */
export function addressOf(
  { access, name }: Pick<AzureContainer, 'access' | 'name'>,
  key: string | null,
  query: Readonly<Record<string, string>> = {},
): URL {
  const path = [name, ...(key === null ? [] : key.split('/'))].map(encodeURIComponent).join('/');
  const url = new URL(`${access.endpoint}/${path}`);
  for (const [field, value] of Object.entries(query)) url.searchParams.set(field, value);
  return url;
}

/** Blobs with this prefix, sorted by name. */
export async function* listBlobs(container: AzureContainer, prefix: string): AsyncGenerator<StoredObject> {
  let marker = '';
  do {
    const url = addressOf(container, null, { restype: 'container', comp: 'list' });
    if (prefix !== '') url.searchParams.set('prefix', prefix);
    if (marker !== '') url.searchParams.set('marker', marker);
    const page = await callForText(container.access, { method: 'GET', url }, container.context);
    for (const item of elementsOf(page, 'Blob')) {
      // Accounts with a hierarchical namespace list their folders too.
      if (textOf(item, 'ResourceType') !== 'directory') yield readItem(item);
    }
    // A page may be short, or empty, although there are more.
    const next = textOf(page, 'NextMarker');
    if (next !== '' && next === marker)
      throw new AzureFailure('refused', 'MarkerRepeated', 'its list does not go on', { host: url.host, status: 200 });
    marker = next;
  } while (marker !== '');
}

function readItem(item: string): StoredObject {
  const isEncoded = /<Name\s[^>]*Encoded="true"/.test(item);
  const name = textOf(item, 'Name');
  return {
    key: isEncoded ? decodeURIComponent(name) : name,
    bytes: Number(textOf(item, 'Content-Length')),
    modifiedAt: Date.parse(textOf(item, 'Last-Modified')),
    version: withoutQuotes(textOf(item, 'Etag')),
  };
}

/** A blob with its metadata by lower-case names; null when there is none. Versions are ETags without quotes. */
export async function findBlob(container: AzureContainer, key: string): Promise<DescribedObject | null> {
  const url = addressOf(container, key);
  const answer = await orMissing(callAzure(container.access, { method: 'HEAD', url }, container.context));
  if (answer === null) return null;
  answer.body.destroy();
  const { headers } = answer;
  const own = Object.entries(headers).filter(([name]) => name.startsWith(METADATA));
  return {
    key,
    bytes: Number(headers['content-length']),
    modifiedAt: Date.parse(headers['last-modified'] ?? ''),
    version: withoutQuotes(headers['etag'] ?? ''),
    metadata: Object.fromEntries(own.map(([name, value]) => [name.slice(METADATA.length), value])),
  };
}

/** The bytes of a blob. Throws AzureFailure of kind `condition` for another version. */
export async function readContent(
  container: AzureContainer,
  key: string,
  version: string | null,
): Promise<Readable | null> {
  const headers = version === null ? {} : { 'if-match': `"${version}"` };
  const call = { method: 'GET', url: addressOf(container, key), headers } as const;
  return (await orMissing(callAzure(container.access, call, container.context)))?.body ?? null;
}

async function orMissing<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    // Any other 404 is not known to be the store's word on this blob.
    if (error instanceof AzureFailure && error.code === 'BlobNotFound') return null;
    throw error;
  }
}

const withoutQuotes = (tag: string): string => tag.replace(/^"|"$/g, '');
