import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { freePort } from '@switchboard/server/testing';
import { expect, test } from 'vitest';
import { type Ended, startCommand } from '../../test/run-command.ts';

const folder = useFolder('start');
/** For a program that does not end by itself. On a busy machine, loading one takes tens of seconds. */
const LIMIT = 100_000;
const TIMEOUT = { timeout: 120_000 };

/** Starts the program until it ends by itself; one that does not is killed, and its exit code is null. */
async function startAndEnd(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()), ROLES: 'worker,scheduler', DEMO: 'on', ...settings };
  const running = startCommand(['start'], folder, env);
  const timer = setTimeout(() => running.kill('SIGKILL'), LIMIT);
  const ended = await running.ended;
  clearTimeout(timer);
  return ended;
}

test.each(sampleCells(['on', 'off'], 2))(
  'ends with one line when a file is in the place of DATA_DIR, with the demo %s',
  TIMEOUT,
  async (demo) => {
    const place = join(folder, `file-${demo}`);
    writeFileSync(place, '');
    expect(await startAndEnd(place, { DEMO: demo })).toEqual({
      code: 1,
      out: '',
      err: `error DATA_DIR cannot be used: ${place} is a file. Set DATA_DIR to a folder.\n`,
    });
  },
);

test('ends with one line when DATA_DIR cannot be made or written', TIMEOUT, async () => {
  const place = '/proc/switchboard';
  const ended = await startAndEnd(place);
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.err).toMatch(
    /^error DATA_DIR cannot be used: writing into \/proc\/switchboard failed \(\w+\)\. Give this user .*\n$/,
  );
});

test('ends with one line when something in DATA_DIR cannot be written', TIMEOUT, async () => {
  const place = join(folder, 'half');
  mkdirSync(join(place, 'sample-provider-port'), { recursive: true });
  const provider = await startAndEnd(place);
  expect(provider).toMatchObject({ code: 1, out: '' });
  expect(provider.err).toMatch(/^error .*EISDIR.*\n$/);
  const other = join(folder, 'other');
  mkdirSync(join(other, 'switchboard.log'), { recursive: true });
  const log = await startAndEnd(other);
  expect(log).toMatchObject({ code: 1, out: '' });
  expect(log.err).toMatch(/^error .*EISDIR.*\n$/);
});

test('ends, and stops its queue, when the folder of working files cannot be made', TIMEOUT, async () => {
  const place = join(folder, 'scratch-file');
  mkdirSync(place);
  writeFileSync(join(place, 'scratch'), '');
  chmodSync(place, 0o777);
  const ended = await startAndEnd(place, { DEMO: 'off' });
  expect(ended).toMatchObject({ code: 1, out: '' });
  expect(ended.err).toMatch(/error .*EEXIST.*\n$/);
});

test('makes no file or folder that other users of the machine may read', TIMEOUT, async () => {
  const place = join(folder, 'private');
  mkdirSync(place);
  // It ends once the database, the store and the demo are made.
  writeFileSync(join(place, 'scratch'), '', { mode: 0o600 });
  expect((await startAndEnd(place)).code).toBe(1);
  // The user of PostgreSQL enters its folder.
  const made = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((path) => path !== 'postgres');
  expect(made.length).toBeGreaterThan(10);
  const open = made.filter((path) => {
    const stat = lstatSync(join(place, path));
    return !stat.isSymbolicLink() && (stat.mode & 0o077) !== 0;
  });
  expect(open).toEqual([]);
});

test('ends within its limit when it is asked to stop while it waits for a database', TIMEOUT, async () => {
  const env = {
    DATA_DIR: join(folder, 'waiting'),
    PORT: String(await freePort()),
    ROLES: 'worker',
    DATABASE_URL: 'postgresql://me:secret@127.0.0.1:1/none',
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const running = startCommand(['start'], folder, env);
  await running.wrote('The start waits for it');
  running.kill('SIGTERM');
  const { code, err } = await running.ended;
  expect([code, err.split('\n').slice(-3)]).toEqual([0, ['Stopping …', 'Stopped.', '']]);
});
