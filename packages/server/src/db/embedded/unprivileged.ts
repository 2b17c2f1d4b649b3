import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user id that PostgreSQL runs under when the program was started as root, which PostgreSQL refuses. */
export const UNPRIVILEGED_ID = 65534;

export const isRoot = (): boolean => process.getuid?.() === 0;

/** The nearest folder above a path that the unprivileged user may not enter, or null. */
export function closedParent(path: string): string | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bit = uid === UNPRIVILEGED_ID ? 0o100 : gid === UNPRIVILEGED_ID ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
    if (folder === dirname(folder)) return null;
  }
}

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];
const DAC_READ_SEARCH = 1n << 2n;
const SETPCAP = 1n << 8n;

/** Containers often withhold these from their root. */
function mayGrantPassage(): boolean {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    const held = BigInt(`0x${/^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
    return (held & DAC_READ_SEARCH) !== 0n && (held & SETPCAP) !== 0n;
  } catch {
    return false;
  }
}

/**
 * Starts a program, as an unprivileged user when we are root. `paths` are what it must reach: where a folder above one of
 * them is closed to others (a home directory, a private temporary folder), the program is given the one capability to pass.
 * @throws Error naming the closed folder when there is no way to grant that
 */
export function spawnUnprivileged(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
  paths: readonly string[],
): ChildProcess {
  if (!isRoot()) return spawn(program, args, options);
  const closed = [program, ...paths].map(closedParent).find((folder) => folder !== null);
  if (closed === undefined) return spawn(program, args, { ...options, uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID });
  const setpriv = SETPRIV.find((path) => existsSync(path));
  if (setpriv === undefined || !mayGrantPassage()) {
    throw new Error(
      `PostgreSQL does not run as root, and user ${UNPRIVILEGED_ID} may not enter ${closed}. ` +
        'Start as another user, or move the program and DATA_DIR to a folder that others may enter.',
    );
  }
  const id = String(UNPRIVILEGED_ID);
  const grant = [
    `--reuid=${id}`,
    `--regid=${id}`,
    '--clear-groups',
    '--no-new-privs',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    // Else the kernel leaves the capability out of account where a program asks first whether it may (access(2)).
    '--securebits=+no_setuid_fixup',
  ];
  return spawn(setpriv, [...grant, program, ...args], options);
}
