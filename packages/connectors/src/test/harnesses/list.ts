import { fileHarness } from './file.ts';
import type { HarnessEntry } from './harness.ts';
import { postgresHarness } from './postgres.ts';
import { s3Harness } from './s3.ts';

/** One entry for each destination; the suite refuses to run with one missing. */
export const HARNESSES: readonly HarnessEntry[] = [fileHarness, s3Harness, postgresHarness];
