import { createExecutor } from '../src/executors/create-executor.ts';
import type { Executor } from '../src/executors/executor.ts';
import { createInProcessExecutor } from './in-process-executor.ts';

/**
 * An executor for tests of what is done with databases: in the process of the test, and in jailed processes as in production in the long
 * run, which sets `TEST_MATRIX=whole`. Tests of processes take `createProcessExecutor`.
 */
export const createTestExecutor = (): Executor =>
  process.env['TEST_MATRIX'] === 'whole' ? createProcessExecutor() : createInProcessExecutor();

/** Creates production's executor at normal priority, so that a test does not take ten times as long on a busy machine. */
export const createProcessExecutor = (): Executor =>
  createExecutor({ poolSize: 1, threads: 2, longJobSeconds: Number.POSITIVE_INFINITY });
