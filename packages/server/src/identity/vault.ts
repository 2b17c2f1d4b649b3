import { randomBytes } from 'node:crypto';
import type { MasterKey } from '../settings/master-key.ts';
import { AccountKeyError, type AccountKeys } from './account-keys/account-keys.ts';
import { masterKeyId as idOf, seal, unseal } from './seal.ts';

/**
 * A stored secret: AES-256-GCM under a data key of its own. The account's own key wraps the data key, where the account has one,
 * and the master key wraps the result.
 */
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
  /** @throws AccountKeyError */
  seal(owner: SecretOwner, secrets: Secrets): Promise<SealedSecrets>;
  /** @throws AccountKeyError; Error when the master key, the owner or a byte differs */
  open(owner: SecretOwner, sealed: SealedSecrets): Promise<Secrets>;
  /**
   * The data key of a secret wrapped as the account's secrets are now; null where it is.
   * @param bound text that it is bound to
   * @throws as `open` does
   */
  rewrap(accountId: string, wrappedKey: Buffer, bound: string): Promise<Buffer | null>;
  /** The id of the account's own key that wraps a data key; null for none. */
  accountKeyOf(wrappedKey: Buffer, bound: string): string | null;
  readonly masterKeyId: string;
};

/** Length of a data key. Longer ones are wrapped by the account's key, whose id comes first. */
const DATA_KEY = 32;
const ID = 36;

/** Text that both the secrets and their data key are bound to. */
export function boundTo(owner: SecretOwner): string {
  return `${owner.kind}|${owner.accountId}|${owner.id}|${owner.type}|${owner.version}`;
}

function opened(plain: Buffer | null): Buffer {
  if (plain === null)
    throw new Error('A stored secret cannot be opened: it was sealed with another master key, or modified.');
  return plain;
}

const NO_ACCOUNT_KEYS: Pick<AccountKeys, 'current' | 'open'> = {
  current: async () => null,
  open: async () => {
    throw new AccountKeyError('This program does not open keys of accounts', 'Use one with their services.');
  },
};

export function createVault(
  masterKey: MasterKey,
  accountKeys: Pick<AccountKeys, 'current' | 'open'> = NO_ACCOUNT_KEYS,
): Vault {
  const masterKeyId = idOf(masterKey);
  const wrap = async (accountId: string, dataKey: Buffer, bound: string): Promise<Buffer> => {
    const own = await accountKeys.current(accountId);
    const inner = own === null ? dataKey : Buffer.concat([Buffer.from(own.id), seal(own.key, dataKey, bound)]);
    return seal(masterKey, inner, bound);
  };
  const unwrapOuter = (wrappedKey: Buffer, bound: string) => {
    const inner = opened(unseal(masterKey, wrappedKey, bound));
    return inner.length === DATA_KEY
      ? { id: null, inner }
      : { id: inner.toString('utf8', 0, ID), inner: inner.subarray(ID) };
  };
  const unwrap = async (accountId: string, wrappedKey: Buffer, bound: string): Promise<Buffer> => {
    const { id, inner } = unwrapOuter(wrappedKey, bound);
    return id === null ? inner : opened(unseal(await accountKeys.open(accountId, id), inner, bound));
  };
  return {
    masterKeyId,
    async seal(owner, secrets) {
      const dataKey = randomBytes(DATA_KEY);
      const sealed = seal(dataKey, Buffer.from(JSON.stringify(secrets)), boundTo(owner));
      const wrappedKey = await wrap(owner.accountId, dataKey, boundTo(owner));
      dataKey.fill(0);
      return { secrets: sealed, wrappedKey, masterKeyId };
    },
    async open(owner, sealed) {
      const dataKey = await unwrap(owner.accountId, sealed.wrappedKey, boundTo(owner));
      const plain = opened(unseal(dataKey, sealed.secrets, boundTo(owner)));
      dataKey.fill(0);
      return JSON.parse(plain.toString('utf8')) as Secrets;
    },
    async rewrap(accountId, wrappedKey, bound) {
      const current = await accountKeys.current(accountId);
      if (unwrapOuter(wrappedKey, bound).id === (current?.id ?? null)) return null;
      const dataKey = await unwrap(accountId, wrappedKey, bound);
      const rewrapped = await wrap(accountId, dataKey, bound);
      dataKey.fill(0);
      return rewrapped;
    },
    accountKeyOf: (wrappedKey, bound) => unwrapOuter(wrappedKey, bound).id,
  };
}
