import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { keysOf, type MasterKey } from '../settings/master-key.ts';

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/** Fingerprint of the key that seals. Sealed rows carry it. */
export const masterKeyId = (key: MasterKey): string =>
  createHash('sha256').update('switchboard master key').update(keysOf(key)[0]).digest('hex').slice(0, 16);

/**
 * Encrypts with AES-256-GCM. `purpose` says what the secret is for and whose it is: a sealed secret that is moved to
 * another place cannot be opened there.
 */
export function seal(key: MasterKey, secret: Buffer, purpose: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keysOf(key)[0], nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
}

/** The secret, or null when it was sealed with another key or purpose, or has been changed. */
export function unseal(key: MasterKey, sealed: Buffer, purpose: string): Buffer | null {
  if (sealed.length < 1 + NONCE + TAG || sealed[0] !== VERSION) return null;
  for (const one of keysOf(key)) {
    const secret = unsealWith(one, sealed, purpose);
    if (secret !== null) return secret;
  }
  return null;
}

function unsealWith(key: Buffer, sealed: Buffer, purpose: string): Buffer | null {
  const nonce = sealed.subarray(1, 1 + NONCE);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}
