import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** Resident memory of this process and all below it, in bytes. Linux. */
function residentBytes(pid: number): number {
  try {
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    );
    return Number(resident?.[1] ?? 0) * 1024 + children.reduce((total, child) => total + residentBytes(child), 0);
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

/** Processor seconds that this process and those that it has seen end have used. Linux counts a hundred to the second. */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0) / 100;
}

export type Measured<T> = {
  readonly value: T;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
};

/** Runs work and measures how long it took and how much memory this process and its children had at most. */
export async function measure<T>(work: () => Promise<T>): Promise<Measured<T>> {
  let peakBytes = residentBytes(process.pid);
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes(process.pid));
  }, 50);
  const start = performance.now();
  const cpu = cpuSeconds();
  try {
    const value = await work();
    return { value, seconds: (performance.now() - start) / 1000, cpuSeconds: cpuSeconds() - cpu, peakBytes };
  } finally {
    clearInterval(timer);
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}

/** The value below which this share of all values lies. NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Times in milliseconds as a line of text: how many, their middle and their high end. */
export function spread(times: readonly number[]): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(1));
  return `${times.length} times, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, at most ${Math.max(...times).toFixed(1)} ms`;
}

/** Milliseconds that work takes, with what it gives. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

/** The machine's load over the last minute, as it is printed beside figures. */
export const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`;

export type Goals = {
  /** Prints whether a goal is met. */
  check(holds: boolean, goal: string): void;
  /** Ends the benchmark: the exit code says whether all goals were met. */
  end(): void;
};

export function createGoals(): Goals {
  let missed = 0;
  return {
    check(holds, goal) {
      console.log(`${holds ? 'met   ' : 'MISSED'} ${goal}`);
      if (!holds) missed += 1;
    },
    end() {
      process.exitCode = missed === 0 ? 0 : 1;
    },
  };
}
