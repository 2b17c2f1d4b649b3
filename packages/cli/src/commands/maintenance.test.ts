import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@switchboard/server/migrate';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

const NAME = `maintenance_${randomBytes(4).toString('hex')}`;
let admin: Client;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-maintenance-'));
  const server = process.env['TEST_POSTGRES_URL'] ?? '';
  admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${NAME}`);
  const url = new URL(server);
  url.pathname = `/${NAME}`;
  await migrate({ url: url.href });
  env = { DATABASE_URL: url.href, MASTER_KEY: randomBytes(32).toString('base64'), DATA_DIR: folder };
});
afterAll(async () => {
  await admin.query(`drop database ${NAME} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

const maintenance = (action: string) => runCommand(['maintenance', action], folder, env);

test('begins, shows and ends maintenance', { timeout: 120_000 }, async () => {
  expect((await maintenance('status')).out).toBe('Maintenance is off.\n');
  const begun = await maintenance('on');
  expect(begun).toMatchObject({ code: 0, err: '' });
  const since = /since (\S+Z)\./.exec(begun.out)?.[1] ?? '';
  expect((await maintenance('status')).out).toBe(`Maintenance is on since ${since}.\n`);
  expect((await maintenance('off')).out).toBe('Maintenance is off.\n');
  expect((await maintenance('off')).out).toBe('Maintenance was off already.\n');
});

test('says which words it knows, and that nothing runs in a folder', async () => {
  const wrong = await maintenance('maybe');
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('Allowed choices are on, off, status.');
  const nothing = await runCommand(['maintenance', 'on'], folder, { DATA_DIR: join(folder, 'none') });
  expect(nothing.code).toBe(1);
  expect(nothing.err).toContain('There is no database in');
});
