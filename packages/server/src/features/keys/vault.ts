import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A stored secret: AES-256-GCM under a data key of its own, which the master key wraps. */
export type SealedSecrets = {
  readonly secrets: Buffer;
  readonly wrappedKey: Buffer;
  readonly masterKeyId: string;
};

/** What a sealed secret is bound to: moved to another key, type or account it no longer opens. */
export type SecretOwner = {
  readonly accountId: string;
  readonly keyId: string;
  readonly type: string;
  readonly version: number;
};

export type Secrets = Readonly<Record<string, string>>;

export type Vault = {
  seal(owner: SecretOwner, secrets: Secrets): SealedSecrets;
  /** Throws when the master key, the owner or a byte differs. */
  open(owner: SecretOwner, sealed: SealedSecrets): Secrets;
  readonly masterKeyId: string;
};

const NONCE = 12;
const TAG = 16;

function associatedData(owner: SecretOwner): Buffer {
  return Buffer.from(`v1|${owner.accountId}|${owner.keyId}|${owner.type}|${owner.version}`);
}

function encrypt(key: Buffer, plain: Buffer, bound: Buffer): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, bound: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE)).setAAD(bound);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE, sealed.length - TAG)), decipher.final()]);
}

/** @param masterKey 32 bytes */
export function createVault(masterKey: Buffer): Vault {
  const masterKeyId = createHash('sha256')
    .update('switchboard master key')
    .update(masterKey)
    .digest('hex')
    .slice(0, 16);
  return {
    masterKeyId,
    seal(owner, secrets) {
      const dataKey = randomBytes(32);
      const bound = associatedData(owner);
      const sealed = encrypt(dataKey, Buffer.from(JSON.stringify(secrets)), bound);
      const wrappedKey = encrypt(masterKey, dataKey, bound);
      dataKey.fill(0);
      return { secrets: sealed, wrappedKey, masterKeyId };
    },
    open(owner, sealed) {
      const bound = associatedData(owner);
      const dataKey = decrypt(masterKey, sealed.wrappedKey, bound);
      const plain = decrypt(dataKey, sealed.secrets, bound);
      dataKey.fill(0);
      return JSON.parse(plain.toString('utf8')) as Secrets;
    },
  };
}
