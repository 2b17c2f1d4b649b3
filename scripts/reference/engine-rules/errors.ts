import { ERRORS, type ErrorCode } from '@switchboard/model';
import { type Line, type Proof, testsOf } from './line.ts';

const texts = testsOf('packages/model/src/error-texts.test.ts');

/** Tests that provoke the error and look at its text. */
const SEEN: Partial<Readonly<Record<ErrorCode, Proof>>> = {
  ATTEMPTS_EXHAUSTED: testsOf('packages/engine/src/retry.test.ts')(
    'decideRetry > the last retry used up says so, and no longer promises one',
  ),
  WORKER_STOPPED: testsOf('packages/server/src/units/reconciler.test.ts')(
    'the reconciler > starts the work of a dead worker again, says so once, and wakes a worker',
  ),
  STALE_ATTEMPT: testsOf('packages/server/src/units/unit.test.ts')(
    'a unit of work > lets a superseded attempt renew nothing and write nothing',
  ),
  SOURCE_FILE_NEVER_CAME: testsOf('packages/server/src/pipeline/sources/prober.test.ts')(
    'looking for files > gives up dates whose file has not come within the lookback, and takes it even then',
  ),
  SOURCE_REPORT_LATE: testsOf('packages/server/test/files.test.ts')(
    'a report that is never made > ends in an error that says so',
  ),
  DECLARATION_SUSPENDED: testsOf('packages/server/src/pipeline/suspension/suspension.test.ts')(
    'three report dates in a row that fail > suspend the download; unsuspending it tries them again',
  ),
  ALL_ROWS_DIRTY: testsOf('packages/server/test/pipeline.test.ts')(
    'a report date, from its schedule to its file > fails a download whose rows are all dirty, and suspends its source',
  ),
  STORAGE_FAILED: testsOf('packages/server/test/pipeline.test.ts')(
    'a report date, from its schedule to its file > goes on after an attempt that failed at %s',
  ),
};

/** One line for each text of the catalogue of errors; two errors may read alike. */
export const ERROR_LINES: readonly Line[] = [...Map.groupBy(Object.entries(ERRORS), ([, { text }]) => text)].map(
  ([what, errors]) => ({
    section: 'design',
    kind: 'text',
    what,
    proofs: errors.flatMap(([name]) => [texts(`the text of ${name}`), ...seen(name as ErrorCode)]),
  }),
);

function seen(code: ErrorCode): readonly Proof[] {
  const proof = SEEN[code];
  return proof ? [proof] : [];
}
