import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type Egress, KeyServiceError, type KmsCredentials, openKeyService } from '@switchboard/connectors';
import { type KeyReference, parseKeyReference } from '@switchboard/model/key-reference';
import type { Database } from '../../db/database.ts';
import type { MasterKey } from '../../settings/master-key.ts';
import { masterKeyId, seal, unseal } from '../seal.ts';
import {
  type addAccountKey,
  currentKeyId,
  purposeOf,
  readAccountKey,
  type StoredAccountKey,
} from './store-account-key.ts';

const SET_AGAIN = 'Set the key of the account again.';

/** The key of an account does not open. The message says why, and what to do. */
export class AccountKeyError extends Error {
  override readonly name = 'AccountKeyError';
  /** The problem, without the advice and without a full stop. */
  readonly reason: string;

  /** @param advice a sentence */
  constructor(reason: string, advice: string, cause?: unknown) {
    super(`${reason}. ${advice}`, { cause });
    this.reason = reason;
  }

  static from(failure: KeyServiceError): AccountKeyError {
    return new AccountKeyError(failure.reason, failure.advice, failure);
  }
}

/** An open key of an account. */
export type AccountKey = { readonly id: string; readonly key: Buffer };

export type NewAccountKey = Omit<Parameters<typeof addAccountKey>[2], 'personId'>;

/** The keys that accounts bring themselves, open in memory for a while. All throw AccountKeyError. */
export type AccountKeys = {
  /** The key that seals the secrets of an account; null for none. */
  current(accountId: string): Promise<AccountKey | null>;
  open(accountId: string, id: string): Promise<Buffer>;
  /** Makes a key that the service of the account wraps, and proves that the service opens it again. */
  make(accountId: string, reference: KeyReference, credentials: KmsCredentials): Promise<NewAccountKey>;
};

export type AccountKeyOptions = {
  readonly database: Database;
  readonly masterKey: MasterKey;
  readonly egress: Egress;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Seconds for which an open key is used before its service is asked again. */
  readonly cacheSeconds: number;
};

type Open = { readonly key: Buffer; readonly renews: number; readonly ends: number };

const fingerprintOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex');

export function createAccountKeys({ database, masterKey, egress, now, cacheSeconds }: AccountKeyOptions): AccountKeys {
  const cache = new Map<string, Open>();
  const pending = new Map<string, Promise<Buffer>>();
  const boundTo = (accountId: string): string => `switchboard account ${accountId}`;
  const context = { egress, now };

  async function unwrap(accountId: string, id: string): Promise<Buffer> {
    const name = `${accountId} ${id}`;
    const asked = now();
    const stored = await readAccountKey(database, accountId, id);
    if (stored === null)
      throw new AccountKeyError(
        'The key of the account that sealed this secret is gone',
        'Restore its row of account_key.',
      );
    try {
      const service = openKeyService(parseReference(stored), openCredentials(accountId, id, stored), context);
      const key = await service.unwrap(stored.wrapped, boundTo(accountId));
      if (fingerprintOf(key) !== stored.fingerprint)
        throw new AccountKeyError(`${stored.reference} opens another key than it wrapped`, SET_AGAIN);
      const life = cacheSeconds * 1_000;
      cache.set(name, { key, renews: asked + life / 2, ends: asked + life });
      return key;
    } catch (error) {
      // A refusal counts at once; a service that is away leaves the open key until its end.
      if (!(error instanceof KeyServiceError && error.isPassing)) cache.delete(name);
      throw error instanceof KeyServiceError ? AccountKeyError.from(error) : error;
    }
  }

  function parseReference({ reference }: StoredAccountKey): KeyReference {
    const parsed = parseKeyReference(reference);
    if (parsed === null) throw new AccountKeyError(`${reference} does not name a key`, SET_AGAIN);
    return parsed;
  }

  function openCredentials(accountId: string, id: string, { credentials }: StoredAccountKey): KmsCredentials {
    const plain = unseal(masterKey, credentials, purposeOf(accountId, id));
    if (plain === null) throw new AccountKeyError('The credentials of the account’s key cannot be opened', SET_AGAIN);
    return JSON.parse(plain.toString()) as KmsCredentials;
  }

  /** Asks the service, once for all callers at the same time. */
  function refresh(accountId: string, id: string): Promise<Buffer> {
    const name = `${accountId} ${id}`;
    const asked = pending.get(name) ?? unwrap(accountId, id).finally(() => pending.delete(name));
    pending.set(name, asked);
    return asked;
  }

  async function open(accountId: string, id: string): Promise<Buffer> {
    const known = cache.get(`${accountId} ${id}`);
    if (known === undefined || now() >= known.ends) return refresh(accountId, id);
    // Whether it can be renewed shows before it ends.
    if (now() >= known.renews) refresh(accountId, id).catch(() => undefined);
    return known.key;
  }

  return {
    open,
    async current(accountId) {
      const id = await currentKeyId(database, accountId);
      return id === null ? null : { id, key: await open(accountId, id) };
    },
    async make(accountId, reference, credentials) {
      const service = openKeyService(reference, credentials, context);
      const key = randomBytes(32);
      try {
        const wrapped = await service.wrap(key, boundTo(accountId));
        if (!(await service.unwrap(wrapped, boundTo(accountId))).equals(key))
          throw new AccountKeyError(`${reference.text} opens another key than it wrapped`, 'Check the key there.');
        const id = randomUUID();
        return {
          id,
          reference: reference.text,
          wrapped,
          fingerprint: fingerprintOf(key),
          credentials: seal(masterKey, Buffer.from(JSON.stringify(credentials)), purposeOf(accountId, id)),
          masterKeyId: masterKeyId(masterKey),
        };
      } catch (error) {
        throw error instanceof KeyServiceError ? AccountKeyError.from(error) : error;
      } finally {
        key.fill(0);
      }
    },
  };
}
