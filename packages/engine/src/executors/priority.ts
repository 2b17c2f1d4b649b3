import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const TICKS_PER_SECOND = 100;
const POLL_MS = 25;
/** More processor time than a small job takes. */
export const LONG_JOB_SECONDS = 0.1;
/** Gets about a tenth of a processor that a process of normal priority also wants, and all of it otherwise. */
const LOW_PRIORITY = 10;

/** The processor time of a process, in seconds. Linux. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** On Linux a priority belongs to a thread, and is inherited by the threads that it starts. */
function lowerPriority(pid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), LOW_PRIORITY);
}

export type PriorityWatch = {
  /** Whether the priority has been lowered; it stays so. */
  readonly isLowered: boolean;
  stop(): void;
};

/**
 * Lowers the priority of a process once it has used `seconds` of processor time from now on, so that a few long jobs, or one
 * that is retried over and over, delay neither the many short ones nor the service itself. Does nothing where there is no /proc.
 */
export function lowerPriorityAfter(seconds: number, pid: number): PriorityWatch {
  let start: number | null = null;
  let isLowered = false;
  const check = (): void => {
    try {
      const used = processorSeconds(pid);
      start ??= used;
      if (used - start < seconds) return;
      clearInterval(timer);
      isLowered = true;
      lowerPriority(pid);
    } catch {
      // The process has ended, or the platform has no /proc.
      clearInterval(timer);
    }
  };
  const timer = setInterval(check, POLL_MS);
  check();
  return {
    get isLowered() {
      return isLowered;
    },
    stop: () => clearInterval(timer),
  };
}
