import { mkdirSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { describe, expect, test } from 'vitest';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';

const SCRIPT = "console.log('switchboard');\n".repeat(100);
const ROWS = Array.from({ length: 100 }, (_, index) => ({ id: index, name: 'orders' }));

const folder = useFolder('compressed-console');
mkdirSync(join(folder, 'assets'));
writeFileSync(
  join(folder, 'index.html'),
  `<meta name="console-settings" content="__CONSOLE_SETTINGS__">${'<!-- page -->'.repeat(100)}`,
);
writeFileSync(join(folder, 'assets/main-abc123.js'), SCRIPT);
writeFileSync(join(folder, 'assets/main-abc123.js.br'), brotliCompressSync(SCRIPT));
writeFileSync(join(folder, 'assets/main-abc123.js.gz'), gzipSync(SCRIPT));
writeFileSync(join(folder, 'assets/font-abc123.woff2'), 'font');

const server = useHttpServer({
  consoleFolder: folder,
  registerApi: async (app) => {
    app.get('/api/rows', () => ROWS);
    app.get('/api/few', () => ({ id: 1 }));
    app.get('/api/live', (_request, reply) =>
      reply.type('text/event-stream').send(Readable.from([`data: ${JSON.stringify(ROWS)}\n\n`])),
    );
  },
});

type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** Bodies as they are on the wire: `fetch` would decompress them. */
function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

describe('an answer of the API', () => {
  test.each([
    ['brotli', 'gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', 'gzip', gunzipSync],
    ['what the client prefers', 'br;q=0.5, gzip', 'gzip', gunzipSync],
  ])('an answer of the API is compressed: %s', async (_, accepted, encoding, decompress) => {
    const { headers, body } = await get('/api/rows', { 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': encoding, 'content-length': String(body.length) });
    expect(headers.vary).toBe('accept-encoding');
    expect(JSON.parse(decompress(body).toString())).toEqual(ROWS);
  });

  test.each([
    ['a client that accepts nothing else', '/api/rows', {}],
    ['a client that refuses both', '/api/rows', { 'accept-encoding': 'br;q=0, gzip;q=0' }],
    ['an answer below 1 kB', '/api/few', BROWSER],
    ['a live connection', '/api/live', BROWSER],
  ])('an answer of the API is not compressed: %s', async (_, path, headers) => {
    const answer = await get(path, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.body.toString()).toMatch(/"id":/);
  });
});

describe('files of the console', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['', undefined, (body: Buffer) => body],
  ])('accepting "%s" get %s', async (accepted, encoding, decompress) => {
    const { headers, body } = await get('/assets/main-abc123.js', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers).toMatchObject({
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
    });
    expect(decompress(body).toString()).toBe(SCRIPT);
  });

  test('files of the console that the build could not compress are sent as they are', async () => {
    const { headers, body } = await get('/assets/font-abc123.woff2', BROWSER);
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString()).toBe('font');
  });

  test.each(['/assets/main-abc123.js.br', '/assets/main-abc123.js.gz'])(
    'files of the console are not served as %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('the page of the console', () => {
  test('the page of the console is asked for again each time and sent only when it has changed', async () => {
    const first = await get('/app/acme/events', BROWSER);
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' });
    const again = await get('/', { ...BROWSER, 'if-none-match': `"other", ${first.headers.etag}` });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    const changed = await get('/', { ...BROWSER, 'if-none-match': '"other"' });
    expect(changed.status).toBe(200);
  });

  test('holds the settings of the server', async () => {
    const { body } = await get('/');
    const text = /content="([^"]*)"/.exec(body.toString())?.[1] ?? '';
    const settings: unknown = JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
    expect(settings).toEqual(JSON.parse((await get('/console-settings.json')).body.toString()));
  });
});

test('a sign-in page, which holds a secret, is not compressed', async () => {
  const { headers } = await get('/oidc/auth?client_id=x', BROWSER);
  expect(headers['content-encoding']).toBeUndefined();
});
