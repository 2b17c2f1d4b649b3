import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KeyVerdict, verifyKey } from '../../key-forms/verify-key.ts';
import { createEgress } from '../../network/egress.ts';
import { secretsOf } from '../../secrets.ts';
import type { KeyProperties } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { serveTcp } from '../../testing/tcp-server.ts';
import { accountToken, containerToken } from './testing/sas.ts';
import { startAzure, type TestAzure } from './testing/start-azure.ts';

let azure: TestAzure;
let container: string;
beforeAll(async () => {
  azure = await startAzure();
  container = (await azure.createContainer()).name;
});
afterAll(() => azure.close());
beforeEach(() => azure.plant());

const verify = (key: KeyProperties, timeoutMs?: number): Promise<KeyVerdict> =>
  verifyKey(key, buildContext(), timeoutMs);
const OTHER = Buffer.alloc(64, 'another key').toString('base64');
const account = (change?: Readonly<Record<string, string>>) => azure.sasKey(accountToken(azure.account, change));
const ofContainer = (change?: Readonly<Record<string, string>>, named: string | null = container): KeyProperties => {
  const key = azure.sasKey(containerToken(azure.account, container, change));
  return { ...key, properties: { ...key.properties, container: named } };
};

describe('a key of an Azure storage account', () => {
  it.each<[string, () => KeyProperties]>([
    ['its account key', () => azure.key()],
    ['its account key and a container', () => azure.key({ container })],
    ['a token of the account', () => account()],
    ['a token that may list nothing', () => account({ sp: 'r' })],
    ['a token that is for blobs alone', () => account({ srt: 'o' })],
    ['a token of a container', () => ofContainer()],
    ['a token of a container that may only write', () => ofContainer({ sp: 'w' })],
  ])('accepts %s', async (_, key) => {
    expect(await verify(key())).toEqual({ ok: true, tried: true });
    expect(azure.asked()).toHaveLength(1);
  });

  it('a key of an Azure storage account is not tried with a token of a container that it does not name', async () => {
    expect(await verify(ofContainer({}, null))).toEqual({ ok: true, tried: false });
    expect(azure.asked()).toEqual([]);
  });

  it.each<[string, () => KeyProperties, string, string, string]>([
    [
      'an unknown container',
      () => azure.key({ container: 'nowhere' }),
      'container',
      'container_does_not_exist',
      'Container does not exist.',
    ],
    [
      'another host',
      () => azure.key({ endpoint: 'http://10.0.0.1' }),
      'endpoint',
      'host_not_allowed',
      'Host 10.0.0.1 is not allowed.',
    ],
    [
      'another port',
      () => azure.key({ endpoint: 'http://127.0.0.1:1' }),
      'endpoint',
      'port_inaccessible',
      'Port inaccessible.',
    ],
    [
      'no account key',
      () => azure.key({ account_key: null }),
      'account_key',
      'field_required',
      'Account key is required.',
    ],
    [
      'no account',
      () => azure.key({ account_name: ' ' }),
      'account_name',
      'field_required',
      'Account name is required.',
    ],
    ['no token', () => azure.key({ auth_type: 'sas_token' }), 'sas_token', 'field_required', 'SAS token is required.'],
  ])('refuses %s at the field', async (_, key, field, typeId, message) => {
    expect(await verify(key())).toEqual({ ok: false, problems: [{ typeId, field, message }] });
  });

  it.each<[string, () => KeyProperties, string]>([
    ['another account key', () => azure.key({ account_key: OTHER }), 'account_key'],
    [
      'a token signed with another key',
      () => azure.sasKey(accountToken({ ...azure.account, key: OTHER })),
      'sas_token',
    ],
    ['a token of another container', () => ofContainer({}, 'another'), 'sas_token'],
    ['a token that has ended', () => account({ se: '2020-01-01T00:00:00Z' }), 'sas_token'],
  ])('refuses %s there, without its secrets', async (_, make, field) => {
    const key = make();
    const verdict = await verify(key);
    expect(verdict).toMatchObject({ ok: false, problems: [{ field }] });
    const secrets = secretsOf(key);
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(JSON.stringify(verdict)).not.toContain(secret);
  });

  it.each([
    [{ account_name: 'Acme' }, 'account_name'],
    [{ account_key: 'not base 64' }, 'account_key'],
    [{ auth_type: 'sas_token', sas_token: 'sv=2021-12-02&se=2030-01-01' }, 'sas_token'],
    [{ container: 'UPPER' }, 'container'],
    [{ endpoint: 'http://127.0.0.1/a/b?c' }, 'endpoint'],
  ])('sends no request with %j', async (change, field) => {
    expect(await verify(azure.key(change))).toMatchObject({
      ok: false,
      problems: [{ typeId: 'pattern_not_matched', field }],
    });
    expect(azure.asked()).toEqual([]);
  });

  it('says that the account is wrong when there is no such host', async () => {
    const resolve = async (): Promise<never> => {
      throw Object.assign(new Error('unknown host'), { code: 'ENOTFOUND' });
    };
    const egress = createEgress({ allowPrivate: [], stallTimeoutMs: 400, now: Date.now, resolve });
    for (const [endpoint, field] of [
      [null, 'account_name'],
      ['https://blobs.acme.example', 'endpoint'],
    ] as const)
      expect(await verifyKey(azure.key({ endpoint }), buildContext({ egress }))).toEqual({
        ok: false,
        problems: [{ typeId: 'unknown_host', field, message: 'Unknown host.' }],
      });
  });

  it('gives up after the time for it', async () => {
    const port = await serveTcp(() => undefined);
    expect(await verify(azure.keyTo(port), 200)).toEqual({
      ok: false,
      problems: [{ typeId: 'connection_timed_out', field: null, message: 'Connection timed out for these settings.' }],
    });
  });
});
