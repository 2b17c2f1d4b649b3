import { createHash } from 'node:crypto';
import { apiError, type GoogleApi, type GoogleRequest } from '../../../testing/google/stand-in.ts';
import type { Reply } from '../../../testing/google/token-endpoint.ts';
import { createUploads } from '../../../testing/google/uploads.ts';

type StoredObject = {
  readonly name: string;
  readonly content: Buffer;
  readonly generation: string;
  readonly updated: string;
  readonly metadata: Readonly<Record<string, string>>;
};
type Resource = {
  readonly name?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly md5Hash?: string;
};

const SCOPES = ['read_only', 'read_write', 'full_control'].map(
  (name) => `https://www.googleapis.com/auth/devstorage.${name}`,
);
const MAX_METADATA = 8 * 1024;

/**
 * The JSON API of Google Cloud Storage as its public documentation describes it: lists with pages, generations and conditions
 * on them, multipart uploads with MD5, resumable uploads with 308 and ranges.
 */
export function createStorageApi() {
  const buckets = new Map<string, Map<string, StoredObject>>();
  const uploads = createUploads();
  let generation = 1_700_000_000_000_000;
  const control = {
    /** Objects of one page of a list. */
    pageSize: 1_000,
    /** Changes bytes on their way in or out. */
    received: (content: Buffer): Buffer => content,
    sent: (content: Buffer): Buffer => content,
  };

  const noObject = (bucket: string, name: string): Reply =>
    apiError(404, 'notFound', `No such object: ${bucket}/${name}`);
  const described = ({ content, ...object }: StoredObject) => ({
    kind: 'storage#object',
    ...object,
    size: String(content.length),
    md5Hash: createHash('md5').update(content).digest('base64'),
  });

  function conditionProblem(objects: Map<string, StoredObject>, name: string, condition: string | null): Reply | null {
    if (condition === null || (objects.get(name)?.generation ?? '0') === condition) return null;
    return apiError(412, 'conditionNotMet', 'At least one of the pre-conditions you specified did not hold.');
  }

  function insert(bucket: string, resource: Resource, whole: Buffer, condition: string | null): Reply {
    const content = control.received(whole);
    const objects = buckets.get(bucket) ?? new Map<string, StoredObject>();
    const { name = '', metadata = {}, md5Hash } = resource;
    const problem = conditionProblem(objects, name, condition);
    if (problem !== null) return problem;
    if (name === '' || Buffer.byteLength(name) > 1024) return apiError(400, 'invalid', 'Invalid object name.');
    if (JSON.stringify(metadata).length > MAX_METADATA) return apiError(400, 'invalid', 'Metadata is too large.');
    if (md5Hash !== undefined && md5Hash !== createHash('md5').update(content).digest('base64'))
      return apiError(400, 'invalid', 'Provided MD5 hash does not match the calculated one.');
    generation += 1;
    const object = { name, content, metadata, generation: String(generation), updated: new Date().toISOString() };
    objects.set(name, object);
    return { status: 200, body: described(object) };
  }

  function list(objects: Map<string, StoredObject>, query: URLSearchParams): Reply {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('pageToken') ?? '';
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).sort();
    const page = names.slice(0, control.pageSize);
    const items = page.flatMap((name) => objects.get(name) ?? []).map(described);
    // Without objects there is no `items` at all.
    const more = names.length > page.length ? { nextPageToken: page.at(-1) } : {};
    return { status: 200, body: { kind: 'storage#objects', ...(items.length === 0 ? {} : { items }), ...more } };
  }

  function object(objects: Map<string, StoredObject>, bucket: string, name: string, request: GoogleRequest): Reply {
    const { searchParams } = request.url;
    const held = objects.get(name);
    if (held === undefined) return noObject(bucket, name);
    const problem = conditionProblem(objects, name, searchParams.get('ifGenerationMatch'));
    if (problem !== null) return problem;
    if (request.method === 'DELETE') {
      objects.delete(name);
      return { status: 204, body: Buffer.alloc(0) };
    }
    return { status: 200, body: searchParams.get('alt') === 'media' ? control.sent(held.content) : described(held) };
  }

  function upload(bucket: string, { url, headers, body }: GoogleRequest): Reply {
    const condition = url.searchParams.get('ifGenerationMatch');
    if (url.searchParams.get('uploadType') === 'resumable') {
      const resource = JSON.parse(body.toString()) as Resource;
      const problem = conditionProblem(
        buckets.get(bucket) ?? new Map<string, StoredObject>(),
        resource.name ?? '',
        condition,
      );
      if (problem !== null) return problem;
      return uploads.begin(url, resource.name ?? '', (content) => insert(bucket, resource, content, condition));
    }
    const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
    const [, described = '', content = ''] = body.toString('latin1').split(`--${boundary}`);
    const partOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4, -2);
    const resource = JSON.parse(Buffer.from(partOf(described), 'latin1').toString()) as Resource;
    return insert(bucket, resource, Buffer.from(partOf(content), 'latin1'), condition);
  }

  const api: GoogleApi = {
    paths: ['/storage/v1/', '/upload/storage/v1/'],
    scopes: ({ url, method }) =>
      url.searchParams.has('upload_id') ? null : method === 'GET' ? SCOPES : SCOPES.slice(1),
    serve: (request) => {
      const { method, url } = request;
      const part = uploads.serve(request);
      if (part !== null) return part;
      const [, isUpload, bucket = '', name] =
        /^(\/upload)?\/storage\/v1\/b\/([^/]+)\/o(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
      const objects = buckets.get(bucket);
      if (objects === undefined) return apiError(404, 'notFound', 'The specified bucket does not exist.');
      if (isUpload !== undefined && method === 'POST') return upload(bucket, request);
      return name === undefined
        ? list(objects, url.searchParams)
        : object(objects, bucket, decodeURIComponent(name), request);
    },
  };
  return {
    ...api,
    control,
    createBucket: (name: string): void => void buckets.set(name, new Map()),
    write: (bucket: string, name: string, text: string): Reply => insert(bucket, { name }, Buffer.from(text), null),
    remove: (bucket: string, name: string): void => void buckets.get(bucket)?.delete(name),
    read: (bucket: string, name: string): Buffer | null => buckets.get(bucket)?.get(name)?.content ?? null,
    names: (bucket: string): readonly string[] => [...(buckets.get(bucket)?.keys() ?? [])].sort(),
    uploads,
  };
}
