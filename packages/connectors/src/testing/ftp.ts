import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyProperties } from '../spec.ts';
import { CERTIFICATE } from './certificate.ts';
import { freePort } from './free-port.ts';
import { type FtpOptions, type FtpStandIn, startFtp } from './ftp-stand-in.ts';
import { changeKey } from './harness.ts';
import { untilAnswers } from './until-answers.ts';
import { startVsftpd } from './vsftpd.ts';

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
    certificate: CERTIFICATE,
    ...overrides,
  };
  const server = await startFtp(options);
  const key = keyTo(server.port, options);
  return {
    folder,
    base: '',
    server,
    key,
    wrongKeys: [changeKey(key, { password: 'another password' }), changeKey(key, { username: 'unknown' })],
    close: () => {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const keyTo = (
  port: number,
  { user, password, tls }: Pick<FtpOptions, 'user' | 'password' | 'tls'>,
): KeyProperties => ({
  name: 'exchange',
  type: 'ftp',
  properties: {
    host: '127.0.0.1',
    port,
    username: user,
    password,
    tls_mode: tls,
    ...(tls === 'none' ? {} : { server_ca_pem: CERTIFICATE.authority }),
  },
});

/**
 * A server for sign-ins with a password: the stand-in, or vsftpd where FTP_SERVER=vsftpd asks for it. The authority of its key
 * is that of the usual certificate.
 */
export async function createSignInFtp(
  options: Pick<FtpOptions, 'tls'> & Partial<Pick<FtpOptions, 'certificate'>>,
): Promise<{ readonly key: KeyProperties; close(): void }> {
  if (process.env['FTP_SERVER'] !== 'vsftpd') return createFtpServer(options);
  const asked = { user: 'ann', password: PASSWORD, certificate: CERTIFICATE, ...options };
  const { port, close } = await startVsftpd(asked);
  return { key: keyTo(port, asked), close };
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
  await untilAnswers(daemon, port);
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

/** The server of the suite of deliveries: the stand-in with TLS, or the one that FTP_SERVER names. */
export async function createTestFtp(): Promise<TestFtp> {
  const { FTP_SERVER: name } = process.env;
  if (name === undefined) return createFtpServer({ tls: 'explicit' });
  if (name !== 'pyftpdlib' && name !== 'vsftpd') throw new Error('FTP_SERVER is pyftpdlib or vsftpd');
  return startProgram(name);
}
