import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { useFolder } from '@switchboard/model/testing/use-folder';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, databaseUrl, testServerUrl } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { createHttpBrowser, signInByForm } from '../testing/http-browser.ts';
import { type StartedProcess, startProcess } from '../testing/start-process.ts';
import { connect } from './db/connect.ts';
import { isAlive } from './db/embedded/process-identity.ts';
import { findRunningDatabase } from './db/find-running-database.ts';
import { DATABASE_ROLES } from './db/roles.ts';
import { readSettings } from './env.ts';
import { type RunningServer, startServer } from './main.ts';
import { SILENT_LOG } from './observe/silent-log.ts';

const folder = useFolder('start');
let port: number;
const started: StartedProcess[] = [];

beforeAll(async () => {
  port = await freePort();
});
afterAll(async () => {
  for (const one of started) one.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
});

const withDefaults = (settings: Readonly<Record<string, string>>): Record<string, string> => ({
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: join(folder, 'data'),
  ...settings,
});

function start(settings: Record<string, string> = {}): StartedProcess {
  const one = startProcess(withDefaults(settings));
  started.push(one);
  return one;
}

const postgresPid = (): number =>
  Number(readFileSync(join(folder, 'data/postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
const heartbeat = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/_heartbeat`)).text();

describe('an installation on the embedded database', () => {
  let password: string;

  test('the first start creates an owner whose initial password must be changed', async () => {
    const first = start();
    const owner = (await first.line('owner ')).split(' ');
    password = owner[2] ?? '';
    await first.line('ready');
    expect(await heartbeat()).toBe('ok');
    expect(owner[1]).toBe('owner@switchboard.example');
    const url = `http://127.0.0.1:${port}`;
    await expect(signInByForm(createHttpBrowser(url), url, owner[1] ?? '', password)).rejects.toThrow(
      /Choose a password/,
    );
  });

  /** A connection to the embedded database as one of the program's logins. */
  const asLogin = (login: string, passwordFile: string): Promise<Client> => {
    const dataDir = join(folder, 'data');
    const url = new URL(findRunningDatabase({ databaseUrl: null, databaseLogins: null, dataDir }));
    url.username = login;
    url.password = readFileSync(join(dataDir, 'postgres', passwordFile), 'utf8');
    return connect(url.href);
  };

  test('gives the logins of its database no rights of their own', async () => {
    const admin = await connect(
      findRunningDatabase({ databaseUrl: null, databaseLogins: null, dataDir: join(folder, 'data') }),
    );
    try {
      const { rows } = await admin.query(`
        select distinct usename as login, rolsuper as super, rolbypassrls as bypasses, rolcreaterole as creates,
          exists (select from pg_class where relowner = pg_roles.oid) as owns
        from pg_stat_activity join pg_roles on rolname = usename
        where backend_type = 'client backend' and pid <> pg_backend_pid() order by 1`);
      const harmless = { super: false, bypasses: false, creates: false, owns: false };
      expect(rows).toEqual([
        { login: 'switchboard_program', ...harmless },
        { login: 'switchboard_program_identity', ...harmless },
      ]);
    } finally {
      await admin.end();
    }
  });

  test.each([
    ['switchboard_program', 'program-password', ['switchboard_app', 'switchboard_engine']],
    ['switchboard_program_identity', 'identity-password', ['switchboard_identity']],
    ['switchboard_program_admin', 'admin-password', ['switchboard_admin']],
  ])('lets %s take on only its own roles', async (login, passwordFile, roles) => {
    const client = await asLogin(login, passwordFile);
    try {
      for (const role of Object.values(DATABASE_ROLES)) {
        await client.query('begin');
        const taken = client.query(`set local role ${role}`).then(
          () => 'taken',
          (error: Error) => error.message,
        );
        expect(await taken).toBe(roles.includes(role) ? 'taken' : `permission denied to set role "${role}"`);
        await client.query('rollback');
      }
    } finally {
      await client.end();
    }
  });

  test('a transaction of an account reaches no password in any role', async () => {
    const client = await asLogin('switchboard_program', 'program-password');
    const read = 'select * from credential_password';
    try {
      for (const statements of [read, `set local role switchboard_identity; ${read}`, `reset role; ${read}`]) {
        await client.query('begin; set local role switchboard_app');
        await expect(client.query(statements)).rejects.toThrow(/permission denied/);
        await client.query('rollback');
      }
    } finally {
      await client.end();
    }
  });

  test('a second start on the same folder names its owner in one line', async () => {
    const [first] = started;
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.lines()).toHaveLength(1);
    expect(second.lines()[0]).toContain(`is in use by process ${first?.pid}. Stop that process, or set DATA_DIR`);
    expect(await heartbeat()).toBe('ok');
  });

  test('the next start after kill -9 keeps all data, and no database process is left over', async () => {
    const [first] = started;
    const before = postgresPid();
    first?.kill('SIGKILL');
    await first?.ended;
    expect(isAlive(before)).toBe(true);
    const second = start();
    await second.line('ready');
    expect(second.lines().join('\n')).toContain(`left running (process ${before})`);
    expect(isAlive(before)).toBe(false);
    expect(second.lines().some((line) => line.startsWith('owner'))).toBe(false);
    expect(await heartbeat()).toBe('ok');
  });

  test('restarts a killed database on the same port', async () => {
    const before = postgresPid();
    process.kill(before, 'SIGKILL');
    await expect.poll(heartbeat, { interval: 100 }).toBe('ok');
    await expect.poll(postgresPid, { interval: 100 }).not.toBe(before);
    await expect.poll(heartbeat, { interval: 100 }).toBe('ok');
  });

  test('stops on SIGTERM and leaves no process running', async () => {
    const running = started.at(-1);
    const database = postgresPid();
    running?.kill('SIGTERM');
    expect(await running?.ended).toBe(0);
    expect(isAlive(database)).toBe(false);
    await expect(heartbeat()).rejects.toThrow();
  });
});

describe('an installation that cannot start', () => {
  /** A server in this process. */
  const open = (settings: Record<string, string>): Promise<RunningServer> => {
    const parts = { log: SILENT_LOG, say: () => {}, consoleFolder: null, demo: null };
    return startServer(readSettings(withDefaults(settings)), parts);
  };
  /** Returns the output of a server program that refuses to start. */
  const refusal = (settings: Record<string, string>): Promise<string> =>
    open(settings).then(
      () => 'it started',
      (error: Error) => error.message,
    );
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64');

  test('prints one line about a wrong setting', async () => {
    const one = start({ PORT: 'http' });
    expect(await one.ended).toBe(1);
    expect(one.lines()).toEqual(['PORT must be a whole number (it is "http").']);
  });

  test('waits for an unreachable database without printing its password, until it is asked to stop', async () => {
    const stopping = new AbortController();
    const said: string[] = [];
    const say = (line: string): void => {
      said.push(line);
      stopping.abort();
    };
    const parts = { log: SILENT_LOG, say, consoleFolder: null, demo: null, stopping: stopping.signal };
    const settings = { DATABASE_URL: 'postgresql://me:secret@127.0.0.1:1/none', MASTER_KEY: key };
    await expect(startServer(readSettings(withDefaults(settings)), parts)).rejects.toThrow('aborted');
    expect(said).toEqual([
      expect.stringMatching(
        /^Could not connect to the database at 127\.0\.0\.1:1\/none: .*Check DATABASE_URL.* asks again in 1 s\.$/,
      ),
    ]);
    expect(said[0]).not.toContain('secret');
  });

  test('prints one line about a database that does not exist', async () => {
    const line = await refusal({ DATABASE_URL: databaseUrl(testServerUrl(), 'no_such_database'), MASTER_KEY: key });
    expect(line).toContain('database "no_such_database" does not exist');
  });

  test('prints one line about a master key that does not belong to the database', async () => {
    const own = await createDatabase();
    const other = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index)).toString('base64');
    await (await open({ DATABASE_URL: own.url, MASTER_KEY: key, ROLES: 'api' })).stop();
    const line = await refusal({ DATABASE_URL: own.url, MASTER_KEY: other, ROLES: 'api' });
    expect(line).toBe('MASTER_KEY does not match this database. Set the one it was made with.');
    await own.drop();
  });

  test('prints one line about a busy port', async () => {
    const own = await createDatabase();
    const holder = createServer();
    const busy = await new Promise<number>((resolve) => {
      holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port));
    });
    const line = await refusal({ DATABASE_URL: own.url, MASTER_KEY: key, ROLES: 'api', PORT: String(busy) });
    expect(line).toBe(
      `Port ${busy} on 127.0.0.1 is in use by another program. Stop that program, or set PORT to another port.`,
    );
    holder.close();
    await own.drop();
  });
});
