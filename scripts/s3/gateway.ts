import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { createFaults, type Fault } from './faults.ts';
import { type Account, signatureProblem } from './signature.ts';

type Options = {
  /** Port of the storage behind, on 127.0.0.1. */
  readonly storage: number;
  readonly accounts: readonly Account[];
  /** Among them, one that may do nothing. */
  readonly denied: string;
};

type Answer = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer };

/**
 * Adds to the storage behind it the features of a real S3 that it lacks: signatures, checksums, conditional writes and the list of
 * unfinished uploads. Besides it fails on demand, for each bucket apart, by requests to `/_test/`.
 */
export async function startGateway(options: Options): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const faults = createFaults();
  const uploads = new Map<string, { readonly bucket: string; readonly key: string; readonly initiated: Date }>();
  const turns = new Map<string, Promise<unknown>>();

  async function forward(request: IncomingMessage, body: Buffer, method = request.method): Promise<Answer> {
    const { host: _, authorization: __, 'content-length': ___, ...headers } = request.headers;
    const sent = ask({ host: '127.0.0.1', port: options.storage, method, path: request.url, headers });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer) };
  }

  /** One write of a key at a time, so that a condition holds until the write is done. */
  async function inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
    turns.set(
      key,
      turn.catch(() => undefined),
    );
    return turn;
  }

  async function conditionProblem(request: IncomingMessage): Promise<Answer | null> {
    const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
    if (match === undefined && noneMatch === undefined) return null;
    const { host: _, authorization: __, ...headers } = request.headers;
    const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('if-')));
    const path = request.url?.split('?')[0] ?? '/';
    const sent = ask({ host: '127.0.0.1', port: options.storage, method: 'HEAD', path, headers: plain }).end();
    const [held] = (await once(sent, 'response')) as [IncomingMessage];
    held.resume();
    const exists = held.statusCode === 200;
    if (noneMatch !== undefined && exists) return failure(412, 'PreconditionFailed');
    if (match === undefined) return null;
    if (!exists) return failure(404, 'NoSuchKey');
    return unquoted(held.headers.etag) === unquoted(match) ? null : failure(412, 'PreconditionFailed');
  }

  async function serve(request: IncomingMessage, body: Buffer, bucket: string, key: string): Promise<Answer> {
    const query = new URLSearchParams(request.url?.split('?')[1] ?? '');
    if (request.method === 'GET' && query.has('uploads')) return listUploads(bucket, query.get('prefix') ?? '');
    const writes = request.method === 'PUT' || (request.method === 'POST' && query.has('uploadId'));
    if (!writes || query.has('partNumber')) return note(await forward(request, body), query, bucket, key, request);
    return inTurn(`${bucket}/${key}`, async () => {
      const problem = await conditionProblem(request);
      return problem ?? note(await forward(request, body), query, bucket, key, request);
    });
  }

  /** Keeps the list of unfinished uploads. */
  function note(answer: Answer, query: URLSearchParams, bucket: string, key: string, request: IncomingMessage): Answer {
    if (answer.status >= 300) return answer;
    const begun = /<UploadId>([^<]+)</.exec(answer.body.toString())?.[1];
    if (query.has('uploads') && begun !== undefined) uploads.set(begun, { bucket, key, initiated: new Date() });
    if (query.has('uploadId') && !query.has('partNumber') && request.method !== 'GET')
      uploads.delete(query.get('uploadId') ?? '');
    return answer;
  }

  function listUploads(bucket: string, prefix: string): Answer {
    const found = [...uploads].filter(([, upload]) => upload.bucket === bucket && upload.key.startsWith(prefix));
    const items = found.map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
    );
    return xml(
      200,
      `<ListMultipartUploadsResult><Bucket>${bucket}</Bucket><IsTruncated>false</IsTruncated>${items.join('')}</ListMultipartUploadsResult>`,
    );
  }

  async function control(request: IncomingMessage, response: ServerResponse, steps: readonly string[]): Promise<void> {
    const [, what, bucket = ''] = steps;
    if (what === 'faults') faults.plant(bucket, (await json(request)) as Fault[]);
    else if (what === 'buckets') {
      const sent = ask({ host: '127.0.0.1', port: options.storage, method: 'PUT', path: `/${bucket}` }).end();
      const [made] = (await once(sent, 'response')) as [IncomingMessage];
      made.resume();
    }
    response.end(JSON.stringify(faults.log(bucket)));
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '/';
    const steps = (url.split('?')[0] ?? '/').split('/').slice(1).map(decodeURIComponent);
    if (steps[0] === '_test') return control(request, response, steps);
    const [bucket = '', ...key] = steps;
    const sent = await buffer(request);
    const kind = faults.next(bucket, request.method ?? 'GET', url);
    if (kind === 'hang') return;
    if (kind === 'cut-before') return void request.socket.destroy();
    const body = kind === 'corrupt' ? Buffer.concat([sent.subarray(0, -1), Buffer.from('#')]) : sent;
    const problem = bodyProblem(request, body, kind === 'corrupt') ?? refusal(request, sent);
    const answer =
      problem ??
      (typeof kind === 'object' && kind !== null
        ? failure(kind.answer.status, kind.answer.code, kind.answer.region)
        : kind === 'error-in-200'
          ? { ...failure(500, 'InternalError'), status: 200 }
          : await serve(request, body, bucket, key.join('/')));
    if (kind === 'cut-after') return void request.socket.destroy();
    const etag = kind === 'wrong-etag' ? { etag: '"00000000000000000000000000000000"' } : {};
    const length = request.method === 'HEAD' ? {} : { 'content-length': answer.body.length };
    response.writeHead(answer.status, { ...answer.headers, ...length, ...etag });
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  }

  function refusal(request: IncomingMessage, body: Buffer): Answer | null {
    const { method = 'GET', url = '/', headers } = request;
    const code = signatureProblem({ method, url, headers }, body, options.accounts);
    if (code !== null) return failure(403, code);
    return headers.authorization?.includes(`=${options.denied}/`) ? failure(403, 'AccessDenied') : null;
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A body that is not what its checksums say. `signedAside`: the signature is judged by what was sent. */
function bodyProblem({ headers }: IncomingMessage, body: Buffer, signedAside: boolean): Answer | null {
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  const sums: readonly (readonly [string, string])[] = [
    ['x-amz-checksum-crc32', crc.toString('base64')],
    ['x-amz-checksum-sha256', createHash('sha256').update(body).digest('base64')],
    ['content-md5', createHash('md5').update(body).digest('base64')],
  ];
  const wrong = sums.some(([name, sum]) => headers[name] !== undefined && headers[name] !== sum);
  return wrong || (signedAside && body.length > 0) ? failure(400, 'BadDigest') : null;
}

const unquoted = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '');
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const xml = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
});

function failure(status: number, code: string, region?: string): Answer {
  const answer = xml(status, `<Error><Code>${code}</Code><Message>Planted or earned: ${code}.</Message></Error>`);
  return region === undefined
    ? answer
    : { ...answer, headers: { ...answer.headers, 'x-amz-bucket-region': region, location: 'http://127.0.0.1:1/' } };
}
