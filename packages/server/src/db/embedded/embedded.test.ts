import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { lockFolder } from './folder-lock.ts';
import { findPostgresBinaries, repairLinks } from './postgres-binaries.ts';
import { isRoot } from './unprivileged.ts';

let home: string;
let running: EmbeddedPostgres | undefined;
/** A database that was started once and stopped: creating one takes seconds, copying it does not. */
let prepared: string;
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'switchboard-prepared-'));
  const database = await startEmbeddedPostgres({ folder: join(prepared, 'postgres'), log: () => {} });
  await database.stop();
}, 120_000);
afterAll(() => rmSync(prepared, { recursive: true, force: true }));
/** Its copy, with the owners of its files. */
function preparedFolder(): string {
  execFileSync('cp', ['-a', join(prepared, 'postgres'), home]);
  return join(home, 'postgres');
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'switchboard-embedded-'));
  running = undefined;
});
afterEach(async () => {
  await running?.stop();
  rmSync(home, { recursive: true, force: true });
});

const start = async (folder: string, lines: string[] = []): Promise<EmbeddedPostgres> => {
  running = await startEmbeddedPostgres({ folder, log: (line) => lines.push(line) });
  return running;
};

async function ask<Row>(url: string, text: string): Promise<Row | undefined> {
  const client = await connect(url);
  try {
    return (await client.query<Row & object>(text)).rows[0];
  } finally {
    await client.end();
  }
}

describe('the embedded database', () => {
  test('the embedded database is durable, listens on this machine only, requires its password, and keeps its data over a restart', async () => {
    // The folder's parent is closed to others, as home directories are.
    chmodSync(home, 0o700);
    const folder = join(home, 'data/postgres');
    const first = await start(folder);
    await ask(first.url, 'create table kept as select 42 as answer');
    const settings = await ask(
      first.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as address`,
    );
    expect(settings).toEqual({ fsync: 'on', commit: 'on', address: '127.0.0.1' });
    const stranger = new URL(first.url);
    stranger.password = 'wrong';
    await expect(connect(stranger.href)).rejects.toThrow(/password authentication failed/);
    expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600);
    await first.stop();
    const lines: string[] = [];
    const second = await start(folder, lines);
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'select answer from kept')).toEqual({ answer: 42 });
    expect(lines).toEqual([]);
  });

  test.runIf(isRoot())('runs as an unprivileged user when started as root', async () => {
    await start(preparedFolder());
    const pid = readFileSync(join(home, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0];
    expect(statSync(`/proc/${pid}`).uid).toBe(65_534);
  });

  test('starts over after an interrupted first start', async () => {
    const folder = join(home, 'postgres');
    mkdirSync(join(folder, 'data'), { recursive: true });
    writeFileSync(join(folder, 'data/PG_VERSION'), '18\n');
    const { url } = await start(folder);
    expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
  });

  test('fails when its password file is missing, and does not replace it', async () => {
    const folder = preparedFolder();
    rmSync(join(folder, 'password'));
    await expect(start(folder)).rejects.toThrow(/password file .* is missing/);
    lockFolder(folder).release();
  });

  test('reports a damaged folder with PostgreSQL’s own message', async () => {
    const folder = preparedFolder();
    writeFileSync(join(folder, 'data/PG_VERSION'), '12\n');
    await expect(start(folder)).rejects.toThrow(/did not start. It said: .*not compatible/s);
  });

  test('starts despite a stale pid file whose process id belongs to another program', async () => {
    const folder = preparedFolder();
    writeFileSync(join(folder, 'data/postmaster.pid'), `${process.pid}\n${join(folder, 'data')}\n`);
    const { url } = await start(folder);
    expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
  });
});

describe('its binaries', () => {
  test('exist for this platform; on another one the error says to set DATABASE_URL', async () => {
    expect(existsSync((await findPostgresBinaries()).postgres)).toBe(true);
    await expect(findPostgresBinaries('plan9-mips')).rejects.toThrow('Set DATABASE_URL');
  });

  test('get the symbolic links that npm left out', () => {
    mkdirSync(join(home, 'native/lib'), { recursive: true });
    writeFileSync(join(home, 'native/lib/libx.so.1.2'), 'library');
    writeFileSync(
      join(home, 'native/pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so' }]),
    );
    repairLinks(home);
    repairLinks(home);
    expect(readFileSync(join(home, 'native/lib/libx.so'), 'utf8')).toBe('library');
  });
});
