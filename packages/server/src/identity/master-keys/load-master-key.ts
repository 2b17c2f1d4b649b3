import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createEgress, type KeyService, KeyServiceError, openKeyService } from '@switchboard/connectors';
import type { Database } from '../../db/database.ts';
import type { Settings } from '../../env.ts';
import type { MasterKey } from '../../settings/master-key.ts';
import { type MasterKeySource, parseMasterKey } from '../../settings/master-key-settings.ts';
import { SettingsError } from '../../settings/settings-error.ts';
import { loadOwnMasterKey } from '../master-key.ts';
import { masterKeyId } from '../seal.ts';
import { addWrappedKey, readWrappedKey, replaceWrappedKey, type WrappedKey } from './wrapped-keys.ts';

/** Milliseconds of silence after which a key service counts as away. */
const STALL_MS = 5_000;
/** The context that wrapped master keys are bound to. */
const BOUND = 'switchboard master key';

export type MasterKeyLoading = {
  /** Migrated. */
  readonly database: Database;
  readonly settings: Pick<Settings, 'masterKey' | 'dataDir' | 'keyServices'>;
  /** Waits until a key service that is away is asked again. Throws to give up. */
  readonly onUnavailable: (error: KeyServiceError) => Promise<void>;
};

/**
 * The master keys of the settings, the sealing one first. Those that a key service wraps are unwrapped by it, or made at their
 * first use, and stay in memory.
 * @throws SettingsError where a key cannot be had, and what `onUnavailable` throws
 */
export async function loadMasterKey(loading: MasterKeyLoading): Promise<MasterKey> {
  const { masterKey, dataDir } = loading.settings;
  if (masterKey === null) return loadOwnMasterKey(dataDir);
  const keys: Buffer[] = [];
  for (const source of masterKey) keys.push(await openSource(source, loading));
  const [first, ...others] = keys;
  if (first === undefined) throw new SettingsError('MASTER_KEY must name a key.');
  return [first, ...others];
}

/**
 * Has each key service wrap its master key again, with the newest version of its own key.
 * @returns the references
 * @throws as `loadMasterKey` does
 */
export async function rewrapMasterKeys(loading: MasterKeyLoading): Promise<readonly string[]> {
  const rewrapped: string[] = [];
  for (const source of loading.settings.masterKey ?? []) {
    if (!('reference' in source)) continue;
    const stored = await readWrappedKey(loading.database, source.name);
    if (stored === null) continue;
    const service = serviceOf(source, loading);
    const key = await unwrapStored(service, stored, loading);
    const wrapped = await patiently(loading, () => wrapProven(service, key));
    await replaceWrappedKey(loading.database, { ...stored, wrapped });
    rewrapped.push(source.name);
  }
  return rewrapped;
}

async function openSource(source: MasterKeySource, loading: MasterKeyLoading): Promise<Buffer> {
  if (Buffer.isBuffer(source)) return source;
  if ('file' in source) return readKeyFile(source.file);
  const { database } = loading;
  const service = serviceOf(source, loading);
  const stored = await readWrappedKey(database, source.name);
  if (stored !== null) return unwrapStored(service, stored, loading);
  const key = randomBytes(32);
  const wrapped = await patiently(loading, () => wrapProven(service, key));
  await addWrappedKey(database, { reference: source.name, masterKeyId: masterKeyId(key), wrapped });
  // Of programs that start together, one stores its key, and all use that one.
  const first = await readWrappedKey(database, source.name);
  return first === null || first.wrapped === wrapped ? key : unwrapStored(service, first, loading);
}

function serviceOf(
  { reference }: Exclude<MasterKeySource, Buffer | { readonly file: string }>,
  { settings: { keyServices } }: MasterKeyLoading,
): KeyService {
  const credentials = keyServices.credentials[reference.kind];
  if (credentials === undefined) throw new SettingsError(`${reference.text} in MASTER_KEY has no credentials.`);
  const egress = createEgress({ allowPrivate: keyServices.hosts, stallTimeoutMs: STALL_MS, now: Date.now });
  return openKeyService(reference, credentials, { egress, now: Date.now });
}

/** Wraps a key, and proves that the service opens it again. */
async function wrapProven(service: KeyService, key: Buffer): Promise<string> {
  const wrapped = await service.wrap(key, BOUND);
  if ((await service.unwrap(wrapped, BOUND)).equals(key)) return wrapped;
  throw new KeyServiceError('The key service unwraps another key than it wrapped', 'Check its key.', false);
}

async function unwrapStored(service: KeyService, stored: WrappedKey, loading: MasterKeyLoading): Promise<Buffer> {
  const key = await patiently(loading, () => service.unwrap(stored.wrapped, BOUND));
  if (key.length === 32 && masterKeyId(key) === stored.masterKeyId) return key;
  throw new SettingsError(
    `${stored.reference} in MASTER_KEY unwraps to another key than ${stored.masterKeyId}. Restore its row of wrapped_master_key.`,
  );
}

/** Calls a key service until it answers. */
async function patiently<Result>({ onUnavailable }: MasterKeyLoading, call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof KeyServiceError)) throw error;
      if (!error.isPassing) throw new SettingsError(`MASTER_KEY cannot be opened. ${error.message}`, { cause: error });
      await onUnavailable(error);
    }
  }
}

function readKeyFile(path: string): Buffer {
  try {
    return parseMasterKey(readFileSync(path, 'utf8').trim());
  } catch (cause) {
    throw new SettingsError(`MASTER_KEY names the file ${path}, which does not hold the Base64 of 32 random bytes.`, {
      cause,
    });
  }
}
