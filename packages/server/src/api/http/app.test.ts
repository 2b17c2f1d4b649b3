import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PipelineError } from '@switchboard/model/errors/errors';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { describe, expect, test } from 'vitest';
import { useHttpServer } from '../../../testing/hooks/use-server.ts';
import { startHttpServer } from '../../../testing/http-server.ts';
import { securityHeaders } from './security-headers.ts';

const folder = useFolder('console');
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__">console');
writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
writeFileSync(join(folder, 'assets/main-abc123.js'), 'export {};');
const server = useHttpServer({
  consoleFolder: folder,
  registerApi: async (app) => {
    app.get('/api/broken', () => {
      throw new Error('the password is hunter2');
    });
    app.get('/api/limited', () => {
      throw new PipelineError('RATE_LIMITED', { seconds: 5 });
    });
    app.post('/api/echo', (request) => ({ got: request.body }));
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
  ])('headers protect %s', async (_, path) => {
    const answer = await get(path);
    expect({ status: answer.status, ...shown(answer.headers) }).toMatchSnapshot();
  });

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
    ['a form', 'a=1', 'application/x-www-form-urlencoded', 415],
    ['plain text', '{"a":1}', 'text/plain', 415],
    ['broken JSON', '{"a":', 'application/json', 400],
    ['a prototype in JSON', '{"__proto__":{"x":1}}', 'application/json', 400],
    ['too much', JSON.stringify({ a: 'x'.repeat(1_100_000) }), 'application/json', 413],
  ])('%s is not read', async (_, body, type, status) => {
    expect((await post('/api/echo', body, type)).status).toBe(status);
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
