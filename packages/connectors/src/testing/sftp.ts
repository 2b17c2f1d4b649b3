import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyProperties } from '../spec.ts';
import { createOpenSsh } from './openssh.ts';
import { rsaKeyOf } from './rsa-key.ts';
import { type StandIn, startStandIn } from './sftp-stand-in.ts';
import type { SshOptions, TestSsh } from './test-ssh.ts';

export type TestStandIn = TestSsh & { readonly server: StandIn };

const PASSWORD = 'the password of Ann';

const keyOf = (properties: KeyProperties['properties']): KeyProperties => ({
  name: 'exchange',
  type: 'sftp',
  properties: { host: '127.0.0.1', ...properties },
});

/** The stand-in of the library, over a folder of its own. */
export async function createStandIn(options: SshOptions = {}): Promise<TestStandIn> {
  const folder = mkdtempSync(join(tmpdir(), 'sftp-'));
  const [host, user] = [rsaKeyOf('sshHost'), rsaKeyOf('sshUser')];
  const login = { folder, hostKey: host.pem, user: 'ann', password: PASSWORD, publicKey: user.publicKey };
  const server = await startStandIn({ ...login, isSha1Only: options.isSha1Only ?? false });
  server.forwards = options.forwards ?? true;
  const ann = { port: server.port, username: 'ann' };
  return {
    folder,
    server,
    privateKey: user.pem,
    fingerprint: host.fingerprint,
    key: keyOf({ ...ann, password: PASSWORD }),
    wrongKeys: [
      keyOf({ ...ann, password: 'another password' }),
      keyOf({ ...ann, username: 'unknown', password: PASSWORD }),
      keyOf({ ...ann, auth_type: 'privateKey', pem_value: rsaKeyOf('stranger').pem }),
    ],
    close: () => {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The server of the suites: the stand-in, or OpenSSH's where SFTP_SERVER=openssh asks for it. */
export const createTestServer = (options: SshOptions = {}): Promise<TestSsh> =>
  process.env['SFTP_SERVER'] === 'openssh' ? createOpenSsh(options) : createStandIn(options);
