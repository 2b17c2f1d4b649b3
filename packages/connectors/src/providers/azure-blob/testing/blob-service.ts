import { createHash } from 'node:crypto';
import type { AzureReply, AzureRequest } from './exchange.ts';
import { azureError, escapeXml, xmlReply } from './xml.ts';

type StoredBlob = {
  readonly content: Buffer;
  readonly etag: string;
  readonly modified: string;
  readonly metadata: Readonly<Record<string, string>>;
};
type Container = { readonly blobs: Map<string, StoredBlob>; readonly uncommitted: Map<string, Map<string, Buffer>> };

const MAX_METADATA = 8 * 1024;

/**
 * The REST API of Azure Blob Storage as its public documentation describes it: containers, lists with markers, block blobs in one
 * piece or in blocks, conditions by ETag.
 */
export function createBlobService() {
  const containers = new Map<string, Container>();
  let written = 0;
  const control = {
    /** Blobs of one page of a list, at most. */
    pageSize: 5_000,
    /** Pages of the next list that are empty although more follow. */
    emptyPages: 0,
    /** Whether every page names the same next one. */
    isStuck: false,
  };

  function list({ blobs }: Container, query: URLSearchParams): AzureReply {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('marker') ?? '';
    const names = [...blobs.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
    const isEmpty = control.emptyPages > 0;
    if (isEmpty) control.emptyPages -= 1;
    const page = isEmpty ? [] : names.slice(0, Math.min(control.pageSize, Number(query.get('maxresults') ?? 5_000)));
    const items = page.map((name) => {
      const { content, etag, modified } = blobs.get(name) as StoredBlob;
      const properties = `<Last-Modified>${modified}</Last-Modified><Etag>${etag}</Etag><Content-Length>${content.length}</Content-Length>`;
      return `<Blob><Name>${escapeXml(name)}</Name><Properties>${properties}<BlobType>BlockBlob</BlobType></Properties></Blob>`;
    });
    const following = names.length > page.length ? (page.at(-1) ?? `${after} `) : '';
    const marker = control.isStuck ? 'again' : following;
    const next = marker === '' ? '<NextMarker />' : `<NextMarker>${escapeXml(marker)}</NextMarker>`;
    return xmlReply(200, `<EnumerationResults><Blobs>${items.join('')}</Blobs>${next}</EnumerationResults>`);
  }

  function conditionProblem(held: StoredBlob | undefined, { headers, method }: AzureRequest): AzureReply | null {
    if (headers['if-none-match'] === '*' && held !== undefined)
      return azureError(409, 'BlobAlreadyExists', 'The specified blob already exists.');
    const wanted = headers['if-match'];
    if (wanted === undefined || (held !== undefined && wanted === `"${held.etag}"`)) return null;
    return held === undefined && method === 'GET'
      ? azureError(404, 'BlobNotFound', 'The specified blob does not exist.')
      : azureError(412, 'ConditionNotMet', 'The condition specified using HTTP conditional header(s) is not met.');
  }

  function commit(container: Container, name: string, content: Buffer, request: AzureRequest): AzureReply {
    const problem = conditionProblem(container.blobs.get(name), request);
    if (problem !== null) return problem;
    const own = Object.entries(request.headers).filter(([field]) => field.startsWith('x-ms-meta-'));
    const metadata = Object.fromEntries(own.map(([field, value]) => [field.slice(10), String(value)]));
    if (Object.keys(metadata).some((field) => !/^[A-Za-z_]\w*$/.test(field)))
      return azureError(
        400,
        'InvalidMetadata',
        'The metadata specified is invalid. It has characters that are not permitted.',
      );
    if (JSON.stringify(metadata).length > MAX_METADATA) return azureError(400, 'MetadataTooLarge');
    container.uncommitted.delete(name);
    written += 1;
    const etag = `0x8D${written.toString(16).toUpperCase().padStart(13, '0')}`;
    container.blobs.set(name, { content, etag, modified: new Date().toUTCString(), metadata });
    return { status: 201, headers: { etag: `"${etag}"` } };
  }

  function putBlock({ uncommitted }: Container, name: string, id: string, body: Buffer): AzureReply {
    const blocks = uncommitted.get(name) ?? new Map<string, Buffer>();
    if ([...blocks.keys()].some(({ length }) => length !== id.length))
      return azureError(400, 'InvalidBlobOrBlock', 'The specified blob or block content is invalid.');
    blocks.set(id, body);
    uncommitted.set(name, blocks);
    return { status: 201 };
  }

  function putBlockList(container: Container, name: string, request: AzureRequest): AzureReply {
    const ids = [...request.body.toString().matchAll(/<Uncommitted>([^<]*)<\/Uncommitted>/g)].map(([, id = '']) => id);
    const blocks = ids.flatMap((id) => container.uncommitted.get(name)?.get(id) ?? []);
    if (blocks.length < ids.length) return azureError(400, 'InvalidBlockList', 'The specified block list is invalid.');
    return commit(container, name, Buffer.concat(blocks), request);
  }

  function put(container: Container, name: string, request: AzureRequest): AzureReply {
    const { url, headers, body } = request;
    const md5 = headers['content-md5'];
    if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
      return azureError(400, 'Md5Mismatch', 'The MD5 value specified in the request did not match the one calculated.');
    const comp = url.searchParams.get('comp');
    if (comp === 'block') return putBlock(container, name, url.searchParams.get('blockid') ?? '', body);
    if (comp === 'blocklist') return putBlockList(container, name, request);
    if (headers['x-ms-blob-type'] !== 'BlockBlob') return azureError(400, 'MissingRequiredHeader');
    return commit(container, name, body, request);
  }

  function serveBlob(container: Container, name: string, request: AzureRequest): AzureReply {
    if (request.method === 'PUT') return put(container, name, request);
    const held = container.blobs.get(name);
    if (held === undefined) return azureError(404, 'BlobNotFound', 'The specified blob does not exist.');
    const problem = conditionProblem(held, request);
    if (problem !== null) return problem;
    if (request.method === 'DELETE') {
      container.blobs.delete(name);
      return { status: 202 };
    }
    const metadata = Object.fromEntries(
      Object.entries(held.metadata).map(([field, value]) => [`x-ms-meta-${field}`, value] as const),
    );
    const headers = { etag: `"${held.etag}"`, 'last-modified': held.modified, ...metadata };
    return { status: 200, headers, body: held.content };
  }

  return {
    control,
    /** Ends blocks that were not committed, as time does within a week. */
    dropBlocks: (): void => {
      for (const { uncommitted } of containers.values()) uncommitted.clear();
    },
    serve(request: AzureRequest): AzureReply {
      const { method, url } = request;
      const [, , name = '', blob] = /^\/([^/]+)(?:\/([^/]*))?(?:\/(.+))?$/.exec(url.pathname) ?? [];
      if (name === '') return xmlReply(200, '<EnumerationResults><Containers /><NextMarker /></EnumerationResults>');
      const container = containers.get(name);
      if (blob === undefined && method === 'PUT') {
        containers.set(name, { blobs: new Map(), uncommitted: new Map() });
        return { status: 201 };
      }
      if (container === undefined)
        return azureError(404, 'ContainerNotFound', 'The specified container does not exist.');
      return blob === undefined
        ? list(container, url.searchParams)
        : serveBlob(container, decodeURIComponent(blob), request);
    },
  };
}
