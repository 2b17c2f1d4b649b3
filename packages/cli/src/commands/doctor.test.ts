import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DoctorReport } from '@switchboard/server';
import { migrate } from '@switchboard/server/migrate';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';

const NAME = `doctor_${randomBytes(4).toString('hex')}`;
let admin: Client;
let program: Client;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-doctor-'));
  const server = process.env['TEST_POSTGRES_URL'] ?? '';
  admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${NAME}`);
  const url = new URL(server);
  url.pathname = `/${NAME}`;
  await migrate({ url: url.href });
  // Stands for a program that works on this database.
  program = new Client({ connectionString: url.href, application_name: 'switchboard' });
  await program.connect();
  env = { DATABASE_URL: url.href, MASTER_KEY: randomBytes(32).toString('base64'), DATA_DIR: folder };
});
afterAll(async () => {
  await program.end();
  await admin.query(`drop database ${NAME} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

test('nothing stuck exits 0; something stuck exits 1 and says what to do; both read the same as JSON', async () => {
  const well = await runCommand(['doctor'], folder, env);
  expect(well.err).toBe('');
  expect(well.out).toContain('Nothing is stuck.');
  expect(well.code).toBe(0);

  await program.query(`with a as (insert into account (url_name, name) values ('stuck', 'Stuck') returning id)
    insert into download_declaration (account_id, name, project, connector, key_id, status, status_reason, scheduled_through)
    select id, 'ads', 'ads', 'http', null, 'suspended', E'its last 3 report dates failed.\\x1b[2J', now() from a`);
  const stuck = await runCommand(['doctor'], folder, env);
  expect(stuck.out).toContain('✗ Suspended downloads and uploads: 1');
  expect(stuck.out).toContain('stuck: download ads: its last 3 report dates failed.');
  expect(stuck.out).toContain('unsuspend the download ads.');
  expect(stuck.out).not.toContain('\u001b');
  expect(stuck.code).toBe(1);

  const json = await runCommand(['doctor', '--json'], folder, env);
  const report = JSON.parse(json.out) as DoctorReport;
  expect(report.stuck).toBe(true);
  expect(report.findings.find(({ check }) => check === 'declarations')).toMatchObject({ level: 'problem', total: 1 });
  expect(json.code).toBe(1);
  const { password } = new URL(env['DATABASE_URL'] ?? '');
  if (password !== '') expect(json.out).not.toContain(password);
});

test('what cannot be read exits 2 and says why', async () => {
  const empty = await runCommand(['doctor'], folder, { DATA_DIR: join(folder, 'none') });
  expect(empty.code).toBe(2);
  expect(empty.err).toContain('There is no database in');
  const postgres = join(folder, 'stopped', 'postgres');
  mkdirSync(postgres, { recursive: true });
  writeFileSync(join(postgres, 'password'), 'abc');
  writeFileSync(join(postgres, 'port'), '1');
  const stopped = await runCommand(['doctor'], folder, { DATA_DIR: join(folder, 'stopped') });
  expect(stopped.code).toBe(2);
  expect(stopped.err).toContain('Could not connect to the database at 127.0.0.1:1/switchboard');
  expect(stopped.err).not.toContain('abc');
});

test('what failed in an outage is retried by times and causes, which must be readable', async () => {
  await program.query(`with p as (insert into person (email, name) values ('admin@example.com', 'Ada') returning id)
    insert into global_role (person_id, role) select id, 'cs' from p`);
  const retry = (from: string, ...more: string[]) =>
    runCommand(['retry', '--from', from, '--to', '2026-11-20T02:40Z', ...more], folder, env);
  expect(await retry('2026-11-20T02:10Z', '--dry-run')).toMatchObject({
    code: 0,
    out: '0 would be retried.\n',
    err: '',
  });
  expect(await retry('2026-11-20T02:10+01:00', '--cause', 'STORAGE_FULL', 'INTERNAL')).toMatchObject({
    code: 0,
    out: '0 retried.\n',
  });
  const wrong = await retry('02:10');
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('02:10 is not a time with a zone.');
});
