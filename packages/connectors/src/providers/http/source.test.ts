import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Parameters, PlanValue } from '@switchboard/model/plan';
import { describe, expect, it } from 'vitest';
import type { ConnectorContext, KeyProperties, SourceAnswer, SourceFile } from '../../spec.ts';
import { buildContext, impatientContext } from '../../testing/context.ts';
import { type Answer, serveHttp } from '../../testing/http-server.ts';
import { source } from './source.ts';

type Options = {
  readonly key?: KeyProperties;
  readonly reportDate?: string | null;
  readonly state?: PlanValue;
  readonly context?: Partial<ConnectorContext>;
};

const TOKEN = 'very+secret/token 1';
/** A key that only the server of a test may receive. */
const tokenKey = (origin: string): KeyProperties => ({
  name: 'ads_api',
  type: 'api_token',
  properties: { api_token: TOKEN, hosts: new URL(origin).host },
});

async function ask(parameters: Parameters, options: Options = {}): Promise<SourceAnswer> {
  return source.fetch(
    {
      name: 'ads',
      parameters,
      key: options.key ?? null,
      reportDate: options.reportDate === undefined ? '2026-03-04' : options.reportDate,
      state: options.state ?? null,
    },
    buildContext(options.context),
  );
}

/** The files, none of whose bodies has been read. */
async function openFiles(parameters: Parameters): Promise<SourceFile[]> {
  const answer = await ask(parameters);
  if (answer.kind !== 'files') throw new Error('expected files');
  return Array.fromAsync(answer.files);
}

async function fetchFiles(
  parameters: Parameters,
  options: Options = {},
): Promise<(SourceFile & { readonly text: string })[]> {
  const answer = await ask(parameters, options);
  if (answer.kind !== 'files') throw new Error('expected files');
  const files: (SourceFile & { readonly text: string })[] = [];
  for await (const file of answer.files) files.push({ ...file, text: await text(file.body) });
  return files;
}

describe('one file', () => {
  it('fills in the date, sends headers, query and key, and counts the bytes', async () => {
    let seen: unknown;
    const origin = await serveHttp((request, response) => {
      seen = [request.method, request.url, request.headers.authorization, request.headers['x-team']];
      response.writeHead(200, {
        'content-disposition': 'attachment; filename="ads 2026.csv"',
        'content-type': 'text/csv',
      });
      response.end('a,b\n1,2\n');
    });
    let bytes = 0;
    const [file] = await fetchFiles(
      {
        url: `${origin}/report?date={YYYY-MM-DD}`,
        headers: { 'X-Team': 'ads' },
        query: { until: '{YYYY}{MM}{DD}', n: 3 },
      },
      { key: tokenKey(origin), context: { onBytes: (count) => (bytes += count) } },
    );
    expect(seen).toEqual(['GET', '/report?date=2026-03-04&until=20260304&n=3', `Bearer ${TOKEN}`, 'ads']);
    expect(file).toMatchObject({
      filename: 'ads 2026.csv',
      text: 'a,b\n1,2\n',
      contentType: 'text/csv',
      expectedBytes: null,
    });
    expect(bytes).toBe(8);
  });

  it('sends a user name and password, another header, and a JSON body', async () => {
    const seen: unknown[] = [];
    const origin = await serveHttp(async (request, response) => {
      seen.push(request.headers.authorization, request.headers['x-api-key'], request.method, await text(request));
      response.end('x');
    });
    const { host } = new URL(origin);
    const basic = { username: 'ann', password: 'pass', hosts: host };
    const token = { api_token: 'abc', header: 'X-Api-Key', hosts: `127.0.0.1:1,*.example.com, ${host}` };
    await fetchFiles({ url: `${origin}/` }, { key: { name: 'k', type: 'basic', properties: basic } });
    await fetchFiles(
      { url: `${origin}/`, method: 'POST', body: { day: '{YYYY-MM-DD}', list: ['{DD}', 1, null] } },
      { key: { name: 'k', type: 'api_token', properties: token } },
    );
    expect(seen).toEqual([
      'Basic YW5uOnBhc3M=',
      undefined,
      'GET',
      '',
      undefined,
      'abc',
      'POST',
      '{"day":"2026-03-04","list":["04",1,null]}',
    ]);
  });

  it('passes gzip through untouched, whole or half', async () => {
    const gzip = gzipSync('a,b\n1,2\n'.repeat(1000));
    const origin = await serveHttp((request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(request.url === '/half' ? gzip.subarray(0, 60) : gzip);
    });
    for (const [path, expected] of [
      ['/whole', gzip],
      ['/half', gzip.subarray(0, 60)],
    ] as const) {
      const answer = await ask({ url: `${origin}${path}` });
      if (answer.kind !== 'files') throw new Error('expected files');
      for await (const file of answer.files) expect((await buffer(file.body)).equals(expected)).toBe(true);
    }
  });

  it('fetches each listed file, and treats 204 as no file', async () => {
    const origin = await serveHttp((request, response) => {
      if (request.url === '/none') response.writeHead(204).end();
      else response.end(request.url);
    });
    const files = await fetchFiles({ url: `${origin}/{file}`, files: ['eu west.csv', 'none', 'us.csv'] });
    expect(files.map((file) => [file.filename, file.text])).toEqual([
      ['eu west.csv', '/eu%20west.csv'],
      ['us.csv', '/us.csv'],
    ]);
  });

  it.each([
    [{}, 'url'],
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'http://user:pass@example.com/' }, 'url'],
    [{ url: 'http://example.com/', headers: { Host: 'inner' } }, 'headers'],
    [{ url: 'http://example.com/', headers: { 'X-A': 'a\r\nX-B: b' } }, 'headers'],
    [{ url: 'http://example.com/', method: 'DELETE' }, 'method'],
    [{ url: 'http://example.com/', files: ['a', 'b'] }, 'url'],
    [{ url: 'http://example.com/', async: true }, 'status_url'],
    [{ url: 'http://example.com/', not_found: 'maybe' }, 'not_found'],
    [{ url: 'http://example.com/', query: { a: { b: 1 } } }, 'query'],
  ])('refuses %j', async (parameters: Parameters, parameter) => {
    await expect(fetchFiles(parameters)).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      message: expect.stringContaining(parameter) as unknown,
    });
  });

  it('refuses a date where there are no report dates', async () => {
    await expect(fetchFiles({ url: 'http://example.com/{YYYY}' }, { reportDate: null })).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
    });
  });

  it('gives a key only to the hosts it is bound to, by their ports', async () => {
    let requests = 0;
    const origin = await serveHttp((_, response) => {
      requests += 1;
      response.end('x');
    });
    const bound = (hosts: string): KeyProperties => ({
      name: 'k',
      type: 'api_token',
      properties: { api_token: 'abc', hosts },
    });
    for (const hosts of ['', 'api.example.com', '127.0.0.1', '127.0.0.1:1'])
      await expect(fetchFiles({ url: origin }, { key: bound(hosts) })).rejects.toMatchObject({
        code: 'KEY_HOST_NOT_ALLOWED',
        class: 'permanent',
      });
    expect(requests).toBe(0);
    expect(await fetchFiles({ url: origin }, { key: bound(new URL(origin).host) })).toHaveLength(1);
  });
});

describe('answers that are no success', () => {
  it.each([
    [[401, 403], 'SOURCE_AUTH_FAILED', 'authentication'],
    [[404, 410], 'SOURCE_NOT_FOUND', 'permanent'],
    [[400, 422], 'SOURCE_BAD_REQUEST', 'permanent'],
    [[429], 'SOURCE_RATE_LIMITED', 'transient'],
    [[202, 206, 302, 408, 500, 503], 'SOURCE_HTTP_ERROR', 'transient'],
  ] as const)(
    '%j are %s',
    { tags: ['case:wrong-key', 'case:missing', 'case:denied'] },
    async (statuses, code, kind) => {
      for (const status of statuses) {
        const origin = await serveHttp((_, response) =>
          response.writeHead(status, status === 403 ? {} : { 'retry-after': '7' }).end('because'),
        );
        const failure = fetchFiles({ url: `${origin}/r` }, { key: tokenKey(origin) });
        await expect(failure).rejects.toMatchObject({ code, class: kind });
        if (status === 429 || status >= 500) await expect(failure).rejects.toMatchObject({ retryAfter: 7 });
      }
    },
  );

  it('waits for a late file when asked to', async () => {
    const origin = await serveHttp((_, response) => response.writeHead(404).end());
    await expect(fetchFiles({ url: `${origin}/late.csv`, not_found: 'retry' })).rejects.toMatchObject({
      code: 'SOURCE_FILE_MISSING',
      message: expect.stringContaining('/late.csv') as unknown,
    });
  });

  it('quotes 500 characters of the answer without secrets or control characters', async () => {
    const base64 = Buffer.from(TOKEN).toString('base64');
    const echo = `${'x'.repeat(480)} ${TOKEN} ${base64} ${encodeURIComponent(TOKEN)}\u001b[31m\r\n${'y'.repeat(40_000)}`;
    const origin = await serveHttp((_, response) => response.writeHead(500).end(echo));
    const failure = await fetchFiles(
      { url: `${origin}/r?t=${encodeURIComponent(TOKEN)}` },
      { key: tokenKey(origin) },
    ).catch((error: unknown) => error);
    const { message } = failure as Error;
    expect(message).toContain('•••');
    for (const form of [TOKEN, base64, encodeURIComponent(TOKEN), 'very', '\u001b', '\n'])
      expect(message).not.toContain(form);
    expect(message.length).toBeLessThan(650);
  });
});

describe('connections that fail', () => {
  const cases: readonly [string, string, Answer][] = [
    [
      'an answer shorter than promised',
      'SOURCE_ENDED_EARLY',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
      },
    ],
    [
      'a chunked answer that is cut',
      'SOURCE_ENDED_EARLY',
      (_, response) => void response.write('half', () => response.destroy()),
    ],
    ['silence in the middle', 'SOURCE_TIMEOUT', (_, response) => void response.write('half')],
    ['silence from the start', 'SOURCE_TIMEOUT', () => undefined],
    ['a connection closed without an answer', 'SOURCE_UNREACHABLE', (request) => request.socket.destroy()],
  ];
  it.each(cases)('%s is %s', { tags: ['case:cut', 'case:silent'] }, async (_, code, listener) => {
    const origin = await serveHttp(listener);
    const context = code === 'SOURCE_TIMEOUT' ? impatientContext() : buildContext();
    await expect(fetchFiles({ url: `${origin}/f.csv` }, { context })).rejects.toMatchObject({
      code,
      class: 'transient',
    });
  });

  it('says how much came', async () => {
    const origin = await serveHttp((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
    });
    await expect(fetchFiles({ url: `${origin}/f.csv` })).rejects.toThrow(
      'Source file f.csv ended early (4 of 100 bytes)',
    );
  });

  it.each([
    ['of a known length', { 'content-length': '100000' }, '100000'],
    ['in chunks', {}, 'an unknown number of'],
  ])('reports how many bytes came %s although no reader had begun when it was cut', async (_, headers, expected) => {
    const origin = await serveHttp((_, response) => {
      response.writeHead(200, headers).write('x'.repeat(50_000), () => response.socket?.end());
    });
    const [file] = await openFiles({ url: `${origin}/f.csv` });
    await expect.poll(() => file?.body.destroyed).toBe(true);
    await expect(file?.body.toArray()).rejects.toThrow(`Source file f.csv ended early (50000 of ${expected} bytes)`);
  });

  it('stops when the work is cancelled', async () => {
    const abort = new AbortController();
    const origin = await serveHttp(
      (_, response) => void response.write('half', () => abort.abort(new Error('cancelled'))),
    );
    await expect(fetchFiles({ url: origin }, { context: { signal: abort.signal } })).rejects.toThrow('cancelled');
  });
});

describe('asynchronous reports', () => {
  const parameters = (origin: string): Parameters => ({
    url: `${origin}/reports`,
    async: true,
    body: { date: '{YYYY-MM-DD}' },
    status_url: `${origin}/reports/{report_id}`,
    check_after_seconds: 2,
  });

  it('orders, polls, and fetches the file from the address in the answer', async () => {
    const seen: string[] = [];
    let state = 'pending';
    const origin = await serveHttp(async (request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization} ${await text(request)}`);
      if (request.method === 'POST') response.writeHead(202).end('{"report_id":"r/1","status":"pending"}');
      else if (request.url === '/file?signature=abc') response.end('a,b\n');
      else response.end(JSON.stringify({ status: state, url: '/file?signature=abc' }));
    });
    const first = await ask(parameters(origin), { key: tokenKey(origin) });
    expect(first).toMatchObject({ kind: 'requested', checkAfterSeconds: 2 });
    if (first.kind !== 'requested') throw new Error('expected an order');
    const second = await ask(parameters(origin), { key: tokenKey(origin), state: first.state });
    expect(second).toEqual(first);
    state = 'Ready';
    const [file] = await fetchFiles(parameters(origin), { key: tokenKey(origin), state: first.state });
    expect(file).toMatchObject({ text: 'a,b\n', url: `${origin}/file` });
    expect(seen).toEqual([
      `POST /reports Bearer ${TOKEN} {"date":"2026-03-04"}`,
      `GET /reports/r%2F1 Bearer ${TOKEN} `,
      `GET /reports/r%2F1 Bearer ${TOKEN} `,
      `GET /file?signature=abc Bearer ${TOKEN} `,
    ]);
  });

  it('keeps the key from a file on another host, and takes no private one', async () => {
    let authorization: string | undefined = 'not asked';
    const files = await serveHttp((request, response) => {
      authorization = request.headers.authorization;
      response.end('x');
    });
    const origin = await serveHttp((_, response) =>
      response.end(JSON.stringify({ report_id: 1, status: 'done', url: files })),
    );
    await fetchFiles(parameters(origin), { key: tokenKey(origin) });
    expect(authorization).toBeUndefined();
    const inner = await serveHttp((_, response) =>
      response.end('{"report_id":1,"status":"done","url":"http://169.254.169.254/latest"}'),
    );
    await expect(fetchFiles(parameters(inner))).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
  });

  it.each([
    ['a failed report', '{"report_id":"a","status":"FAILED","why":"quota"}', 'quota'],
    ['no report id', '{"status":"pending"}', 'no report id'],
    ['no address', '{"report_id":"a","status":"ready"}', 'no address'],
    [
      'garbage',
      '<html><title>Sign in</title>',
      'not a JSON object: it is not JSON but an HTML page with the title "Sign in"',
    ],
  ])('reports %s', async (_, body, reason) => {
    const origin = await serveHttp((__, response) => response.end(body));
    await expect(ask(parameters(origin))).rejects.toMatchObject({
      code: 'SOURCE_REPORT_FAILED',
      message: expect.stringContaining(reason) as unknown,
    });
  });

  const half = '{"report_id":"a","status":"pen';
  it.each<[string, string, Answer]>([
    [
      'is cut short of its length',
      'SOURCE_UNREACHABLE',
      (_, response) => void response.writeHead(200, { 'content-length': '100' }).write(half, () => response.destroy()),
    ],
    [
      'is cut between chunks',
      'SOURCE_UNREACHABLE',
      (_, response) => void response.write(half, () => response.destroy()),
    ],
    ['falls silent', 'SOURCE_TIMEOUT', (_, response) => void response.write(half)],
  ])('asynchronous reports are not given up when an answer %s', async (_, code, listener) => {
    const origin = await serveHttp(listener);
    const context = code === 'SOURCE_TIMEOUT' ? impatientContext() : buildContext();
    for (const state of [null, { reportId: 'a', orderedAt: Date.UTC(2026, 2, 5) }])
      await expect(ask(parameters(origin), { state, context })).rejects.toMatchObject({ code, class: 'transient' });
  });

  it('stop being polled when the work is cancelled in the middle of an answer', async () => {
    const abort = new AbortController();
    const origin = await serveHttp(
      (_, response) => void response.write(half, () => abort.abort(new Error('cancelled'))),
    );
    await expect(ask(parameters(origin), { context: { signal: abort.signal } })).rejects.toThrow('cancelled');
  });

  it('gives up on a report that never comes', async () => {
    const origin = await serveHttp((_, response) => response.end('{"status":"pending"}'));
    const state = { reportId: 'a', orderedAt: Date.UTC(2026, 2, 4) };
    await expect(ask(parameters(origin), { state })).rejects.toThrow(
      'not ready after 720 minutes; the last answer has the state pending: {"status":"pending"}',
    );
  });

  it('a report id does not lead elsewhere', async () => {
    const origin = await serveHttp((_, response) => response.end('{"report_id":"..","status":"pending"}'));
    await expect(ask(parameters(origin))).rejects.toMatchObject({ code: 'SOURCE_REPORT_FAILED' });
  });
});
