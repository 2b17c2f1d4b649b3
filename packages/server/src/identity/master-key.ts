import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MasterKey } from '../settings/master-key.ts';
import { SettingsError } from '../settings/settings-error.ts';

const LENGTH = 32;

/**
 * The master keys of the lines of the file in the data folder, made at the first start. The first one seals.
 * @throws SettingsError when a line of that file does not hold a key
 */
export function loadOwnMasterKey(dataDir: string): MasterKey {
  const path = join(dataDir, 'master.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, `${randomBytes(LENGTH).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  }
  const [first, ...others] = readFileSync(path, 'utf8')
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => Buffer.from(line, 'base64'));
  if (first === undefined || [first, ...others].some(({ length }) => length !== LENGTH))
    throw new SettingsError(`MASTER_KEY is not set and ${path} does not hold a key of 32 bytes in each line.`);
  return [first, ...others];
}
