import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KeyVerdict, verifyKey } from '../../key-forms/verify-key.ts';
import type { KeyProperties } from '../../spec.ts';
import { CERTIFICATE } from '../../testing/certificate.ts';
import { makeCertificate } from '../../testing/certificates.ts';
import { buildContext } from '../../testing/context.ts';
import { freePort } from '../../testing/free-port.ts';
import { serveTcp } from '../../testing/tcp-server.ts';
import { startClickhouse, type TestClickhouse } from './testing/start-clickhouse.ts';

let server: TestClickhouse;
const secure = createServer({ cert: CERTIFICATE.certificate, key: CERTIFICATE.privateKey }, (request, response) => {
  const isKnown = request.headers.authorization === `Basic ${Buffer.from('ann:p@ss "wörd"').toString('base64')}`;
  response.statusCode = isKnown ? 200 : 403;
  response.end(isKnown ? '{"data": [["1"]], "rows": 1}' : 'Code: 516. DB::Exception: Authentication failed. (X)');
});
let securePort = 0;
beforeAll(async () => {
  server = await startClickhouse();
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  securePort = (secure.address() as AddressInfo).port;
});
afterAll(async () => {
  secure.close();
  await server.close();
});
beforeEach(() => server.plant());

const verify = (change: KeyProperties['properties'], timeoutMs?: number): Promise<KeyVerdict> =>
  verifyKey(server.key(change), buildContext(), timeoutMs);
const overTls = (change: KeyProperties['properties'] = {}): KeyProperties['properties'] => ({
  port: securePort,
  secure: true,
  server_ca_pem: CERTIFICATE.authority,
  ...change,
});
const problem = (verdict: KeyVerdict): readonly unknown[] =>
  verdict.ok ? [] : verdict.problems.flatMap(({ typeId, field }) => [typeId, field]);

describe('a key of a ClickHouse server', () => {
  it('accepts a key after one question', async () => {
    expect(await verify({})).toEqual({ ok: true, tried: true });
    expect(server.asked()).toEqual(['SELECT toString(1) FORMAT JSONCompact']);
  });

  it('accepts a key over TLS with the authority of the server, and rejects it at a server that has another', async () => {
    expect(await verify(overTls())).toEqual({ ok: true, tried: true });
    expect(problem(await verify(overTls({ server_ca_pem: null })))).toEqual([
      'ssl_verification_failed',
      'server_ca_pem',
    ]);
    const other = makeCertificate({ name: 'another authority' }).certificate;
    expect(problem(await verify(overTls({ server_ca_pem: other })))).toEqual([
      'ssl_verification_failed',
      'server_ca_pem',
    ]);
    expect(problem(await verify(overTls({ password: 'another' })))).toEqual(['incorrect_user_or_password', 'password']);
  });

  it.each<[string, KeyProperties['properties'], string, string | null]>([
    ['another password', { password: 'another' }, 'incorrect_user_or_password', 'password'],
    ['another user', { username: 'bob' }, 'incorrect_user_or_password', 'password'],
    ['a database that does not exist', { database: 'nowhere' }, 'database_does_not_exist', 'database'],
    ['a host that is not allowed', { host: '10.0.0.1' }, 'host_not_allowed', 'host'],
    ['an unknown host', { host: 'nowhere.invalid' }, 'unknown_host', 'host'],
    ['no certificate', { secure: true, server_ca_pem: 'none' }, 'invalid_server_ca_certificate', 'server_ca_pem'],
  ])('reports %s', async (_, change, typeId, field) => {
    expect(problem(await verify(change))).toEqual([typeId, field]);
  });

  it('reports a closed port, and one that does not answer', async () => {
    expect(problem(await verify({ port: await freePort() }))).toEqual(['port_inaccessible', 'port']);
    const silent = await serveTcp(() => undefined);
    expect(problem(await verify({ port: silent }, 200))).toEqual(['connection_timed_out', null]);
  });

  it.each([
    [{ host: 'a/b' }, 'is not the name of a host'],
    [{ host: 'ann@b' }, 'is not the name of a host'],
    [{ username: 'a:b' }, 'must not hold a colon'],
  ])('refuses %j', async (change, reason) => {
    const verdict = await verify(change);
    expect(verdict).toMatchObject({ ok: false });
    expect(JSON.stringify(verdict)).toContain(reason);
    expect(server.asked()).toEqual([]);
  });
});
