import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createLocalStore, keyOf } from '@switchboard/engine';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { createDatabase } from '@switchboard/server/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../../test/run-command.ts';

const folder = useFolder('backup');
const files = join(folder, 'files');
const MASTER_KEY = randomBytes(32).toString('base64');
const EMPTY = `empty_${randomBytes(6).toString('hex')}`;
let drop: () => Promise<void>;
let own: Client;
let env: Record<string, string>;
let key: string;

const emptyUrl = (): string => {
  const url = new URL(env['DATABASE_URL'] ?? '');
  url.pathname = `/${EMPTY}`;
  return url.href;
};

beforeAll(async () => {
  const made = await createDatabase();
  drop = made.drop;
  env = { DATABASE_URL: made.url, MASTER_KEY, DATA_DIR: folder };
  own = new Client({ connectionString: made.url });
  await own.connect();
  await own.query(`create database ${EMPTY}`);
  const { rows } = await own.query<{ account: string; changelist: string }>(
    `with a as (insert into account (url_name, name) values ('acme', 'Acme') returning id),
      c as (insert into changelist (account_id, description, status) select id, 'first', 'replaced' from a returning id)
      select a.id as account, c.id as changelist from a, c`,
  );
  const { account = '', changelist = '' } = rows[0] ?? {};
  const { rows: downloads } = await own.query<{ id: string }>(
    `insert into download (account_id, source, project, trigger, changelist_id, status, finished)
      values ($1, 'ads', 'ads', 'once', $2, 'completed', now()) returning id`,
    [account, changelist],
  );
  ({ key } = await createLocalStore(files).put(`acct/${account}/raw/${downloads[0]?.id}/1/0`, Readable.from(['a,b'])));
  await own.query(`update download set raw = $1`, [JSON.stringify([{ key }])]);
});
afterAll(async () => {
  await own.query(`drop database ${EMPTY} with (force)`);
  await own.end();
  await drop();
});

const run = (more: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  runCommand(args, folder, { ...env, ...more });

test('a backup is restored into an empty database and store, and into a new data folder', async () => {
  const made = await run({}, 'backup', 'first');
  expect(made.code).toBe(0);
  expect(made.out).toMatch(
    /^\d+ rows and 1 objects \(3 B\) are backed up\.\nKeep these apart:\n- the master key \(MASTER_KEY/,
  );
  expect((await run({}, 'backup', 'first')).err).toContain('first is not empty.');

  const target = { DATABASE_URL: emptyUrl(), STORAGE_URL: `file:${join(folder, 'restored')}` };
  const restored = await run(target, 'restore', 'first');
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.out).toContain('nothing that was delivered is delivered again');
  expect(await run(target, 'verify', '--content')).toMatchObject({
    code: 0,
    out: '1 objects, 3 B, compared with their content: all are as the ledger says.\n',
  });
  expect((await run(target, 'restore', 'first')).err).toContain('The database is not empty.');
  expect((await run({}, 'restore', 'none')).err).toContain('is not a whole backup');

  // The embedded database of a folder that is made by the restore.
  const data = { DATABASE_URL: '', DATA_DIR: join(folder, 'new-data') };
  expect(await run(data, 'restore', 'first')).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'new-data', 'files', keyOf(key)))).toBe(true);
}, 240_000);

test('an object with other content is named, and keeps no other from a backup or a restore', async () => {
  const path = join(files, keyOf(key));
  expect(await run({}, 'backup', 'whole')).toMatchObject({ code: 0 });
  writeFileSync(path, 'a;b');
  const made = await run({}, 'backup', 'changed');
  expect(made.code).toBe(1);
  expect(made.err).toContain(`damaged:\n  ${keyOf(key)}\n`);
  expect(made.out).toContain('are backed up');
  await own.query(`create database ${EMPTY}_2`);
  const url = new URL(emptyUrl());
  url.pathname += '_2';
  writeFileSync(join(folder, 'whole', 'objects', keyOf(key)), 'a;b');
  const restored = await run(
    { DATABASE_URL: url.href, STORAGE_URL: `file:${join(folder, 'damaged')}` },
    'restore',
    'whole',
  );
  await own.query(`drop database ${EMPTY}_2 with (force)`);
  expect(restored.code).toBe(1);
  expect(restored.err).toContain(`damaged:\n  ${keyOf(key)}\n`);
  expect(restored.out).toContain('is restored');
  writeFileSync(path, 'a,b');
}, 240_000);

test('a backup of a store that lacks objects is made, exits 1 and names them', async () => {
  rmSync(join(files, keyOf(key)));
  const made = await run({}, 'backup', 'second');
  expect(made.code).toBe(1);
  expect(made.err).toContain(`These objects are missing or damaged:\n  ${keyOf(key)}\n`);
  expect((await run({}, 'backup', 'third', '--without-objects')).code).toBe(0);
});
