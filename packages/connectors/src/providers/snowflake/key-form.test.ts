import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyKey } from '../../key-forms/verify-key.ts';
import type { KeyProperties } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { freePort } from '../../testing/free-port.ts';
import { RSA_PEMS } from '../../testing/rsa-pems.ts';
import { tokenChange } from '../../testing/snowflake/authorize.ts';
import { startSnowflake, type TestSnowflake } from '../../testing/snowflake/start-snowflake.ts';

let snowflake: TestSnowflake;
beforeAll(async () => {
  snowflake = await startSnowflake();
});
afterAll(() => snowflake.close());

const verify = (change?: KeyProperties['properties']) => verifyKey(snowflake.key(change), buildContext());
const shortPem = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const lockedPem = (passphrase: string): string =>
  createPrivateKey(RSA_PEMS.stranger)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
    .toString();

describe('a key of Snowflake', () => {
  it('tries a statement that needs no warehouse', async () => {
    expect(await verify()).toEqual({ ok: true, tried: true });
    expect(await verify(tokenChange())).toEqual({ ok: true, tried: true });
    expect(snowflake.statements()).toEqual(['SELECT CURRENT_VERSION()', 'SELECT CURRENT_VERSION()']);
  });

  it.each<[string, () => Promise<KeyProperties['properties']>, string, string | null]>([
    ['the key pair of another', async () => ({ private_key: RSA_PEMS.stranger }), 'rejected', 'private_key'],
    ['a short private key', async () => ({ private_key: shortPem() }), 'malformed_rsa_key', 'private_key'],
    [
      'another passphrase',
      async () => ({ private_key: lockedPem('right'), private_key_passphrase: 'wrong' }),
      'incorrect_passphrase',
      'private_key_passphrase',
    ],
    ['a token that is not known', async () => tokenChange('another-token'), 'rejected', 'token'],
    ['a password', async () => ({ password: 'secret' }), 'unknown_field', 'password'],
    [
      'an address where nothing listens',
      async () => ({ endpoint: `http://127.0.0.1:${await freePort()}` }),
      'port_inaccessible',
      'endpoint',
    ],
  ])('a key of Snowflake is not accepted with %s', async (_, change, typeId, field) => {
    const properties = await change();
    const verdict = await verify(properties);
    expect(verdict).toMatchObject({ ok: false, problems: [{ typeId, field }] });
    for (const value of Object.values(properties).filter((secret) => String(secret).length > 12))
      expect(typeId === 'port_inaccessible' || !JSON.stringify(verdict).includes(String(value))).toBe(true);
  });
});
