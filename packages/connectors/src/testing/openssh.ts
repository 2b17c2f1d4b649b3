import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { KeyProperties } from '../spec.ts';
import { freePort } from './free-port.ts';
import { rsaKeyOf } from './rsa-key.ts';
import { isRoot, type SystemUser, withSystemUser } from './system-user.ts';
import type { SshOptions, TestSsh } from './test-ssh.ts';

const SSHD = '/usr/sbin/sshd';
const ANN: SystemUser = { name: 'ann', password: 'the password of Ann', uid: userInfo().uid };

/**
 * OpenSSH's own server, for one user who signs in with a private key, and, when root starts it, for Ann, who also has a
 * password.
 */
export async function createOpenSsh(options: SshOptions = {}): Promise<TestSsh & { readonly privateKeyPath: string }> {
  if (!existsSync(SSHD)) throw new Error(`SFTP_SERVER=openssh needs ${SSHD}; install OpenSSH's server`);
  const home = mkdtempSync(join(tmpdir(), 'sshd-'));
  const folder = join(home, 'files');
  mkdirSync(folder);
  chmodSync(home, 0o755);
  const [host, user] = [rsaKeyOf('sshHost'), rsaKeyOf('sshUser')];
  writeFileSync(join(home, 'host'), host.pem, { mode: 0o600 });
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
    `PasswordAuthentication ${isRoot ? 'yes' : 'no'}`,
    `AllowTcpForwarding ${options.forwards === false ? 'no' : 'yes'}`,
    ...(options.isSha1Only === true ? ['HostKeyAlgorithms ssh-rsa'] : []),
    'StrictModes no',
    'MaxStartups 100',
    `Subsystem sftp internal-sftp -d ${folder}`,
  ];
  writeFileSync(join(home, 'config'), `${lines.join('\n')}\n`);
  if (isRoot) mkdirSync('/run/sshd', { recursive: true });
  const command = [SSHD, '-D', '-e', '-f', join(home, 'config')] as const;
  const [program, ...args] = isRoot ? withSystemUser(ANN, home, command) : command;
  const daemon = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  await listening(daemon);
  const keyOf = (properties: KeyProperties['properties']): KeyProperties => ({
    name: 'exchange',
    type: 'sftp',
    properties: { host: '127.0.0.1', port, username: isRoot ? ANN.name : userInfo().username, ...properties },
  });
  const byKey = (pem: string): KeyProperties => keyOf({ auth_type: 'privateKey', pem_value: pem });
  const byPassword = keyOf({ password: ANN.password });
  return {
    folder,
    key: isRoot ? byPassword : byKey(user.pem),
    wrongKeys: [
      byKey(rsaKeyOf('stranger').pem),
      ...(isRoot
        ? [keyOf({ password: 'another password' }), keyOf({ ...byPassword.properties, username: 'unknown' })]
        : []),
    ],
    privateKey: user.pem,
    privateKeyPath,
    fingerprint: host.fingerprint,
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
