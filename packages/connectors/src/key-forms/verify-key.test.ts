import { createPrivateKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { KeyProperties } from '../spec.ts';
import { buildContext } from '../testing/context.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createSignInFtp } from '../testing/ftp.ts';
import { serveHttp } from '../testing/http-server.ts';
import { createTestBucket } from '../testing/s3.ts';
import { createTestServer } from '../testing/sftp.ts';
import { serveTcp } from '../testing/tcp-server.ts';
import type { TestSsh } from '../testing/test-ssh.ts';
import { type KeyVerdict, verifyKey } from './verify-key.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const verify = (type: string, properties: KeyProperties['properties'], timeoutMs?: number): Promise<KeyVerdict> =>
  verifyKey({ name: 'k', type, properties }, buildContext(), timeoutMs);

describe('sql', () => {
  it('takes a key that works', async () => {
    expect(await verify('sql', database.key.properties)).toEqual({ ok: true, tried: true });
  });

  it('gives up on a server that never answers', async () => {
    const origin = await serveHttp(() => undefined);
    const verdict = await verify('sql', { ...database.key.properties, port: Number(new URL(origin).port) }, 300);
    expect(verdict).toMatchObject({ ok: false });
  });

  it('stops when it is cancelled', async () => {
    const context = buildContext({ signal: AbortSignal.abort(new Error('cancelled')) });
    await expect(verifyKey(database.key, context)).rejects.toThrow('cancelled');
  });
});

describe('sftp', () => {
  let server: TestSsh;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());
  const byKey = (pem: string) => ({ auth_type: 'privateKey', password: null, pem_value: pem });

  it('takes a password, a private key in each of its spellings, and the pinned host key', async () => {
    const { key, privateKey, fingerprint } = server;
    const secret = createPrivateKey(privateKey);
    const locked = secret
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' })
      .toString();
    for (const change of [
      {},
      { host_fingerprint: fingerprint },
      byKey(privateKey),
      { ...byKey(privateKey), use_sha1: true },
      byKey(secret.export({ type: 'pkcs8', format: 'pem' }).toString()),
      { ...byKey(locked), passphrase: 'open' },
    ])
      expect(await verify('sftp', { ...key.properties, ...change })).toEqual({ ok: true, tried: true });
  });

  it('gives up on a server that never answers, and on one that does not speak SSH', async () => {
    const silent = await serveTcp(() => undefined);
    expect(await verify('sftp', { ...server.key.properties, port: silent }, 300)).toEqual({
      ok: false,
      problems: [{ typeId: 'connection_timed_out', field: null, message: 'Connection timed out for these settings.' }],
    });
    const other = await serveTcp((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect(await verify('sftp', { ...server.key.properties, port: other })).toMatchObject({
      ok: false,
      problems: [{ typeId: 'rejected', field: null }],
    });
  });
});

describe('aws', () => {
  it('takes a key whose signature is good, also one that may not list buckets', async () => {
    const { key, deniedKey } = await createTestBucket();
    for (const { properties } of [key, deniedKey])
      expect(await verify('aws', properties)).toEqual({ ok: true, tried: true });
  });

  it.each([
    [{ aws_access_key_id: 'AKIANOBODY' }, 'aws_access_key_id', 'unknown_access_key', 'Unknown access key.'],
    [
      { aws_secret_access_key: 'wrong' },
      'aws_secret_access_key',
      'incorrect_secret_access_key',
      'Incorrect secret access key.',
    ],
    [{ aws_secret_access_key: '' }, 'aws_secret_access_key', 'field_required', 'Secret access key is required.'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'endpoint', 'port_inaccessible', 'Port inaccessible.'],
    [{ endpoint: 'http://10.0.0.1' }, 'endpoint', 'host_not_allowed', 'Host 10.0.0.1 is not allowed.'],
  ] as const)('says what is wrong with %j', async (change, field, typeId, message) => {
    const { key } = await createTestBucket();
    const verdict = await verify('aws', { ...key.properties, ...change });
    expect(verdict).toEqual({ ok: false, problems: [{ typeId, field, message }] });
  });

  it.each([
    [{ endpoint: 'http://127.0.0.1/path' }, 'Endpoint is malformed. Address of another store'],
    [{ region: 'EU west' }, 'Region is malformed. Region of the buckets'],
  ])('sends no request with %j', async (change, message) => {
    const { key } = await createTestBucket();
    expect(await verify('aws', { ...key.properties, ...change })).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining(message) as unknown }],
    });
  });
});

describe('http', () => {
  it('tries a token at its address, and only there', async () => {
    const origin = await serveHttp((request, response) => {
      response.writeHead(request.headers['x-key'] === 'right' ? 204 : 401).end();
    });
    const hosts = `${new URL(origin).host}, 169.254.169.254:80`;
    const properties = { header: 'X-Key', verify_url: origin, hosts };
    expect(await verify('api_token', { ...properties, api_token: 'right' })).toEqual({ ok: true, tried: true });
    expect(await verify('api_token', { ...properties, api_token: 'wrong' })).toMatchObject({
      ok: false,
      problems: [{ typeId: 'rejected', field: 'api_token' }],
    });
    expect(await verify('api_token', { api_token: 'right', hosts, verify_url: 'http://169.254.169.254/' })).toEqual({
      ok: false,
      problems: [{ typeId: 'host_not_allowed', field: 'verify_url', message: 'Host 169.254.169.254 is not allowed.' }],
    });
  });

  it('refuses a verification address at another host than the key is for', async () => {
    const properties = { api_token: 'hush', hosts: 'api.example', verify_url: 'https://other.example/' };
    const message =
      'Key k is not allowed to be sent to other.example. Hosts of the key: api.example. Correct the address, or have a person with the permission manage-keys add this host to the hosts of the key.';
    expect(await verify('api_token', properties)).toEqual({
      ok: false,
      problems: [{ typeId: 'host_not_allowed', field: 'verify_url', message }],
    });
  });

  it('asks for missing fields, and reports a type that does not exist', async () => {
    expect(await verify('basic', { username: 'ann', hosts: 'api.example' })).toEqual({
      ok: false,
      problems: [{ typeId: 'field_required', field: 'password', message: 'Password is required.' }],
    });
    expect(await verify('api_token', { api_token: 'a\nb', hosts: 'api.example' })).toMatchObject({
      problems: [{ typeId: 'text_not_valid', field: 'api_token' }],
    });
    expect(await verify('telepathy', {})).toMatchObject({
      ok: false,
      problems: [{ typeId: 'unknown_key_type' }],
    });
  });
});

describe('ftp', () => {
  const serve = async (options: Parameters<typeof createSignInFtp>[0] = { tls: 'none' }) => {
    const server = await createSignInFtp(options);
    onTestFinished(() => server.close());
    return server;
  };

  it.each(['none', 'explicit', 'implicit'] as const)('takes a key with encryption: %s', async (tls) => {
    const { key } = await serve({ tls });
    expect(await verify('ftp', key.properties)).toEqual({ ok: true, tried: true });
  });

  it('gives up on a server that never answers, and on one that does not speak FTP', async () => {
    const { key } = await serve();
    const silent = await serveTcp(() => undefined);
    expect(await verify('ftp', { ...key.properties, port: silent }, 300)).toEqual({
      ok: false,
      problems: [{ typeId: 'connection_timed_out', field: null, message: 'Connection timed out for these settings.' }],
    });
    const other = await serveTcp((socket) => socket.end('SSH-2.0-x\r\n'));
    expect(await verify('ftp', { ...key.properties, port: other })).toMatchObject({
      ok: false,
      problems: [{ typeId: 'rejected', field: null }],
    });
  });
});
