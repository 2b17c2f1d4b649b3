import { t4Restarts } from './cases/installation/t4-restarts.ts';
import { t9FullDisk } from './cases/installation/t9-full-disk.ts';
import { t43RestoredDatabase } from './cases/installation/t43-restored-database.ts';
import { t2KilledQuery } from './cases/t2-killed-query.ts';
import { t6FrozenWorker } from './cases/t6-frozen-worker.ts';
import { t18TruncatedGzip } from './cases/t18-truncated-gzip.ts';
import { t19EarlyEnd } from './cases/t19-early-end.ts';
import { t20BadQuotes } from './cases/t20-bad-quotes.ts';
import { t21AllDirty } from './cases/t21-all-dirty.ts';
import { t22Encodings } from './cases/t22-encodings.ts';
import { t23ColumnDrift } from './cases/t23-column-drift.ts';
import { t24Duplicates } from './cases/t24-duplicates.ts';
import { t25Archives } from './cases/t25-archives.ts';
import { t26Poison } from './cases/t26-poison.ts';
import { t27Nothing } from './cases/t27-nothing.ts';
import { t30ConflictingBackfills } from './cases/t30-conflicting-backfills.ts';
import { t37RefusedCommit } from './cases/t37-refused-commit.ts';
import { t38UnknownCommit } from './cases/t38-unknown-commit.ts';
import { t40CancelRaces } from './cases/t40-cancel-races.ts';
import type { FaultTest } from './fault-test.ts';

/** All fault tests of the engine, by their number. Each is in a file of its own. */
export const FAULT_TESTS: readonly FaultTest[] = [
  t2KilledQuery,
  t4Restarts,
  t6FrozenWorker,
  t9FullDisk,
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
  t37RefusedCommit,
  t38UnknownCommit,
  t40CancelRaces,
  t43RestoredDatabase,
];
