import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import type { FtpOptions } from './ftp-stand-in.ts';
import { withSystemUser } from './system-user.ts';
import { untilAnswers } from './until-answers.ts';

const VSFTPD = '/usr/sbin/vsftpd';

/** Passwords are those of the system; nothing else of it is asked. */
const PAM = 'auth required pam_unix.so\naccount required pam_unix.so\nsession required pam_permit.so\n';
const PAM_SERVICE = '/etc/pam.d/vsftpd';

export type Vsftpd = { readonly folder: string; readonly port: number; close(): void };

/** A server of vsftpd for one user, with or without TLS. Needs root. */
export async function startVsftpd({
  user,
  password,
  tls,
  certificate,
}: Pick<FtpOptions, 'user' | 'password' | 'tls' | 'certificate'>): Promise<Vsftpd> {
  for (const path of [VSFTPD, PAM_SERVICE])
    if (!existsSync(path)) throw new Error(`FTP_SERVER=vsftpd needs ${path}; install it`);
  const home = mkdtempSync(join(tmpdir(), 'vsftpd-'));
  const folder = join(home, 'files');
  mkdirSync(folder);
  chmodSync(home, 0o755);
  chmodSync(folder, 0o777);
  const port = await freePort();
  const tlsLines = (): string[] => {
    const path = join(home, 'pem');
    writeFileSync(path, `${certificate.certificate}${certificate.privateKey}`, { mode: 0o600 });
    return [
      'ssl_enable=YES',
      `rsa_cert_file=${path}`,
      `rsa_private_key_file=${path}`,
      `implicit_ssl=${tls === 'implicit' ? 'YES' : 'NO'}`,
      'force_local_logins_ssl=YES',
      'force_local_data_ssl=YES',
      // The data must come from the client that signed in.
      'require_ssl_reuse=YES',
      'ssl_ciphers=HIGH',
    ];
  };
  const lines = [
    'listen=YES',
    'listen_address=127.0.0.1',
    `listen_port=${port}`,
    'background=NO',
    'anonymous_enable=NO',
    'local_enable=YES',
    'write_enable=YES',
    'pam_service_name=vsftpd',
    'seccomp_sandbox=NO',
    'delay_failed_login=0',
    `local_root=${folder}`,
    ...(tls === 'none' ? [] : tlsLines()),
  ];
  const config = join(home, 'config');
  writeFileSync(config, `${lines.join('\n')}\n`);
  const account = { name: user, password, uid: 65_533 };
  const [program, ...args] = withSystemUser(account, home, [VSFTPD, config], { [PAM_SERVICE]: PAM });
  const daemon = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  await untilAnswers(daemon, port, { isSilent: tls === 'implicit' });
  return {
    folder,
    port,
    close: () => {
      daemon.kill();
      rmSync(home, { recursive: true });
    },
  };
}
