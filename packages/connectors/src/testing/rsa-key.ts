import { generateKeyPairSync } from 'node:crypto';
import ssh2 from 'ssh2';
import { fingerprintOf } from '../ssh/ssh-login.ts';

export type RsaKey = {
  readonly pem: string;
  /** The public half as OpenSSH writes it. */
  readonly publicKey: string;
  readonly fingerprint: string;
};

/** A private RSA key as PEM, with its public half. */
export function makeRsaKey(): RsaKey {
  const { privateKey: pem } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const parsed = ssh2.utils.parseKey(pem);
  if (parsed instanceof Error || Array.isArray(parsed)) throw new Error('the made key is malformed');
  const blob = parsed.getPublicSSH();
  return { pem, publicKey: `ssh-rsa ${blob.toString('base64')}`, fingerprint: fingerprintOf(blob) };
}
