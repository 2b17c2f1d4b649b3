import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import type { KeyProperties } from '../spec.ts';
import { freePort } from './free-port.ts';
import { type StandIn, startStandIn } from './sftp-stand-in.ts';

export type TestServer = {
  /** The folder that the server shows. */
  readonly folder: string;
  /** A key by which one may sign in, and those that the server refuses. */
  readonly key: KeyProperties;
  readonly wrongKeys: readonly KeyProperties[];
  close(): void;
};

export type TestStandIn = TestServer & {
  readonly server: StandIn;
  readonly privateKey: string;
  readonly fingerprint: string;
};

const PASSWORD = 'the password of Ann';

/** A private RSA key as PEM, and its public half as OpenSSH writes it. */
export function makeRsaKey(): { readonly pem: string; readonly publicKey: string } {
  const { privateKey: pem } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const parsed = ssh2.utils.parseKey(pem);
  if (parsed instanceof Error || Array.isArray(parsed)) throw new Error('the made key is malformed');
  return { pem, publicKey: `ssh-rsa ${parsed.getPublicSSH().toString('base64')}` };
}

const keyOf = (properties: KeyProperties['properties']): KeyProperties => ({
  name: 'exchange',
  type: 'sftp',
  properties: { host: '127.0.0.1', ...properties },
});

/** The stand-in of the library, over a folder of its own. */
export async function createStandIn(): Promise<TestStandIn> {
  const folder = mkdtempSync(join(tmpdir(), 'sftp-'));
  const host = makeRsaKey();
  const user = makeRsaKey();
  const options = { folder, hostKey: host.pem, user: 'ann', password: PASSWORD, publicKey: user.publicKey };
  const server = await startStandIn(options);
  const login = { port: server.port, username: 'ann' };
  const parsed = ssh2.utils.parseKey(host.pem);
  if (parsed instanceof Error || Array.isArray(parsed)) throw new Error('the made key is malformed');
  const { fingerprintOf } = await import('../ssh/ssh-login.ts');
  return {
    folder,
    server,
    privateKey: user.pem,
    fingerprint: fingerprintOf(parsed.getPublicSSH()),
    key: keyOf({ ...login, password: PASSWORD }),
    wrongKeys: [
      keyOf({ ...login, password: 'another password' }),
      keyOf({ ...login, username: 'unknown', password: PASSWORD }),
      keyOf({ ...login, auth_type: 'privateKey', pem_value: makeRsaKey().pem }),
    ],
    close: () => {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const SSHD = '/usr/sbin/sshd';

/** OpenSSH's own server, for one user who signs in with a private key. */
export async function createOpenSsh(): Promise<TestServer & { readonly privateKeyPath: string }> {
  if (!existsSync(SSHD)) throw new Error(`SFTP_SERVER=openssh needs ${SSHD}; install OpenSSH's server`);
  const home = mkdtempSync(join(tmpdir(), 'sshd-'));
  const folder = join(home, 'files');
  mkdirSync(folder);
  chmodSync(home, 0o755);
  const user = makeRsaKey();
  writeFileSync(join(home, 'host'), makeRsaKey().pem, { mode: 0o600 });
  const privateKeyPath = join(home, 'user');
  writeFileSync(privateKeyPath, user.pem, { mode: 0o600 });
  writeFileSync(join(home, 'authorized'), `${user.publicKey}\n`, { mode: 0o600 });
  const port = await freePort();
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(home, 'host')}`,
    `AuthorizedKeysFile ${join(home, 'authorized')}`,
    `PidFile ${join(home, 'pid')}`,
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    'StrictModes no',
    'MaxStartups 100',
    `Subsystem sftp internal-sftp -d ${folder}`,
  ];
  writeFileSync(join(home, 'config'), `${lines.join('\n')}\n`);
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const daemon = spawn(SSHD, ['-D', '-e', '-f', join(home, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] });
  await listening(daemon);
  const login = { port, username: userInfo().username, auth_type: 'privateKey' };
  return {
    folder,
    key: keyOf({ ...login, pem_value: user.pem }),
    wrongKeys: [keyOf({ ...login, pem_value: makeRsaKey().pem })],
    privateKeyPath,
    close: () => {
      daemon.kill();
      rmSync(home, { recursive: true });
    },
  };
}

function listening(daemon: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    daemon.stderr?.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes('listening')) resolve();
    });
    daemon.on('exit', () => reject(new Error(`sshd ended: ${said}`)));
  });
}

/** The server of the suites: the stand-in, or OpenSSH's where SFTP_SERVER=openssh asks for it. */
export const createTestServer = (): Promise<TestServer> =>
  process.env['SFTP_SERVER'] === 'openssh' ? createOpenSsh() : createStandIn();
