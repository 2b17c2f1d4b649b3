import type { FaultTest } from './fault-test.ts';
import { t18TruncatedGzip } from './t18-truncated-gzip.ts';

/** All fault tests of the engine, by their number. Each is in a file of its own. */

export const FAULT_TESTS: readonly FaultTest[] = [t18TruncatedGzip];
