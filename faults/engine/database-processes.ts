import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createExecutor, type Executor } from '@switchboard/engine';

const TICKS_PER_SECOND = 100;
const POLL_INTERVAL = 20;

/** A running database process of this one, with the seconds of processor time that it has used. */
export type DatabaseProcess = { readonly pid: number; readonly seconds: number };

/** Ids of the processes that one has started. To be asked often: it reads no others. */
const childrenOf = (pid: string): string[] =>
  readdirSync(join('/proc', pid, 'task')).flatMap((task) =>
    readFileSync(join('/proc', pid, 'task', task, 'children'), 'utf8')
      .split(' ')
      .filter(Boolean),
  );

/** The database processes that this process has started, those that are kept ready among them. */
export function databaseProcesses(): DatabaseProcess[] {
  return childrenOf('self').flatMap((child) => {
    try {
      if (!readFileSync(join('/proc', child, 'cmdline'), 'utf8').includes('executors/child')) return [];
      // A launcher has the database process as its last child.
      const pid = childrenOf(child).at(-1) ?? child;
      const fields = readFileSync(join('/proc', pid, 'stat'), 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (fields[0] === 'Z') return [];
      return [{ pid: Number(pid), seconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND }];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

/** Starts an executor each of whose processes serves one job, so that the time of a process is that of its job. */
export const executorWithoutKept = (): Executor =>
  createExecutor({ poolSize: 1, threads: 2, keptProcesses: 0, longJobSeconds: Number.POSITIVE_INFINITY });

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
