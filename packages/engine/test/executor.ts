import { createExecutor, type ExecutorOptions } from '../src/executors/create-executor.ts';
import type { Executor } from '../src/executors/executor.ts';

/** An executor at normal priority throughout, so that a test does not take ten times as long on a busy machine. */
export const createTestExecutor = (options: ExecutorOptions = {}): Executor =>
  createExecutor({ poolSize: 1, longJobSeconds: Number.POSITIVE_INFINITY, ...options });
