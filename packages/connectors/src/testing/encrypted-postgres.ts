import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestCertificate } from './certificates.ts';
import type { EncryptedServer } from './encrypted-server.ts';
import { freePort } from './free-port.ts';
import { isRoot } from './system-user.ts';

/** PostgreSQL does not run as root. */
const UNPRIVILEGED = 65_534;
const PASSWORD = 'p@ss word/1';

/** A PostgreSQL of its own, of the programs of the test run's server, which accepts only encrypted connections. */
export async function startEncryptedPostgres(clientAuthority: TestCertificate): Promise<EncryptedServer> {
  const programs = await programsOfTheRun();
  const home = mkdtempSync(join(tmpdir(), 'postgres-'));
  const owner = isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const own = (path: string): string => {
    if (isRoot) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
    return path;
  };
  const write = (name: string, text: string): string => {
    writeFileSync(join(home, name), text, { mode: 0o600 });
    return own(join(home, name));
  };
  own(home);
  const data = join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  own(data);
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale=C'], {
    ...owner,
    stdio: 'pipe',
  });
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${home}`,
    'shared_buffers=16MB',
    'fsync=off',
    `hba_file=${write('hba', 'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n')}`,
    `ssl_ca_file=${write('client-authority', clientAuthority.certificate)}`,
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const daemon = spawn(join(programs, 'postgres'), args, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
  await listening(daemon.stderr);
  const admin = { host: home, port, user: 'postgres', database: 'postgres' };
  const ask = async (sql: string): Promise<unknown> => {
    const client = new Client(admin);
    await client.connect();
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    await client.end();
    return rows[0]?.[0];
  };
  await ask(`create role ann login password '${PASSWORD}'`);
  await ask('create database shop owner ann');
  let shown = 0;
  return {
    present: async ({ certificate, privateKey }) => {
      shown += 1;
      const path = write(`certificate-${shown}`, certificate);
      await ask(`alter system set ssl_cert_file = '${path}'`);
      await ask(`alter system set ssl_key_file = '${write(`key-${shown}`, privateKey)}'`);
      await ask('alter system set ssl = on');
      await ask('select pg_reload_conf()');
      // The signal may come after the next connection.
      while ((await ask('show ssl_cert_file')) !== path);
      const properties = { dialect: 'postgresql', host: '127.0.0.1', port, user: 'ann', password: PASSWORD };
      return { name: 'warehouse', type: 'sql', properties: { ...properties, db_name: 'shop' } };
    },
    close: async () => {
      daemon.kill('SIGINT');
      await once(daemon, 'exit');
      rmSync(home, { recursive: true });
    },
  };
}

async function programsOfTheRun(): Promise<string> {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined) throw new Error('TEST_POSTGRES_URL is not set');
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ setting: string }>(`select setting from pg_config where name = 'BINDIR'`);
  await client.end();
  const [row] = rows;
  if (row === undefined) throw new Error('the server of the tests does not say where its programs are');
  return row.setting;
}

function listening(said: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    said.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      if (text.includes('ready to accept connections')) resolve();
    });
    said.on('end', () => reject(new Error(`postgres ended: ${text}`)));
  });
}
