import { createPrivateKey } from 'node:crypto';
import ssh2 from 'ssh2';
import { describe, expect, it } from 'vitest';
import { rsaKeyOf } from '../testing/rsa-key.ts';
import { loginFailure } from './ssh-failure.ts';
import { readPrivateKey } from './ssh-login.ts';

const { generateKeyPairSync, parseKey } = ssh2.utils;
const read = (pem: string, passphrase?: string) => readPrivateKey(pem, passphrase, parseKey);

const locked = (type: 'pkcs1' | 'pkcs8'): string =>
  createPrivateKey(rsaKeyOf('sshUser').pem)
    .export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' })
    .toString();
const byOpenSsh = (): string =>
  generateKeyPairSync('ed25519', { passphrase: 'open', cipher: 'aes256-ctr', rounds: 1 }).private;

it.each([
  ['PKCS#1', () => locked('pkcs1')],
  ['PKCS#8', () => locked('pkcs8')],
  ['OpenSSH', byOpenSsh],
])('opens an encrypted private key of %s with its passphrase alone', (_, make) => {
  const pem = make();
  expect(read(pem, 'open').isPrivateKey()).toBe(true);
  expect(() => read(pem, 'another')).toThrow(expect.objectContaining({ code: 'SSH_PASSPHRASE' }));
  expect(() => read(pem)).toThrow(expect.objectContaining({ code: 'SSH_NO_PASSPHRASE' }));
});

it('takes a passphrase that the key does not need', () => {
  expect(read(rsaKeyOf('sshUser').pem, 'open').isPrivateKey()).toBe(true);
});

describe('an old server', () => {
  const refused = (reason: string, kind: 'password' | 'private key', useSha1 = false) =>
    loginFailure(new Error(reason), { host: 'old.test', secret: { kind }, useSha1 });
  const HOST_KEY = 'Handshake failed: no matching host key format';
  const EXCHANGE = 'Handshake failed: no matching key exchange algorithm';

  it.each([HOST_KEY, EXCHANGE])(
    'names the flag that would help a key with a password: %s',
    { tags: 'case:old-ssh-with-password' },
    (reason) => {
      expect(refused(reason, 'password').message).toContain('I acknowledge using SHA-1, which is insecure.');
      expect(refused(reason, 'private key')).toMatchObject({ code: 'SSH_SHA1' });
      expect(refused(reason, 'private key', true).message).toContain('no algorithm that is secure enough');
    },
  );
});
