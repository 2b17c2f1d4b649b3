import { spawnSync } from 'node:child_process';

/** The isolation of a child process that the platform offers. */
export type Jail = {
  /** Commands that isolate and then run the program; possibly empty. */
  readonly prefix: readonly string[];
  /** Whether limits can be set on a running child. */
  readonly limits: boolean;
  readonly network: 'none' | 'open';
  readonly privileges: 'dropped' | 'kept';
};

const works = (command: readonly string[]): boolean => {
  const [program = '', ...rest] = command;
  return spawnSync(program, [...rest, 'true'], { stdio: 'ignore', env: {}, timeout: 5000 }).status === 0;
};

const firstWorking = (candidates: readonly (readonly string[])[]): readonly string[] => candidates.find(works) ?? [];

/**
 * Detects which parts of the jail this platform offers (Linux: all): a network namespace without interfaces, no
 * capabilities, no privilege escalation, no core dumps, few open files.
 */
export function detectJail(): Jail {
  if (process.platform !== 'linux') return { prefix: [], limits: false, network: 'open', privileges: 'kept' };
  const limits = firstWorking([['/usr/bin/prlimit', '--core=0', '--nofile=1024']]);
  const network = firstWorking([
    ['/usr/bin/unshare', '-n', '--'],
    ['/usr/bin/unshare', '-r', '-n', '--'],
  ]);
  const privileges = firstWorking([
    ['/usr/bin/setpriv', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
    ['/usr/bin/setpriv', '--no-new-privs', '--'],
  ]);
  return {
    prefix: [...limits, ...network, ...privileges],
    limits: limits.length > 0,
    network: network.length > 0 ? 'none' : 'open',
    privileges: privileges.length > 0 ? 'dropped' : 'kept',
  };
}

/** Limits of one running process. Sizes in bytes. */
export type ProcessLimits = {
  readonly addressSpaceBytes: number;
  readonly cpuSeconds: number;
  readonly fileBytes: number;
};

/** The command that sets the limits of a running process. */
export function limitCommand(pid: number, limits: ProcessLimits): readonly string[] {
  return [
    '/usr/bin/prlimit',
    `--pid=${pid}`,
    `--as=${limits.addressSpaceBytes}`,
    `--cpu=${limits.cpuSeconds}`,
    `--fsize=${limits.fileBytes}`,
  ];
}
