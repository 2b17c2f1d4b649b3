import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createEgress, type Egress, nextHop } from './egress.ts';

const servers: { close(): unknown; closeAllConnections?(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

const open = (allowPrivate: readonly string[], resolve?: (host: string) => Promise<readonly string[]>): Egress =>
  createEgress({ allowPrivate, stallTimeoutMs: 400, now: Date.now, ...(resolve ? { resolve } : {}) });

const signal = new AbortController().signal;

/** Every way we know to write an address that is not of the public internet. */
const FORBIDDEN = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '1２7.0.0.1',
  '①②⑦.0.0.1',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '10.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.257',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '100.64.0.1',
  '192.0.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '224.0.0.1',
  '240.0.0.1',
  '168.63.129.16',
  '[::ffff:168.63.129.16]',
  '161.26.0.10',
  '166.9.12.1',
  '192.31.196.1',
  '192.175.48.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001::1]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[2620:4f:8000::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[100::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ⓛocalhost',
];

describe('addresses that are not public', () => {
  it.each(FORBIDDEN)('refuses %s over http and over a plain socket', async (host) => {
    let hits = 0;
    const { port } = await serve((_, response) => {
      hits += 1;
      response.end('secret');
    });
    const egress = open([]);
    await expect(egress.fetch({ url: `http://${host}:${port}/`, signal })).rejects.toMatchObject({
      code: 'HOST_NOT_ALLOWED',
    });
    await expect(egress.connect(host, port, signal)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    expect(hits).toBe(0);
  });

  it.each(['ftp://example.com/', 'file:///etc/passwd', 'http://user:secret@example.com/', 'no url'])(
    'refuses %s',
    async (url) => {
      await expect(open([]).fetch({ url, signal })).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    },
  );

  it.each(['', 'a b', 'a/b', 'a@127.0.0.1', 'host:80', 'fe80::1%eth0', '127.0.0.1#', 'a\\b'])(
    'refuses the host %j',
    async (host) => {
      await expect(open([]).connect(host, 80, signal)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    },
  );

  it('refuses a name of which one answer is private', async () => {
    const egress = open([], async () => ['8.8.8.8', '127.0.0.1']);
    await expect(egress.connect('rebind.example', 80, signal)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
  });

  it('asks for a name once a connection, so that a second answer cannot lead inside', async () => {
    const answers = [['192.0.2.1'], ['127.0.0.1']];
    let asked = 0;
    const egress = open([], async () => answers[asked++] ?? []);
    await expect(egress.connect('rebind.example', 9, signal)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
    expect(asked).toBe(1);
  });

  it('lets ports through that an allowed port of the same host chooses, but none of a service', async () => {
    const { port } = await serve((_, response) => response.end('ok'));
    const connect = (allowed: string, target: number, beside?: number) =>
      open([allowed]).connect('127.0.0.1', target, signal, beside);
    (await connect('127.0.0.1:21', port, 21)).destroy();
    for (const [allowed, target, beside] of [
      ['127.0.0.1:21', port, undefined],
      ['127.0.0.1:21', port, 22],
      ['127.0.0.2:21', port, 21],
      ['127.0.0.1:21', 22, 21],
    ] as const)
      await expect(connect(allowed, target, beside)).rejects.toMatchObject({ code: 'HOST_NOT_ALLOWED' });
  });

  it('lets an allowed private host through, on its port only', async () => {
    const { port } = await serve((_, response) => response.end('ok'));
    const allowed = await open([`127.0.0.1:${port}`]).fetch({ url: `http://127.1:${port}/`, signal });
    expect(await text(allowed.body)).toBe('ok');
    await expect(
      open([`127.0.0.1:${port + 1}`]).fetch({ url: `http://127.0.0.1:${port}/`, signal }),
    ).rejects.toMatchObject({
      code: 'HOST_NOT_ALLOWED',
    });
  });

  it('does not take an unknown name for a forbidden one', async () => {
    const egress = open([], () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })));
    await expect(egress.connect('nowhere.example', 80, signal)).rejects.toMatchObject({
      name: 'NetworkError',
      reason: 'unknown host',
    });
  });
});

describe('redirects', () => {
  it('checks every hop', async () => {
    let hits = 0;
    const inner = await serve((_, response) => {
      hits += 1;
      response.end('secret');
    });
    const outer = await serve((_, response) =>
      response.writeHead(302, { location: `http://localhost:${inner.port}/` }).end(),
    );
    const egress = open([`127.0.0.1:${outer.port}`]);
    await expect(egress.fetch({ url: `http://127.0.0.1:${outer.port}/`, signal })).rejects.toMatchObject({
      code: 'HOST_NOT_ALLOWED',
    });
    expect(hits).toBe(0);
  });

  it('follows five and no more', async () => {
    const { port } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const egress = open(['127.0.0.1']);
    const answer = await egress.fetch({ url: `http://127.0.0.1:${port}/5`, signal });
    expect([answer.redirected, answer.url, await text(answer.body)]).toEqual([
      true,
      `http://127.0.0.1:${port}/0`,
      'there',
    ]);
    await expect(egress.fetch({ url: `http://127.0.0.1:${port}/6`, signal })).rejects.toMatchObject({
      reason: 'more than 5 redirects',
    });
  });

  it('sends credentials to the first origin only', async () => {
    const seen: (string | undefined)[] = [];
    const second = await serve((request, response) => {
      seen.push(request.headers.authorization, request.headers['x-key'] as string | undefined);
      response.end();
    });
    const first = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(307, { location: `http://127.0.0.1:${second.port}/` }).end();
    });
    const headers = { Authorization: 'Bearer s3cret', 'X-Key': 's3cret' };
    const answer = await open(['127.0.0.1']).fetch({ url: `http://127.0.0.1:${first.port}/`, headers, signal });
    await text(answer.body);
    expect(seen).toEqual(['Bearer s3cret', undefined, undefined]);
  });

  it('turns a redirected POST into a GET, and takes no credentials from the location', () => {
    const hop = { url: new URL('https://a.example/x'), method: 'POST' as const, headers: { Cookie: 'c' }, body: 'b' };
    expect(nextHop(hop, 302, '/y')).toMatchObject({ method: 'GET', body: null, headers: { Cookie: 'c' } });
    expect(nextHop(hop, 307, 'https://u:p@b.example/')).toMatchObject({ method: 'POST', headers: {} });
    expect(nextHop(hop, 307, 'https://u:p@b.example/').url.href).toBe('https://b.example/');
    expect(() => nextHop(hop, 302, 'file:///etc/passwd')).toThrow('other than a web address');
  });
});

describe('failures', () => {
  it('reports silence before the headers, and in the middle of the body', async () => {
    const { port } = await serve((request, response) => {
      if (request.url === '/body') response.write('half');
    });
    const egress = open(['127.0.0.1']);
    await expect(egress.fetch({ url: `http://127.0.0.1:${port}/`, signal })).rejects.toMatchObject({
      kind: 'silent',
      seconds: 0.4,
    });
    const answer = await egress.fetch({ url: `http://127.0.0.1:${port}/body`, signal });
    await expect(text(answer.body)).rejects.toMatchObject({ kind: 'silent', host: '127.0.0.1' });
  });

  it('waits longer for a server that may compute for longer', async () => {
    const held: (() => void)[] = [];
    const { port } = await serve((_, response) => void held.push(() => response.end('done')));
    const request = { url: `http://127.0.0.1:${port}/`, signal };
    const patient = open(['127.0.0.1']).fetch({ ...request, silenceMs: 60_000 });
    await expect(open(['127.0.0.1']).fetch(request)).rejects.toMatchObject({ kind: 'silent' });
    for (const answer of held) answer();
    expect(await text((await patient).body)).toBe('done');
  });

  it('reports a refused connection and garbage instead of HTTP', async () => {
    const garbage = createTcpServer((socket) => socket.resume().end('\u0000garbage\r\n\r\n')).listen(0, '127.0.0.1');
    servers.push(garbage);
    await once(garbage, 'listening');
    const { port } = garbage.address() as AddressInfo;
    const egress = open(['127.0.0.1']);
    await expect(egress.fetch({ url: `http://127.0.0.1:${port}/`, signal })).rejects.toMatchObject({
      reason: 'it does not answer in HTTP',
    });
    garbage.close();
    await once(garbage, 'close');
    await expect(egress.fetch({ url: `http://127.0.0.1:${port}/`, signal })).rejects.toMatchObject({
      reason: 'the connection was refused',
    });
  });

  it('closes the socket at once when the work is cancelled', async () => {
    const closed = new Promise<void>((resolve) => {
      void serve((_, response) => {
        response.write('half');
        response.on('close', () => resolve());
      }).then(async ({ port }) => {
        const abort = new AbortController();
        const answer = await open(['127.0.0.1']).fetch({ url: `http://127.0.0.1:${port}/`, signal: abort.signal });
        answer.body.on('error', () => undefined);
        abort.abort();
      });
    });
    await closed;
  });

  it('closes the socket when the body is destroyed unread', async () => {
    let release: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { port } = await serve((_, response) => {
      response.write('half');
      response.on('close', release);
    });
    const answer = await open(['127.0.0.1']).fetch({ url: `http://127.0.0.1:${port}/`, signal });
    answer.body.destroy();
    await closed;
  });

  it('sends bytes as they are, and gives a redirect back where none may be followed', async () => {
    const bodies: string[] = [];
    const { port } = await serve((request, response) => {
      void text(request).then((body) => bodies.push(body));
      request.on('end', () => response.writeHead(307, { location: '/elsewhere' }).end());
    });
    const url = `http://127.0.0.1:${port}/`;
    const body = Buffer.from('\u00e9 bytes');
    const answer = await open(['127.0.0.1']).fetch({ url, method: 'PUT', body, redirects: 'refuse', signal });
    expect([answer.status, answer.redirected, bodies]).toEqual([307, false, ['\u00e9 bytes']]);
  });

  it('reads Retry-After', async () => {
    const { port } = await serve((_, response) => response.writeHead(429, { 'retry-after': '17' }).end());
    expect(await open(['127.0.0.1']).fetch({ url: `http://127.0.0.1:${port}/`, signal })).toMatchObject({
      status: 429,
      retryAfter: 17,
    });
  });
});
