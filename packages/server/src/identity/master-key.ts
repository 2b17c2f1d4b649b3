import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../settings/settings-error.ts';

const LENGTH = 32;

/**
 * The 32 bytes that protect stored secrets: those of MASTER_KEY, else those in the data folder, made at the first start.
 * @throws SettingsError when the file in the data folder does not hold a key
 */
export function loadMasterKey(fromSettings: Buffer | null, dataDir: string): Buffer {
  if (fromSettings !== null) return fromSettings;
  const path = join(dataDir, 'master.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, `${randomBytes(LENGTH).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== LENGTH)
    throw new SettingsError(`MASTER_KEY is not set and ${path} does not hold a key of 32 bytes.`);
  return key;
}
