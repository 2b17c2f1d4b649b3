import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import type { KeyProperties } from '../spec.ts';
import { freePort } from './free-port.ts';
import { startMysqlStandIn } from './mysql-stand-in.ts';

export type TestMysql = {
  /** A user who may use the database `shop`, and not the database `secret`. */
  readonly key: KeyProperties;
  /** A user who may use every database. */
  readonly admin: KeyProperties;
  /** Runs a statement in the database `shop`, as its administrator. */
  run(sql: string): Promise<void>;
  /** Rows of a query there as arrays, values as text. Only of a real server. */
  rows(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  close(): Promise<void>;
};

/** Whether the run asks for a real server. The stand-in cannot take rows. */
export const isMariadb = process.env['MYSQL_SERVER'] === 'mariadb';

/**
 * The server of MySQL itself that a run asks for, such as `mysql://root@127.0.0.1:3306`. Column types are tried in it; it belongs to
 * tests alone.
 */
export const mysqlUrl =
  process.env['MYSQL_SERVER']?.startsWith('mysql://') === true ? process.env['MYSQL_SERVER'] : null;

/** Debian keeps it out of the path of users. */
const MARIADBD = '/usr/sbin/mariadbd';
const PASSWORD = 'p@ss "word"';

const keyOf = (port: number, user: string): KeyProperties => ({
  name: 'shop',
  type: 'sql',
  properties: { dialect: 'mysql', host: '127.0.0.1', port, user, password: PASSWORD, db_name: 'shop' },
});

/**
 * A server of MariaDB of its own, in a folder that is removed.
 * @param options more of the command line
 */
export async function startMariadb(options: readonly string[] = []): Promise<TestMysql> {
  if (!existsSync(MARIADBD)) throw new Error(`MYSQL_SERVER=mariadb needs ${MARIADBD}; install MariaDB's server`);
  const folder = mkdtempSync(join(tmpdir(), 'mariadb-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const { username } = userInfo();
  execFileSync('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    `--user=${username}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ]);
  const port = await freePort();
  const socketPath = join(folder, 'socket');
  const daemon = spawn(
    MARIADBD,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--user=${username}`,
      `--socket=${socketPath}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--max-connections=200',
      // A small room for staged rows, which tests fill.
      '--innodb-temp-data-file-path=ibtmp1:12M:autoextend:max:24M',
      `--pid-file=${join(folder, 'pid')}`,
      ...options,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await listening(daemon.stderr);
  const connection = await mysql.createConnection({ socketPath, user: 'root' });
  for (const statement of [
    'create database shop character set utf8mb4',
    'create database secret',
    `create user ann@'127.0.0.1' identified by '${PASSWORD}'`,
    `grant all on shop.* to ann@'127.0.0.1'`,
    `create user admin@'127.0.0.1' identified by '${PASSWORD}'`,
    `grant all on *.* to admin@'127.0.0.1'`,
    'use shop',
  ])
    await connection.query(statement);
  return {
    run: async (sql) => void (await connection.query(sql)),
    rows: async (sql) => {
      const [rows] = await connection.query({ sql, rowsAsArray: true, typeCast: (field) => field.string() });
      return rows as (string | null)[][];
    },
    key: keyOf(port, 'ann'),
    admin: keyOf(port, 'admin'),
    close: async () => {
      await connection.end();
      daemon.kill();
      await once(daemon, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

function listening(said: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    said.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      if (text.includes('ready for connections')) resolve();
    });
    said.on('end', () => reject(new Error(`mariadbd ended: ${text}`)));
  });
}

/** The server of the tests: the stand-in of the library, or MariaDB where MYSQL_SERVER=mariadb asks for it. */
export async function createMysqlServer(): Promise<TestMysql> {
  if (isMariadb) return startMariadb();
  const standIn = await startMysqlStandIn();
  const rows = (): Promise<never> => Promise.reject(new Error('the stand-in gives no rows to tests'));
  return { ...standIn, admin: standIn.key, rows };
}
