import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TICKS_PER_SECOND = 100;
const POLL_INTERVAL = 20;

/** A running database process of this one, with the seconds of processor time that it has used. */
export type DatabaseProcess = { readonly pid: number; readonly seconds: number };

/** Ids of the processes that this one has started. To be asked often: it reads no others. */
const childrenOfThis = (): string[] =>
  readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(join('/proc/self/task', task, 'children'), 'utf8')
      .split(' ')
      .filter(Boolean),
  );

/** The database processes that this process has started, those that are kept ready among them. */
export function databaseProcesses(): DatabaseProcess[] {
  return childrenOfThis().flatMap((pid) => {
    try {
      const fields = readFileSync(join('/proc', pid, 'stat'), 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (fields[0] === 'Z' || !readFileSync(join('/proc', pid, 'cmdline'), 'utf8').includes('executors/child'))
        return [];
      return [{ pid: Number(pid), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND }];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

/**
 * Sends a signal to every database process that has used more than so many seconds of processor time, once, up to a number.
 * @returns stops watching, and gives how many were hit
 */
export function endBusyOnes(seconds: number, signal: NodeJS.Signals, most = Number.MAX_SAFE_INTEGER): () => number {
  const hit = new Set<number>();
  const timer = setInterval(() => {
    for (const { pid, seconds: used } of databaseProcesses()) {
      if (used <= seconds || hit.has(pid) || hit.size >= most) continue;
      hit.add(pid);
      process.kill(pid, signal);
    }
  }, POLL_INTERVAL);
  return () => {
    clearInterval(timer);
    return hit.size;
  };
}
