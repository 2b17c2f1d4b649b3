import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const TICKS_PER_SECOND = 100;
const LOOK_MS = 25;
/** More than a small job takes. */
export const LONG_SECONDS = 0.1;
/** Gets about a tenth of a processor that a process of usual priority wants too, and all of it otherwise. */
const LONG_PRIORITY = 10;

/** Seconds of processor time that a process has used. Linux. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** On Linux a priority is a thread's; threads that it starts later have it too. */
function lower(pid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), LONG_PRIORITY);
}

/**
 * From now on a process lets others go first once it has computed for long: a few long jobs, or one that crashes and is tried
 * again and again, then hold up neither the many short ones nor the program that looks after them all. Returns how to stop
 * looking. Where there is no such thing as /proc it does nothing.
 */
export function yieldAfter(seconds: number, pid: number): () => void {
  let start: number | null = null;
  const look = (): void => {
    try {
      const used = processorSeconds(pid);
      start ??= used;
      if (used - start < seconds) return;
      clearInterval(timer);
      lower(pid);
    } catch {
      // It has ended, or there is no way to tell.
      clearInterval(timer);
    }
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return () => clearInterval(timer);
}
