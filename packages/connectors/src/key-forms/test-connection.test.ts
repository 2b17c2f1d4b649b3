import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createEgress } from '../network/egress.ts';
import type { KeyProperties } from '../spec.ts';
import { buildContext } from '../testing/context.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createSignInFtp } from '../testing/ftp.ts';
import { serveHttp } from '../testing/http-server.ts';
import { createTestServer } from '../testing/sftp.ts';
import { serveTcp } from '../testing/tcp-server.ts';
import { type ConnectionTest, testConnection } from './test-connection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const test = (type: string, properties: KeyProperties['properties'], timeoutMs?: number): Promise<ConnectionTest> =>
  testConnection({ name: 'k', type, properties }, buildContext(), timeoutMs);
const shown = ({ steps }: ConnectionTest): string[] => steps.map(({ code, status }) => `${code} ${status}`);

it('says what was checked of a database, and that its connection is not encrypted', async () => {
  const { properties } = database.key;
  const tested = await test('sql', properties);
  expect(tested.verdict).toEqual({ ok: true, tried: true });
  expect(shown(tested)).toEqual(['connect ok', 'tls skipped', 'sign_in ok']);
  expect(tested.steps[0]).toEqual({
    code: 'connect',
    status: 'ok',
    milliseconds: 0,
    place: `127.0.0.1:${properties['port']}`,
    message: `Connected to 127.0.0.1:${properties['port']}, whose address is allowed.`,
    advice: null,
  });
});

it('names the step that failed with its advice, and what was not reached', async () => {
  const { properties } = database.key;
  const rejected = await test('sql', { ...properties, password: 'wrong' });
  expect(shown(rejected)).toEqual(['connect ok', 'tls skipped', 'sign_in failed']);
  expect(rejected.steps.at(-1)).toMatchObject({
    message: 'Incorrect user or password.',
    advice: 'Enter user and secret again as the provider shows them. The guide of this form says where.',
  });
  const missing = await test('sql', { ...properties, db_name: 'absent' });
  expect(shown(missing)).toEqual(['connect ok', 'tls skipped', 'sign_in ok', 'access failed']);
  const encrypted = await test('sql', { ...properties, ssl: true });
  expect(shown(encrypted)).toEqual(['connect ok', 'tls failed', 'sign_in skipped']);
  const resolve = () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
  const egress = createEgress({ allowPrivate: [], stallTimeoutMs: 3_000, now: Date.now, resolve });
  const lost = { ...database.key, name: 'k', properties: { ...properties, host: 'absent.invalid' } };
  const unknown = await testConnection(lost, buildContext({ egress }));
  expect(shown(unknown)).toEqual(['resolve failed', 'connect skipped', 'sign_in skipped']);
  expect(unknown.steps[0]?.place).toBe('absent.invalid');
  const closed = await serveTcp((socket) => socket.destroy());
  const cut = await test('sql', { ...properties, port: closed });
  expect(shown(cut)).toEqual(['connect ok', 'tls skipped', 'sign_in failed']);
});

it('refuses an address that is not allowed before it connects', async () => {
  const egress = createEgress({ allowPrivate: [], stallTimeoutMs: 3_000, now: Date.now });
  const tested = await testConnection({ ...database.key, name: 'k' }, buildContext({ egress }));
  expect(shown(tested)).toEqual(['connect failed', 'sign_in skipped']);
  expect(tested.steps[0]?.advice).toContain('EGRESS_ALLOW');
});

it('says of an HTTP key whether the certificate or the key is at fault', async () => {
  const plain = await serveHttp((_, response) => void response.writeHead(401).end());
  const at = (origin: string) => ({ api_token: 't', hosts: new URL(origin).host, verify_url: origin });
  const unencrypted = await test('api_token', at(plain.replace('http:', 'https:')));
  expect(shown(unencrypted)).toEqual(['connect ok', 'tls failed', 'sign_in skipped']);
  const rejected = await test('api_token', at(plain));
  expect(shown(rejected)).toEqual(['connect ok', 'sign_in failed']);
});

it('says what a key of a file server may list', async () => {
  const ftp = await createSignInFtp({ tls: 'none' });
  onTestFinished(() => ftp.close());
  expect(shown(await test('ftp', ftp.key.properties))).toEqual(['connect ok', 'sign_in ok', 'access ok']);
  const sftp = await createTestServer();
  onTestFinished(() => sftp.close());
  const tested = await test('sftp', sftp.key.properties);
  expect(shown(tested)).toEqual(['connect ok', 'sign_in ok']);
});

it('checks no step of properties that are invalid by themselves', async () => {
  expect(await test('sql', { ...database.key.properties, port: 0 })).toMatchObject({
    verdict: { ok: false },
    steps: [],
  });
});

it('reports a silent server as the step that it never answered', async () => {
  const silent = await serveTcp(() => undefined);
  const tested = await test('sql', { ...database.key.properties, port: silent }, 300);
  expect(shown(tested)).toEqual(['connect ok', 'tls skipped', 'sign_in failed']);
});
