import { randomBytes } from 'node:crypto';
import type { MasterKey } from '../settings/master-key.ts';
import { masterKeyId as idOf, seal, unseal } from './seal.ts';

/** A stored secret: AES-256-GCM under a data key of its own, which the master key wraps. */
export type SealedSecrets = {
  readonly secrets: Buffer;
  readonly wrappedKey: Buffer;
  readonly masterKeyId: string;
};

/** Binding of a sealed secret: moved to another owner, type or account it cannot be opened. */
export type SecretOwner = {
  readonly kind: 'key' | 'integration' | 'audit_stream' | 'sso_connection';
  readonly accountId: string;
  readonly id: string;
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

/** Text that both the secrets and their data key are bound to. */
export function boundTo(owner: SecretOwner): string {
  return `${owner.kind}|${owner.accountId}|${owner.id}|${owner.type}|${owner.version}`;
}

function opened(plain: Buffer | null): Buffer {
  if (plain === null)
    throw new Error('A stored secret cannot be opened: it was sealed with another master key, or modified.');
  return plain;
}

export function createVault(masterKey: MasterKey): Vault {
  const masterKeyId = idOf(masterKey);
  return {
    masterKeyId,
    seal(owner, secrets) {
      const dataKey = randomBytes(32);
      const sealed = seal(dataKey, Buffer.from(JSON.stringify(secrets)), boundTo(owner));
      const wrappedKey = seal(masterKey, dataKey, boundTo(owner));
      dataKey.fill(0);
      return { secrets: sealed, wrappedKey, masterKeyId };
    },
    open(owner, sealed) {
      const dataKey = opened(unseal(masterKey, sealed.wrappedKey, boundTo(owner)));
      const plain = opened(unseal(dataKey, sealed.secrets, boundTo(owner)));
      dataKey.fill(0);
      return JSON.parse(plain.toString('utf8')) as Secrets;
    },
  };
}
