import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect as connectSocket, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PipelineError } from '@switchboard/model/errors/errors';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { describe, expect, test } from 'vitest';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';
import { startHttpServer } from '../../../testing/http-server.ts';
import { LARGE_BODIES, sendRefusedBody } from '../../../testing/refused-body.ts';
import { pageKindOf, securityHeaders } from './security-headers.ts';

const folder = useFolder('console');
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__">console');
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'assets/main-abc123.js'), 'export {};');
const echoed: string[] = [];
const server = useHttpServer({
  consoleFolder: folder,
  registerApi: async (app) => {
    app.get('/api/broken', () => {
      throw new Error('the password is hunter2');
    });
    app.get('/api/limited', () => {
      throw new PipelineError('RATE_LIMITED', { seconds: 5 });
    });
    app.post('/api/stored', () => {
      throw new Error('invalid byte sequence');
    });
    app.post('/api/echo', (request) => {
      echoed.push(JSON.stringify(request.body));
      return { got: request.body };
    });
  },
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
const post = (path: string, body: string, type: string) =>
  fetch(`${server.url}${path}`, { method: 'POST', body, headers: { 'content-type': type } });

/** The headers under test, without those that change with each answer. */
function shown(headers: Headers): Record<string, string> {
  const hidden = new Set(['date', 'connection', 'keep-alive', 'content-length', 'request-id', 'etag', 'last-modified']);
  const kept: [string, string][] = [...headers]
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => [name, value.replace(/nonce-[\w-]+/, 'nonce-N')]);
  return Object.fromEntries(kept);
}

describe('a large body', () => {
  const PATHS = [
    '/api/echo',
    '/api/nothing',
    '/api/user/login',
    '/app/acme',
    '/oidc/token',
    '/sign-in/none',
    '/nothing',
  ];
  test.concurrent.each(PATHS.flatMap((path) => LARGE_BODIES.map(([header, body]) => ({ path, header, body }))))(
    'a large body to $path ($header) is left unread by its refusal, and its connection ends',
    async ({ path, header, body }) => {
      const lines = [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/x-www-form-urlencoded', header];
      const { answer, bytesRead } = await sendRefusedBody(server.url, lines, body);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(bytesRead).toBeLessThan(2_500_000);
    },
  );
});

/** Opens a connection; `accepted` is its end at the server, which runs in this process. */
async function connection(): Promise<{ readonly socket: Socket; readonly accepted: Socket }> {
  const accepting = once(server.app.server, 'connection') as Promise<[Socket]>;
  const socket = connectSocket({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
  const [accepted] = await accepting;
  return { socket, accepted };
}

describe('a connection that the server ends', () => {
  test.each(['/api/nothing', '/oidc/nothing', '/app/acme'])(
    'handles no request behind the unread body of one to %s, since its answer would not arrive',
    async (path) => {
      const body = JSON.stringify({ behind: path });
      const { socket, accepted } = await connection();
      const closed = once(accepted, 'close');
      const head = [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: application/x-www-form-urlencoded'];
      socket.write(`${[...head, 'transfer-encoding: chunked'].join('\r\n')}\r\n\r\n1\r\nx\r\n`);
      const [first] = (await once(socket, 'data')) as [Buffer];
      expect(String(first)).toMatch(/^HTTP\/1\.1 4\d\d /);
      const next = ['POST /api/echo HTTP/1.1', 'host: x', 'content-type: application/json'];
      socket.end(`0\r\n\r\n${[...next, `content-length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`);
      await closed;
      expect(echoed).not.toContain(body);
      socket.destroy();
    },
  );

  test('closes after bytes that are not HTTP, although the client keeps its side open', async () => {
    const { socket, accepted } = await connection();
    const closed = once(accepted, 'close');
    socket.write('no request\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    await closed;
    socket.destroy();
  });
});

describe('headers', () => {
  test.each([
    ['the console', '/app/acme/downloads/list'],
    ['its hidden renewal frame', '/silent-callback'],
    ['a file of it', '/assets/main-abc123.js'],
    ['its icon', '/favicon.svg'],
    ['a refused call', '/api/user/login'],
    ['an unknown call', '/api/nothing'],
    ['a failed call', '/api/broken'],
    ['the heartbeat', '/_heartbeat'],
    ['a sign-in that has expired', '/sign-in/none'],
    ['the provider', '/oidc/.well-known/openid-configuration'],
    ['a refused sign-in', '/oidc/auth?client_id=x'],
    ['a path that cannot be decoded', '/%ff'],
    ['a call that cannot be decoded', '/api/%ff'],
    ['a path of the provider that cannot be decoded', '/oidc/%ff'],
  ])('headers protect %s', async (_, path) => {
    const answer = await get(path);
    expect({ status: answer.status, ...shown(answer.headers) }).toMatchSnapshot();
  });

  test('headers protect the answer to bytes that are not HTTP', async () => {
    const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1');
    socket.end('no request\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).toContain("content-security-policy: default-src 'none'");
    expect(answer).toContain('"code":"BAD_REQUEST"');
  });

  test.each(['https://evil.test', 'null'])('preflights of the provider name no origin to %s', async (origin) => {
    for (const path of ['/oidc/token', '/oidc/me']) {
      const answer = await fetch(`${server.url}${path}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
  });

  test.each(['editor.worker-C_m7Q7M7.js', 'elk-worker-J_vVZCZ4.js', 'editorWebWorkerMain-J2ry.js', 'logo-1.svg'])(
    'a policy comes with %s, which would run without one',
    (file) => {
      const headers = securityHeaders(pageKindOf(`/assets/${file}`), { secure: false, providerOrigin: null });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );

  test.each(['/oauthsuccess?name=x', '/oauthinvalid'])('headers of %s leave the window its opener', async (path) => {
    const { headers } = await get(path);
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect((await get('/oauthsuccess/x')).headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  });

  test('browsers must stay behind https, and another provider may be reached', () => {
    const headers = securityHeaders('console', { secure: true, providerOrigin: 'https://id.test', nonce: 'n' });
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://id.test");
  });

  test('a usable Request-ID comes back, another one is replaced', async () => {
    expect((await get('/_heartbeat', { 'request-id': 'abc-12345' })).headers.get('request-id')).toBe('abc-12345');
    expect((await get('/_heartbeat', { 'request-id': 'x y' })).headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the console', () => {
  test('answers every address that is not a file with its page, each with its own nonce', async () => {
    const pages = await Promise.all(['/', '/app/acme/events', '/callback?code=1'].map((path) => get(path)));
    const nonces = await Promise.all(pages.map(async (page) => /nonce="([\w-]+)"/.exec(await page.text())?.[1]));
    expect(new Set(nonces).size).toBe(3);
    expect(pages[0]?.headers.get('content-security-policy')).toContain(`'nonce-${nonces[0]}'`);
  });

  test.each([
    '/assets/gone.js',
    '/favicon.ico',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2fetc/passwd',
    '/index.html',
  ])('the console has no file %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('There is nothing here.');
  });

  test('redirects from another name of this machine to the address where sign-in works', async () => {
    const { port } = new URL(server.url);
    const answer = await server.app.inject({ url: '/app/acme?x=1', headers: { host: `localhost:${port}` } });
    expect(answer.headers['location']).toBe(`${server.url}/app/acme?x=1`);
    const foreign = await server.app.inject({ url: '/', headers: { host: 'evil.test' } });
    expect(foreign.statusCode).toBe(200);
  });
});

describe('failures', () => {
  test('an unexpected error shows only its Request-ID', async () => {
    const answer = await get('/api/broken', { 'request-id': 'request-77' });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      errors: [
        { message: 'Unknown server error.', extensions: { code: 'UNKNOWN_SERVER_ERROR', requestId: 'request-77' } },
      ],
    });
  });

  test('an expected error shows its message', async () => {
    const answer = await get('/api/limited');
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ errors: [{ message: 'Too many requests. Try again in 5 seconds.' }] });
  });

  test.each([
    ['a parameter', '/api/stored?search=a%00b', '{}', 'query.search must not contain the character U+0000. Remove it.'],
    [
      'a body',
      '/api/stored',
      '{"a":[{"b":"x\\u0000"}]}',
      'body.a[0].b must not contain the character U+0000. Remove it.',
    ],
    ['a name', '/api/stored', '{"a\\u0000":1}', 'A name in body must not contain the character U+0000. Remove it.'],
    ['half a pair', '/api/stored', '{"a":"x\\ud800"}', /^body\.a must not contain half of a surrogate pair\./],
  ])('a failure over a text that cannot be stored names its place in %s', async (_, path, body, reason) => {
    const answer = await post(path, body, 'application/json');
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: { message: string }[] };
    expect(errors[0]?.message).toMatch(reason);
  });

  test.each([
    ['a form', 'a=1', 'application/x-www-form-urlencoded', 415],
    ['plain text', '{"a":1}', 'text/plain', 415],
    ['broken JSON', '{"a":', 'application/json', 400],
    ['a prototype in JSON', '{"__proto__":{"x":1}}', 'application/json', 400],
    ['too much', JSON.stringify({ a: 'x'.repeat(1_100_000) }), 'application/json', 413],
  ])('%s is not read', async (_, body, type, status) => {
    expect((await post('/api/echo', body, type)).status).toBe(status);
  });

  test('health is answered while every connection for requests is in use', async () => {
    const busy = await startHttpServer();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const begun = Array.from({ length: 10 }, () => {
      let use: Promise<void> | undefined;
      const isOpen = new Promise<void>((resolve) => {
        use = busy.database.withSystem(async () => {
          resolve();
          await ended;
        });
      });
      return { isOpen, use: () => use };
    });
    await Promise.all(begun.map(({ isOpen }) => isOpen));
    const waiting = busy.database.withSystem(async () => undefined);
    for (const path of ['/_heartbeat', '/ready', '/live']) {
      const answer = await fetch(`${busy.url}${path}`);
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, 'ok']);
    }
    expect(busy.database.connections()).toEqual({ used: 10, idle: 0, waiting: 1 });
    end();
    await Promise.all([waiting, ...begun.map(({ use }) => use())]);
    await busy.stop();
  });

  test('the program is alive, but not ready, while its database is away', async () => {
    const ill = await startHttpServer();
    const broken = await startHttpServer({ database: { ...ill.database, isUp: () => Promise.resolve(false) } });
    const [live, ready] = await Promise.all(['/live', '/ready'].map((path) => fetch(`${broken.url}${path}`)));
    expect([live?.status, ready?.status]).toEqual([200, 503]);
    await broken.stop();
    await ill.stop();
  });

  test('the heartbeat answers ok while the database does, and 503 when it does not', {
    tags: 'proof:heartbeat',
  }, async () => {
    expect(await (await get('/_heartbeat')).text()).toBe('ok');
    const ill = await startHttpServer();
    const broken = await startHttpServer({ database: { ...ill.database, isUp: () => Promise.resolve(false) } });
    const answer = await fetch(`${broken.url}/_heartbeat`);
    expect([answer.status, await answer.text()]).toEqual([503, 'database']);
    await broken.stop();
    await ill.stop();
  });
});
