import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Names one life of one process: a process id alone is used again after a restart of the machine or of a container. */
export type ProcessIdentity = { readonly pid: number; readonly boot: string; readonly started: string };

/** The identity of a running process, or null when no process has that id. */
export function identify(pid: number): ProcessIdentity | null {
  if (!isAlive(pid)) return null;
  return { pid, boot: bootId(), started: startOf(pid) };
}

/** Whether the process that was identified then is still the one running now. */
export function isRunning(then: ProcessIdentity): boolean {
  const now = identify(then.pid);
  return now !== null && now.boot === then.boot && now.started === then.started;
}

/** Whether a process with this id exists, of any user. A dead process that its parent has not collected does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return statusFields(pid)?.[0] !== 'Z';
}

/** The command line of a process with spaces between its words, or '' when it cannot be read. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** The fields of /proc/pid/stat after the command's name, which may itself hold spaces and brackets. */
function statusFields(pid: number): string[] | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function startOf(pid: number): string {
  const fields = statusFields(pid);
  if (fields !== undefined) return fields[19] ?? '';
  if (process.platform === 'win32') return '';
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
