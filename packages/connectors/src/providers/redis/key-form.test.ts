import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KeyVerdict, verifyKey } from '../../key-forms/verify-key.ts';
import type { KeyProperties } from '../../spec.ts';
import { CERTIFICATE } from '../../testing/certificate.ts';
import { buildContext } from '../../testing/context.ts';
import { freePort } from '../../testing/free-port.ts';
import { serveTcp } from '../../testing/tcp-server.ts';
import { startRedis, type TestRedis } from './testing/stand-in.ts';

let server: TestRedis;
const secure = createServer({ cert: CERTIFICATE.certificate, key: CERTIFICATE.privateKey }, (socket) =>
  server.serve(socket),
);
beforeAll(async () => {
  server = await startRedis();
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
});
afterAll(async () => {
  secure.close();
  await server.close();
});

const verify = (change: KeyProperties['properties'] = {}, timeoutMs?: number): Promise<KeyVerdict> => {
  server.plant();
  return verifyKey(server.key(change), buildContext(), timeoutMs);
};
const problem = (verdict: KeyVerdict): readonly unknown[] =>
  verdict.ok ? [] : verdict.problems.flatMap(({ typeId, field }) => [typeId, field]);

describe('a key of a Redis server', () => {
  it('accepts a key after PING, in its database', async () => {
    expect(await verify({ database: 3 })).toEqual({ ok: true, tried: true });
    expect(server.asked().map((command) => command.split(' ')[0])).toEqual(['AUTH', 'SELECT', 'PING']);
  });

  it('signs in as the default user where it names none', async () => {
    expect(await verify({ username: null })).toEqual({ ok: true, tried: true });
    expect(server.asked()[0]).toBe('AUTH p@ss "wörd"');
  });

  it('accepts a key whose user may not PING', async () => {
    server.plant({ request: /^PING/, kind: { status: 0, reason: "NOPERM User ann has no permissions to run 'ping'" } });
    expect(await verifyKey(server.key(), buildContext())).toEqual({ ok: true, tried: true });
  });

  it('accepts a key over TLS with the authority of the server, and rejects it without', async () => {
    const overTls = { port: (secure.address() as AddressInfo).port, secure: true };
    const authority = CERTIFICATE.authority;
    expect(await verify({ ...overTls, server_ca_pem: authority })).toEqual({ ok: true, tried: true });
    expect(problem(await verify(overTls))).toEqual(['ssl_verification_failed', 'server_ca_pem']);
  });

  it.each<[string, KeyProperties['properties'], string, string | null]>([
    ['another password', { password: 'another' }, 'incorrect_user_or_password', 'password'],
    ['another user', { username: 'bob' }, 'incorrect_user_or_password', 'password'],
    ['no password', { username: null, password: null }, 'incorrect_user_or_password', 'password'],
    ['a database that does not exist', { database: 99 }, 'database_does_not_exist', 'database'],
    ['a host that is not allowed', { host: '10.0.0.1' }, 'host_not_allowed', 'host'],
    ['an unknown host', { host: 'nowhere.invalid' }, 'unknown_host', 'host'],
    ['no certificate', { secure: true, server_ca_pem: 'none' }, 'invalid_server_ca_certificate', 'server_ca_pem'],
    ['TLS that the server does not offer', { secure: true }, 'tls_not_offered', 'secure'],
  ])('rejects a key with %s, at its field', async (_, change, typeId, field) => {
    expect(problem(await verify(change))).toEqual([typeId, field]);
  });

  it('reports a server that refuses connections, one that is silent, and one that is not Redis', async () => {
    expect(problem(await verify({ port: await freePort() }))).toEqual(['port_inaccessible', 'port']);
    const silent = await serveTcp(() => undefined);
    expect(problem(await verify({ port: silent }, 200))).toEqual(['connection_timed_out', null]);
    const web = await serveTcp((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await verify({ port: web })).toMatchObject({
      problems: [{ message: expect.stringContaining('it does not answer as Redis does') as unknown }],
    });
  });

  it('hides the password in what the server says', async () => {
    const reason = 'ERR p@ss "wörd" is odd';
    server.plant({ request: /^PING/, kind: { status: 0, reason } });
    expect(await verifyKey(server.key(), buildContext())).toMatchObject({
      problems: [{ message: expect.stringContaining('ERR ••• is odd') as unknown }],
    });
  });
});
