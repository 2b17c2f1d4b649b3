import type { FaultTest } from './fault-test.ts';

/** All fault tests of the engine, by their number. Each is in a file of its own. */
export const FAULT_TESTS: readonly FaultTest[] = [];
