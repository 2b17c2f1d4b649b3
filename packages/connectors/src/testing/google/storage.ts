import { createHash, randomUUID } from 'node:crypto';
import { apiError, type GoogleApi, type GoogleRequest } from './stand-in.ts';
import type { Reply } from './token-endpoint.ts';

type StoredObject = {
  readonly name: string;
  readonly content: Buffer;
  readonly generation: string;
  readonly updated: string;
  readonly metadata: Readonly<Record<string, string>>;
};
type Session = {
  readonly bucket: string;
  readonly resource: Resource;
  readonly condition: string | null;
  readonly parts: Buffer[];
};
type Resource = {
  readonly name?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly md5Hash?: string;
};

const SCOPES = ['read_only', 'read_write', 'full_control'].map(
  (name) => `https://www.googleapis.com/auth/devstorage.${name}`,
);
/** The server keeps parts in pieces of this length. */
const PIECE = 256 * 1024;
const MAX_METADATA = 8 * 1024;

/**
 * The JSON API of Google Cloud Storage as its public documentation describes it: lists with pages, generations and conditions
 * on them, multipart uploads with MD5, resumable uploads with 308 and ranges.
 */
export function createStorageApi() {
  const buckets = new Map<string, Map<string, StoredObject>>();
  const sessions = new Map<string, Session>();
  let generation = 1_700_000_000_000_000;
  const control = {
    /** Objects of one page of a list. */
    pageSize: 1_000,
    /** Bytes that the next part keeps at most, whatever is sent. */
    takeOnly: null as number | null,
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

  function insert(bucket: string, resource: Resource, content: Buffer, condition: string | null): Reply {
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
    return { status: 200, body: searchParams.get('alt') === 'media' ? held.content : described(held) };
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
      const id = randomUUID();
      sessions.set(id, { bucket, resource, condition, parts: [] });
      const location = `${url.origin}${url.pathname}?uploadType=resumable&upload_id=${id}`;
      return { status: 200, headers: { location }, body: Buffer.alloc(0) };
    }
    const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
    const [, described = '', content = ''] = body.toString('latin1').split(`--${boundary}`);
    const partOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4, -2);
    const resource = JSON.parse(Buffer.from(partOf(described), 'latin1').toString()) as Resource;
    return insert(bucket, resource, Buffer.from(partOf(content), 'latin1'), condition);
  }

  function part(id: string, { method, headers, body }: GoogleRequest): Reply {
    const session = sessions.get(id);
    if (session === undefined) return apiError(404, 'notFound', 'There is no such upload.');
    if (method === 'DELETE') {
      sessions.delete(id);
      return { status: 499, body: Buffer.alloc(0) };
    }
    const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
    if (range === null) return apiError(400, 'invalid', 'Invalid Content-Range.');
    const [, start, , size = '*'] = range;
    const held = (): number => session.parts.reduce((sum, { length }) => sum + length, 0);
    if (start !== undefined) {
      if (Number(start) !== held()) return apiError(400, 'invalid', 'The part does not follow what is there.');
      const isLast = size !== '*' && Number(start) + body.length === Number(size);
      const limit = control.takeOnly ?? (isLast ? body.length : Math.floor(body.length / PIECE) * PIECE);
      control.takeOnly = null;
      session.parts.push(body.subarray(0, limit));
    }
    if (size !== '*' && held() === Number(size)) {
      const reply = insert(session.bucket, session.resource, Buffer.concat(session.parts), session.condition);
      // A finished upload answers its status with the object for a while.
      if (reply.status === 200) finished.set(id, reply);
      sessions.delete(id);
      return reply;
    }
    const arrived = held();
    return {
      status: 308,
      headers: arrived === 0 ? {} : { range: `bytes=0-${arrived - 1}` },
      body: Buffer.alloc(0),
    };
  }
  const finished = new Map<string, Reply>();

  const api: GoogleApi = {
    paths: ['/storage/v1/', '/upload/storage/v1/'],
    scopes: ({ url, method }) =>
      url.searchParams.has('upload_id') ? null : method === 'GET' ? SCOPES : SCOPES.slice(1),
    serve: (request) => {
      const { method, url } = request;
      const id = url.searchParams.get('upload_id');
      if (id !== null) return finished.get(id) ?? part(id, request);
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
    /** Names of objects whose upload was begun and neither finished nor cancelled. */
    unfinished: (): readonly string[] => [...sessions.values()].map(({ resource }) => resource.name ?? ''),
    /** Ends uploads as time does after a week. */
    forgetUploads: (): void => sessions.clear(),
  };
}
