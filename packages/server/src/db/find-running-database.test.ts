import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findRunningDatabase } from './find-running-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'switchboard-find-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('takes the database of the settings, else the running one of the data folder, else fails with what to do', () => {
  const databaseUrl = 'postgresql://u:p@db/x';
  expect(findRunningDatabase({ databaseUrl, databaseLogins: null, dataDir: folder })).toBe(databaseUrl);
  const databaseLogins = {
    owner: 'postgresql://o:p@db/x',
    identity: 'postgresql://i:p@db/x',
    admin: 'postgresql://a:p@db/x',
  };
  expect(findRunningDatabase({ databaseUrl, databaseLogins, dataDir: folder })).toBe(databaseLogins.owner);
  expect(() => findRunningDatabase({ databaseUrl: null, databaseLogins: null, dataDir: folder })).toThrow(
    `There is no database in ${folder}. Set DATA_DIR`,
  );
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres/password'), 'abc\n');
  writeFileSync(join(folder, 'postgres/port'), '5555');
  expect(findRunningDatabase({ databaseUrl: null, databaseLogins: null, dataDir: folder })).toBe(
    'postgresql://postgres:abc@127.0.0.1:5555/switchboard',
  );
});
