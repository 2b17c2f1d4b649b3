import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

export const isRoot = userInfo().uid === 0;

export type SystemUser = { readonly name: string; readonly password: string; readonly uid: number };

/**
 * The command that runs a daemon on which this user of the operating system may sign in, without adding one: the daemon sees
 * other files of users, which are mounted over those of the machine for it alone. Needs root.
 * @param folder for the files, which must stay while the daemon runs
 * @param mounts more files to be seen by the daemon in place of others
 */
export function withSystemUser(
  user: SystemUser,
  folder: string,
  daemon: readonly string[],
  mounts: Readonly<Record<string, string>> = {},
): readonly [program: string, ...args: string[]] {
  if (!isRoot) throw new Error('a server that users sign in to by password needs to be started by root');
  const { name, password, uid } = user;
  const hash = execFileSync('openssl', ['passwd', '-6', '-stdin'], { input: password, encoding: 'utf8' }).trim();
  const seen: Readonly<Record<string, string>> = {
    ...mounts,
    '/etc/passwd': `${readFileSync('/etc/passwd', 'utf8')}${name}:x:${uid}:${uid}::${folder}:/bin/sh\n`,
    '/etc/shadow': `${name}:${hash}:20000:0:99999:7:::\n`,
  };
  const binds = Object.entries(seen).map(([path, text], index) => {
    const file = join(folder, `mounted-${index}`);
    writeFileSync(file, text, { mode: 0o600 });
    return `mount --bind '${file}' '${path}'`;
  });
  // Daemons read the names of users without being root.
  const script = [...binds, `chmod 644 /etc/passwd`, 'exec "$@"'].join(' && ');
  return ['unshare', '--mount', 'sh', '-c', script, 'sh', ...daemon];
}
