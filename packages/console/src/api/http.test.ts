import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTransport, requestIdOf, UnreachableError } from './http.ts';

let server: Server;
let address: string;
let seen: IncomingMessage['headers'][] = [];
let statuses: number[] = [];
let retryAfter: string | undefined;
let body = '{}';

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.headers);
    response
      .writeHead(statuses.shift() ?? 200, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

beforeEach(() => {
  seen = [];
  statuses = [];
  retryAfter = undefined;
  body = '{}';
});

/** Reads the whole response first: a clone in the test DOM lacks what arrived before it was made. */
const send: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { status, headers } = response;
  return new Response(await response.text(), { status, headers });
};

function build(renews: boolean | Error) {
  const calls: string[] = [];
  let token = 'first';
  const transport = createTransport({
    account: 'acme',
    token: () => token,
    renew: async () => {
      calls.push('renew');
      if (renews instanceof Error) throw renews;
      token = 'second';
      return renews;
    },
    onUnauthorized: (reason) => calls.push(reason),
    onForbidden: () => calls.push('forbidden'),
    send,
    pause: async (seconds) => void calls.push(`pause ${seconds}`),
  });
  return { transport, calls };
}

it('sends the token, the account and a Request-ID that the response keeps', {
  tags: 'spec:call-endpoint',
}, async () => {
  const { transport } = build(true);
  const response = await transport.fetch(address);
  expect(seen[0]).toMatchObject({ authorization: 'Bearer first', 'account-uri': 'acme' });
  expect(requestIdOf(response)).toBe(seen[0]?.['request-id']);
});

it('begins a trace with each request', async () => {
  const { transport } = build(true);
  await transport.fetch(address);
  await transport.fetch(address);
  const [one, other] = seen.map((headers) => headers['traceparent']);
  expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
  expect(other).not.toBe(one);
});

it('retries a 401 with a renewed token under the same Request-ID', async () => {
  statuses = [401, 200];
  const { transport, calls } = build(true);
  expect((await transport.fetch(address)).status).toBe(200);
  expect(seen.map((headers) => headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
  expect(seen[1]?.['request-id']).toBe(seen[0]?.['request-id']);
  expect(calls).toEqual(['renew']);
});

it('requires a sign-in when the token cannot be renewed, and a logout when a renewed one is rejected', async () => {
  statuses = [401];
  const once = build(false);
  expect((await once.transport.fetch(address)).status).toBe(401);
  expect(once.calls).toEqual(['renew', 'signed-out']);
  statuses = [401, 401];
  const twice = build(true);
  await twice.transport.fetch(address);
  expect(twice.calls).toEqual(['renew', 'invalid-token']);
});

it('does not require a sign-in when the provider cannot be reached', async () => {
  statuses = [401];
  const { transport, calls } = build(new Error('Failed to fetch'));
  await expect(transport.fetch(address)).rejects.toBeInstanceOf(UnreachableError);
  expect(calls).toEqual(['renew']);
});

it('does not retry for a person who is not recognised', async () => {
  statuses = [401];
  body = JSON.stringify({ errors: [{ message: 'x', extensions: { code: 'EMAIL_NOT_RECOGNIZED' } }] });
  const { transport, calls } = build(true);
  expect((await transport.fetch(address)).status).toBe(401);
  expect(calls).toEqual(['not-recognized']);
});

it('reports a 403', async () => {
  statuses = [403];
  const { transport, calls } = build(true);
  await transport.fetch(address);
  expect(calls).toEqual(['forbidden']);
});

it('throws with the Request-ID when there is no response', async () => {
  const { transport } = build(true);
  const failure = await transport.fetch('http://127.0.0.1:1/').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnreachableError);
  expect((failure as UnreachableError).requestId).toMatch(/^[0-9a-f-]{36}$/);
});

it('sends a request again after the pause that a 429 asks for', async () => {
  statuses = [429, 429];
  retryAfter = '3';
  const { transport, calls } = build(true);
  expect((await transport.fetch(address)).status).toBe(200);
  expect([seen.length, calls]).toEqual([3, ['pause 3', 'pause 3']]);
});

it('returns the 429 that is left after five pauses', async () => {
  statuses = Array<number>(9).fill(429);
  retryAfter = '1';
  expect((await build(true).transport.fetch(address)).status).toBe(429);
  expect(seen).toHaveLength(6);
});

it('sends a query again that an overloaded server refused, and no mutation', async () => {
  body = JSON.stringify({ errors: [{ message: 'x', extensions: { code: 'OVERLOADED' } }] });
  retryAfter = '1';
  const post = (query: string) => ({ method: 'POST', body: JSON.stringify({ query }) });
  for (const [query, requests] of [
    ['query Q { a }', 2],
    ['mutation M { a }', 1],
  ] as const) {
    statuses = [503];
    seen = [];
    await build(true).transport.fetch(address, post(query));
    expect(seen).toHaveLength(requests);
  }
  statuses = [503];
  body = JSON.stringify({ errors: [{ message: 'x', extensions: { code: 'UNAVAILABLE' } }] });
  expect((await build(true).transport.fetch(address, post('{ a }'))).status).toBe(503);
});

it('returns a 429 that names no pause, or one that is too long', async () => {
  for (const pause of [undefined, '900']) {
    statuses = [429];
    retryAfter = pause;
    expect((await build(true).transport.fetch(address)).status).toBe(429);
  }
  expect(seen).toHaveLength(2);
});
