import type { FaultTest } from './fault-test.ts';
import { t2KilledQuery } from './t2-killed-query.ts';
import { t6FrozenWorker } from './t6-frozen-worker.ts';
import { t18TruncatedGzip } from './t18-truncated-gzip.ts';
import { t19EarlyEnd } from './t19-early-end.ts';
import { t20BadQuotes } from './t20-bad-quotes.ts';
import { t21AllDirty } from './t21-all-dirty.ts';
import { t22Encodings } from './t22-encodings.ts';
import { t23ColumnDrift } from './t23-column-drift.ts';
import { t24Duplicates } from './t24-duplicates.ts';
import { t25Archives } from './t25-archives.ts';
import { t26Poison } from './t26-poison.ts';
import { t27Nothing } from './t27-nothing.ts';
import { t30ConflictingBackfills } from './t30-conflicting-backfills.ts';
import { t37RefusedSwap } from './t37-refused-swap.ts';
import { t38UnknownCommit } from './t38-unknown-commit.ts';
import { t40CancelRaces } from './t40-cancel-races.ts';

/** All fault tests of the engine, by their number. Each is in a file of its own. */
export const FAULT_TESTS: readonly FaultTest[] = [
  t2KilledQuery,
  t6FrozenWorker,
  t18TruncatedGzip,
  t19EarlyEnd,
  t20BadQuotes,
  t21AllDirty,
  t22Encodings,
  t23ColumnDrift,
  t24Duplicates,
  t25Archives,
  t26Poison,
  t27Nothing,
  t30ConflictingBackfills,
  t37RefusedSwap,
  t38UnknownCommit,
  t40CancelRaces,
];
