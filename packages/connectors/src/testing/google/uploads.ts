import { randomUUID } from 'node:crypto';
import { apiError, type GoogleRequest } from './stand-in.ts';
import type { Reply } from './token-endpoint.ts';

/** Completes an upload with its bytes. */
type Finish = (content: Buffer) => Reply | Promise<Reply>;
type Session = { readonly name: string; readonly parts: Buffer[]; readonly finish: Finish };

/** The server keeps parts in pieces of this length. */
const PIECE = 256 * 1024;

/** Resumable uploads as the public documentation describes them, the same for every API: 308, ranges, and 499 for a cancelled one. */
export function createUploads() {
  const sessions = new Map<string, Session>();
  const finished = new Map<string, Reply>();
  const control = { takeOnly: null as number | null };

  async function part(id: string, { method, headers, body }: GoogleRequest): Promise<Reply> {
    const session = sessions.get(id);
    if (session === undefined) return finished.get(id) ?? apiError(404, 'notFound', 'There is no such upload.');
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
      const reply = await session.finish(Buffer.concat(session.parts));
      // A finished upload answers its status with the same for a while.
      if (reply.status === 200) finished.set(id, reply);
      sessions.delete(id);
      return reply;
    }
    const arrived = held();
    const headersOf = arrived === 0 ? {} : { range: `bytes=0-${arrived - 1}` };
    return { status: 308, headers: headersOf, body: Buffer.alloc(0) };
  }

  return {
    control,
    begin(url: URL, name: string, finish: Finish): Reply {
      const id = randomUUID();
      sessions.set(id, { name, parts: [], finish });
      const location = `${url.origin}${url.pathname}?uploadType=resumable&upload_id=${id}`;
      return { status: 200, headers: { location }, body: Buffer.alloc(0) };
    },
    /** The answer to a request with an `upload_id`; null for any other. */
    serve(request: GoogleRequest): Promise<Reply> | null {
      const id = request.url.searchParams.get('upload_id');
      return id === null ? null : part(id, request);
    },
    /** Names of uploads that were begun and neither finished nor cancelled. */
    unfinished: (): readonly string[] => [...sessions.values()].map(({ name }) => name),
    /** Ends uploads as time does after a week. */
    forget: (): void => sessions.clear(),
  };
}
