import { createPrivateKey } from 'node:crypto';
import ssh2 from 'ssh2';
import { fingerprintOf } from '../ssh/ssh-login.ts';
import { RSA_PEMS } from './rsa-pems.ts';

export type RsaKey = {
  readonly pem: string;
  /** The public half as OpenSSH writes it. */
  readonly publicKey: string;
  readonly fingerprint: string;
};

/** The private RSA key of a host, a user or a stranger as PEM, with its public half. */
export function rsaKeyOf(role: 'sshHost' | 'sshUser' | 'stranger'): RsaKey {
  const pem = createPrivateKey(RSA_PEMS[role]).export({ type: 'pkcs1', format: 'pem' }).toString();
  const parsed = ssh2.utils.parseKey(pem);
  if (parsed instanceof Error || Array.isArray(parsed)) throw new Error('the key is malformed');
  const blob = parsed.getPublicSSH();
  return { pem, publicKey: `ssh-rsa ${blob.toString('base64')}`, fingerprint: fingerprintOf(blob) };
}
