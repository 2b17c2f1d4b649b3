import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { testSeed, turnOf } from '@switchboard/model/testing/sample-cells';

/** Test files of one kind, of which each run of `npm test` takes one of `shares` parts. */
type TurnTaking = {
  /** Glob patterns of paths from the root of the tree. */
  readonly files: readonly string[];
  /** A week of daily runs tries each file at least once. */
  readonly shares: 2 | 3;
};

/**
 * Suites that prove one contract once more for each provider, format or program, or that start whole programs. Each group stands
 * with its reason in docs/design/tests.md. None of them alone runs a statement whose row type is asserted.
 */
const TURNS: readonly TurnTaking[] = [
  { shares: 3, files: ['packages/connectors/src/providers/*/{source,destination}.test.ts'] },
  { shares: 3, files: ['packages/engine/src/files/{store,remote/gcs-store,remote/s3-store}.test.ts'] },
  {
    shares: 3,
    files: [
      'packages/connectors/src/delivery/*.test.ts',
      'packages/connectors/src/fetching/broken-sources.test.ts',
      'packages/connectors/src/key-forms/{http-form,verification-matrix,verify-tunnel}.test.ts',
    ],
  },
  { shares: 2, files: ['packages/engine/src/download/load/load-*.test.ts', 'packages/engine/test/matrix/*.test.ts'] },
  { shares: 2, files: ['packages/language/test/{hostile,fuzz,kept-histories,injection,workspace}.test.ts'] },
  {
    shares: 2,
    files: [
      'packages/cli/src/start/start-command.test.ts',
      'packages/cli/src/commands/installation/backup.test.ts',
      'packages/server/test/start-and-stop.test.ts',
      'packages/server/src/main.test.ts',
      'packages/server/src/programs/backup/backup.test.ts',
      'packages/server/src/db/embedded/*.test.ts',
    ],
  },
  {
    shares: 2,
    files: [
      'packages/cli/src/{run/run-date,fixtures/fixtures-command,lsp/lsp-command}.test.ts',
      'packages/cli/src/commands/run*.test.ts',
      'packages/cli/test/cases/cases.test.ts',
    ],
  },
  {
    shares: 2,
    files: [
      'packages/server/test/{same-bytes,failing-parts,when-empty,kept-rows,kept-dates,undated-source,concurrency-slots}.test.ts',
      'packages/server/test/rotation/*.test.ts',
      'packages/server/src/pipeline/summaries/simulated-days.test.ts',
      'packages/server/src/pipeline/recovery/{release-held,retry-stopped}.test.ts',
    ],
  },
  {
    shares: 2,
    files: [
      'e2e/{draft-review,preview-and-impact,sign-in-factors,service-tokens,editor-files,oauth,sign-in-inputs,account-administration}.e2e.ts',
      'e2e/{own-sessions,lineage,events-investigation,integrations,mailbox,usage-and-reports,single-sign-on,erasure}.e2e.ts',
    ],
  },
];

/** Whether `npm test` tries this file in a part of its runs only. */
export const takesTurns = (path: string): boolean =>
  TURNS.some(({ files }) => files.some((pattern) => matchesGlob(path, pattern)));

/** Every file that takes turns, for the run that leaves nothing out. */
export const turnTakingFiles = (root: string): readonly string[] =>
  TURNS.flatMap((group) => filesOf(root, group)).toSorted();

/** The files that this run leaves out, because it is the turn of others: none, unless it is a run of all tests (`TEST_SHARE=on`). */
export function restingFiles(root: string): readonly string[] {
  if (process.env['TEST_SHARE'] !== 'on') return [];
  return TURNS.flatMap((group) => {
    const turn = turnOf(testSeed(), group.shares);
    return filesOf(root, group).filter((_, index) => index % group.shares !== turn);
  });
}

const filesOf = (root: string, { files }: TurnTaking): readonly string[] =>
  files.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
