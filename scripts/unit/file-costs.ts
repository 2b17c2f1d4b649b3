// A setup file of Vitest: measures what the tests and hooks of a file cost this worker, for the profile of the run.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll } from 'vitest';

/** Costs of the tests and hooks of one file. Times are in milliseconds. */
export type FileCosts = {
  /** Processor time of the worker, all its threads included. */
  readonly processor: number;
  /** Time in which the worker had nothing to do: it waited for a server, a process, a file or a timer. */
  readonly waiting: number;
  readonly statements: number;
  readonly processes: number;
};

declare module 'vitest' {
  interface TaskMeta {
    costs?: FileCosts;
  }
}

let started = { processor: process.cpuUsage(), loop: performance.eventLoopUtilization() };
let statements = 0;
let processes = 0;
const countStatement = (): void => {
  statements += 1;
};
const countProcess = (): void => {
  processes += 1;
};

beforeAll(() => {
  started = { processor: process.cpuUsage(), loop: performance.eventLoopUtilization() };
  subscribe('switchboard:statement', countStatement);
  subscribe('child_process', countProcess);
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads what a hook uses from the pattern of its first parameter
afterAll(({}, { file }) => {
  unsubscribe('switchboard:statement', countStatement);
  unsubscribe('child_process', countProcess);
  const { user, system } = process.cpuUsage(started.processor);
  const { idle } = performance.eventLoopUtilization(started.loop);
  file.meta.costs = { processor: (user + system) / 1000, waiting: idle, statements, processes };
});
