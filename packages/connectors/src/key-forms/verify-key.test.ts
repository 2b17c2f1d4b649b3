import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyProperties } from '../spec.ts';
import { buildContext } from '../testing/context.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { serveHttp } from '../testing/http-server.ts';
import { createTestBucket } from '../testing/s3.ts';
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

  it.each([
    [{ password: 'wrong' }, 'password', 'incorrect_user_or_password', 'Incorrect user or password.'],
    [{ db_name: 'nowhere' }, 'db_name', 'database_does_not_exist', 'Database does not exist.'],
    [{ host: 'nowhere.invalid' }, 'host', 'unknown_host', 'Unknown host.'],
    [{ port: 1 }, 'port', 'port_inaccessible', 'Port inaccessible.'],
    [{ host: '10.0.0.1' }, 'host', 'host_not_allowed', 'Host 10.0.0.1 is not allowed.'],
    [{ user: ' ' }, 'user', 'sql_field_required', 'Required field for SQL connection.'],
    [{ port: 'many' }, 'port', 'number_not_valid', 'Port must be a whole number from 1 to 65535.'],
    [{ ssl: 'perhaps' }, 'ssl', 'flag_not_valid', 'Use SSL must be true or false.'],
    [{ dialect: 'sqlite' }, 'dialect', 'invalid_dialect', 'Invalid dialect.'],
  ] as const)('says what is wrong with %j', async (change, field, typeId, message) => {
    const verdict = await verify('sql', { ...database.key.properties, ...change });
    expect(verdict).toEqual({ ok: false, problems: [{ typeId, field, message }] });
  });

  it.each([
    [{ dialect: 'mysql' }, 'its dialect is mysql; only postgresql can be used so far'],
    [
      { ssh_tunnel_host: 'jump.example', ssh_tunnel_user: 'ann', ssh_tunnel_password: 'p' },
      'SSH tunnels cannot be used yet',
    ],
    [{ charset: 'latin1' }, 'its charset is latin1; postgresql is written in utf8'],
  ])('refuses what it cannot use yet: %j', async (change, reason) => {
    const verdict = await verify('sql', { ...database.key.properties, ...change });
    const message = `Key k cannot be used: ${reason}. Edit the key, or use another one.`;
    expect(verdict).toEqual({ ok: false, problems: [{ typeId: 'not_supported', field: null, message }] });
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
    const properties = { header: 'X-Key', verify_url: origin };
    expect(await verify('api_token', { ...properties, api_token: 'right' })).toEqual({ ok: true, tried: true });
    expect(await verify('api_token', { ...properties, api_token: 'wrong' })).toMatchObject({
      ok: false,
      problems: [{ typeId: 'rejected', field: 'api_token' }],
    });
    expect(await verify('api_token', { api_token: 'right', verify_url: 'http://169.254.169.254/' })).toEqual({
      ok: false,
      problems: [{ typeId: 'host_not_allowed', field: 'verify_url', message: 'Host 169.254.169.254 is not allowed.' }],
    });
  });

  it('refuses a verification address at another host than the key is for', async () => {
    const properties = { api_token: 'hush', host: 'api.example', verify_url: 'https://other.example/' };
    const message =
      'Key k may be sent only to api.example, not to other.example. Correct the address, or use another key.';
    expect(await verify('api_token', properties)).toEqual({
      ok: false,
      problems: [{ typeId: 'host_not_allowed', field: 'verify_url', message }],
    });
  });

  it('asks for missing fields, and reports a type that does not exist', async () => {
    expect(await verify('basic', { username: 'ann' })).toEqual({
      ok: false,
      problems: [{ typeId: 'field_required', field: 'password', message: 'Password is required.' }],
    });
    expect(await verify('api_token', { api_token: 'a\nb' })).toMatchObject({
      problems: [{ typeId: 'text_not_valid', field: 'api_token' }],
    });
    expect(await verify('telepathy', {})).toMatchObject({
      ok: false,
      problems: [{ typeId: 'unknown_key_type' }],
    });
  });
});
