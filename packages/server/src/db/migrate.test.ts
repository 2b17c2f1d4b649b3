import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseUrl, testServerUrl } from '../../testing/database.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';

let folder: string;
let url: string;
let name: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-migrations-'));
  name = `migrate_${randomUUID().replaceAll('-', '_')}`;
  const admin = await connect(testServerUrl());
  await admin.query(`create database ${name}`);
  await admin.end();
  url = databaseUrl(testServerUrl(), name);
  write('0001-first.sql', 'create table first (id integer)');
  write('0002-second.sql', 'create table second (id integer); insert into second values (1)');
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  const admin = await connect(testServerUrl());
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

const write = (file: string, sql: string): void => writeFileSync(join(folder, file), sql);
const run = (): Promise<string[]> => migrate({ url, migrations: readMigrations(folder) });

async function tables(): Promise<string[]> {
  const client = await connect(url);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  await client.end();
  return rows.map((row) => row.name);
}

test('runs missing migrations once, in order', async () => {
  expect(await run()).toEqual(['0001-first.sql', '0002-second.sql']);
  expect(await run()).toEqual([]);
  write('0003-third.sql', 'create table third (id integer)');
  expect(await run()).toEqual(['0003-third.sql']);
  expect(await tables()).toEqual(['first', 'schema_lock', 'schema_migration', 'second', 'third']);
});

test('announces the creation of a database in one line, and each migration of one that exists', async () => {
  const lines: string[] = [];
  const announced = (): Promise<string[]> =>
    migrate({ url, migrations: readMigrations(folder), log: (line) => void lines.push(line) });
  await announced();
  write('0003-third.sql', 'create table third (id integer)');
  write('0004-fourth.sql', 'create table fourth (id integer)');
  await announced();
  expect(lines).toEqual([
    'Creating the database: 2 migrations',
    'Migrating the database: 0003-third.sql',
    'Migrating the database: 0004-fourth.sql',
  ]);
});

// Who comes when is chance: one try seldom found that two of them made the same table.
test('programs that start together run each migration once', { repeats: sampleRuns(25, 5) }, async () => {
  const runs = await Promise.all(Array.from({ length: 5 }, run));
  expect(runs.flat().sort()).toEqual(['0001-first.sql', '0002-second.sql']);
});

test('rolls back a failing migration and keeps the earlier ones', async () => {
  write('0003-third.sql', 'create table third (id integer); select 1/0');
  await expect(run()).rejects.toThrow(/division by zero/);
  expect(await tables()).toEqual(['first', 'schema_lock', 'schema_migration', 'second']);
  write('0003-third.sql', 'create table third (id integer)');
  expect(await run()).toEqual(['0003-third.sql']);
});

test('refuses a database that is newer than the program', async () => {
  await run();
  rmSync(join(folder, '0002-second.sql'));
  await expect(run()).rejects.toThrow(/newer than this program: it has the migration 0002-second\.sql/);
});

test('refuses to run when an applied migration has changed', async () => {
  await run();
  write('0001-first.sql', 'create table first (id bigint)');
  await expect(run()).rejects.toThrow(/0001-first\.sql is not the one that made this database/);
});

describe('the migration files', () => {
  test('the migration files are numbered without gaps', () => {
    write('0004-fourth.sql', 'select 1');
    expect(() => readMigrations(folder)).toThrow('0004-fourth.sql must be named 0003-words.sql');
  });

  test('the migration files have the same fingerprint with any line ending', () => {
    const before = readMigrations(folder).map(({ checksum }) => checksum);
    write('0001-first.sql', 'create table first (id integer)\r\n');
    const windows = readMigrations(folder)[0]?.checksum;
    write('0001-first.sql', 'create table first (id integer)\n');
    expect(readMigrations(folder)[0]?.checksum).toBe(windows);
    expect(windows).not.toBe(before[0]);
  });
});
