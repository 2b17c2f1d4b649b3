import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyProperties } from '../spec.ts';
import { CERTIFICATE } from './certificate.ts';
import { freePort } from './free-port.ts';
import { type FtpOptions, type FtpStandIn, startFtp } from './ftp-stand-in.ts';

export type TestFtp = {
  /** A folder of this machine, and its path at the server with a slash at the end; empty for the folder of the user. */
  readonly folder: string;
  readonly base: string;
  /** A key by which one may sign in, and those that the server refuses. */
  readonly key: KeyProperties;
  readonly wrongKeys: readonly KeyProperties[];
  close(): void;
};

export type FtpServer = TestFtp & { readonly server: FtpStandIn };

const PASSWORD = 'the password of Ann';

/** The stand-in over a folder of its own. By default it is modern, without encryption. */
export async function createFtpServer(overrides: Partial<FtpOptions> = {}): Promise<FtpServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ftp-'));
  const options: FtpOptions = {
    folder,
    user: 'ann',
    password: PASSWORD,
    tls: 'none',
    isModern: true,
    renamesOver: true,
    ...overrides,
  };
  const server = await startFtp(options);
  const keyOf = (properties: KeyProperties['properties']): KeyProperties => ({
    name: 'exchange',
    type: 'ftp',
    properties: {
      host: '127.0.0.1',
      port: server.port,
      username: 'ann',
      password: PASSWORD,
      tls_mode: options.tls,
      ...(options.tls === 'none' ? {} : { server_ca_pem: CERTIFICATE.authority }),
      ...properties,
    },
  });
  return {
    folder,
    base: '',
    server,
    key: keyOf({}),
    wrongKeys: [keyOf({ password: 'another password' }), keyOf({ username: 'unknown' })],
    close: () => {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Servers of others: the program, and its arguments to serve a folder on a port for one user. */
const PROGRAMS = {
  pyftpdlib: {
    program: '/usr/bin/python3',
    needs: '/usr/lib/python3/dist-packages/pyftpdlib',
    arguments: (folder: string, port: number) => [
      ...['-m', 'pyftpdlib', '--interface=127.0.0.1', `--port=${port}`, '--write', `--directory=${folder}`],
      ...['--username=ann', `--password=${PASSWORD}`],
    ],
    user: 'ann',
    base: '',
  },
  vsftpd: {
    program: '/usr/sbin/vsftpd',
    needs: '/usr/sbin/vsftpd',
    arguments: (folder: string, port: number) => [configureVsftpd(folder, port)],
    user: 'anonymous',
    base: 'files/',
  },
} as const;

/** Lets everybody in who calls themselves anonymous. The top folder may not be writable, so that it is the one above. */
function configureVsftpd(folder: string, port: number): string {
  const path = join(folder, '..', `${port}.conf`);
  const lines = [
    'listen=YES',
    'listen_address=127.0.0.1',
    `listen_port=${port}`,
    'background=NO',
    'anonymous_enable=YES',
    'local_enable=NO',
    'write_enable=YES',
    'anon_upload_enable=YES',
    'anon_mkdir_write_enable=YES',
    'anon_other_write_enable=YES',
    'anon_umask=022',
    'seccomp_sandbox=NO',
    `anon_root=${join(folder, '..')}`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

async function startProgram(name: keyof typeof PROGRAMS): Promise<TestFtp> {
  const { program, needs, arguments: argumentsOf, user, base } = PROGRAMS[name];
  if (!existsSync(needs)) throw new Error(`FTP_SERVER=${name} needs ${needs}; install it`);
  const home = mkdtempSync(join(tmpdir(), 'ftpd-'));
  const folder = join(home, 'files');
  mkdirSync(folder);
  chmodSync(home, 0o755);
  chmodSync(folder, 0o777);
  const port = await freePort();
  const daemon = spawn(program, argumentsOf(folder, port), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  daemon.stderr.on('data', (text: Buffer) => (said += text.toString()));
  while (!(await answers(port))) if (daemon.exitCode !== null) throw new Error(`${name} ended: ${said}`);
  const properties = { host: '127.0.0.1', port, username: user, password: PASSWORD };
  const key = (more: KeyProperties['properties']): KeyProperties => ({
    name: 'exchange',
    type: 'ftp',
    properties: { ...properties, ...more },
  });
  return {
    folder,
    base,
    key: key({}),
    wrongKeys: [key({ username: 'unknown' })],
    close: () => {
      daemon.kill();
      rmSync(home, { recursive: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(socket.destroy() !== null));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });

/** The server of the suite of deliveries: the stand-in with TLS, or the one that FTP_SERVER names. */
export async function createTestFtp(): Promise<TestFtp> {
  const { FTP_SERVER: name } = process.env;
  if (name === undefined) return createFtpServer({ tls: 'explicit' });
  if (name !== 'pyftpdlib' && name !== 'vsftpd') throw new Error('FTP_SERVER is pyftpdlib or vsftpd');
  return startProgram(name);
}
