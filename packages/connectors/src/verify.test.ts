import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyProperties } from './spec.ts';
import { buildContext } from './test/context.ts';
import { createTestDatabase, type TestDatabase } from './test/database.ts';
import { serveHttp } from './test/http-server.ts';
import { createTestBucket } from './test/s3.ts';
import { type KeyVerdict, verifyKey } from './verify.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const verify = (type: string, properties: KeyProperties['properties'], timeoutMs?: number): Promise<KeyVerdict> =>
  verifyKey(type, { name: 'k', properties }, buildContext(), timeoutMs);

describe('postgres', () => {
  it('takes a key that works', async () => {
    expect(await verify('postgres', database.key.properties)).toEqual({ ok: true, tried: true });
  });

  it.each([
    [{ password: 'wrong' }, 'password', 'Incorrect user or password.'],
    [{ db_name: 'nowhere' }, 'db_name', 'Database does not exist.'],
    [{ host: 'nowhere.invalid' }, 'host', 'Unknown host.'],
    [{ port: 1 }, 'port', 'Port inaccessible.'],
    [{ host: '10.0.0.1' }, 'host', 'Host 10.0.0.1 is not allowed.'],
    [{ user: ' ' }, 'user', 'User is required.'],
    [{ port: 'many' }, 'port', 'Port has to be a whole number.'],
    [{ ssl: 'perhaps' }, 'ssl', 'Use SSL has to be true or false.'],
    [{ server_ca_pem: 'x' }, 'server_ca_pem', 'Server CA certificate is no PEM file.'],
  ])('says what is wrong with %j', async (change, field, message) => {
    const verdict = await verify('postgres', { ...database.key.properties, ...change });
    expect(verdict).toEqual({ ok: false, problems: [{ field, message }] });
  });

  it('gives up on a server that never answers', async () => {
    const origin = await serveHttp(() => undefined);
    const verdict = await verify('postgres', { ...database.key.properties, port: Number(new URL(origin).port) }, 300);
    expect(verdict).toMatchObject({ ok: false });
  });

  it('stops when it is cancelled', async () => {
    const context = buildContext({ signal: AbortSignal.abort(new Error('cancelled')) });
    await expect(verifyKey('postgres', database.key, context)).rejects.toThrow('cancelled');
  });
});

describe('aws', () => {
  it('takes a key whose signature is good, also one that may not list buckets', async () => {
    const { key, deniedKey } = await createTestBucket();
    for (const { properties } of [key, deniedKey])
      expect(await verify('aws', properties)).toEqual({ ok: true, tried: true });
  });

  it.each([
    [{ aws_access_key_id: 'AKIANOBODY' }, 'aws_access_key_id', 'Unknown access key.'],
    [{ aws_secret_access_key: 'wrong' }, 'aws_secret_access_key', 'Incorrect secret access key.'],
    [{ aws_secret_access_key: '' }, 'aws_secret_access_key', 'Secret access key is required.'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'endpoint', 'Port inaccessible.'],
    [{ endpoint: 'http://10.0.0.1' }, 'endpoint', 'Host 10.0.0.1 is not allowed.'],
  ])('says what is wrong with %j', async (change, field, message) => {
    const { key } = await createTestBucket();
    const verdict = await verify('aws', { ...key.properties, ...change });
    expect(verdict).toEqual({ ok: false, problems: [{ field, message }] });
  });

  it.each([
    [{ endpoint: 'http://127.0.0.1/path' }, 'endpoint has to be an address without a path'],
    [{ region: 'EU west' }, 'region is no region'],
  ])('asks nobody with %j', async (change, message) => {
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
    const properties = { header: 'X-Key', verify_url: origin };
    expect(await verify('api_token', { ...properties, token: 'right' })).toEqual({ ok: true, tried: true });
    expect(await verify('api_token', { ...properties, token: 'wrong' })).toMatchObject({
      ok: false,
      problems: [{ field: 'token' }],
    });
    expect(await verify('api_token', { token: 'right', verify_url: 'http://169.254.169.254/' })).toEqual({
      ok: false,
      problems: [{ field: 'verify_url', message: 'Host 169.254.169.254 is not allowed.' }],
    });
  });

  it('asks for what is missing, and tells a type that there is not', async () => {
    expect(await verify('basic', { username: 'ann' })).toEqual({
      ok: false,
      problems: [{ field: 'password', message: 'Password is required.' }],
    });
    expect(await verify('api_token', { token: 'a\nb' })).toMatchObject({ problems: [{ field: 'token' }] });
    expect(await verify('telepathy', {})).toMatchObject({ ok: false });
  });
});
