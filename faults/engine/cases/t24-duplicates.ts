import { createHash } from 'node:crypto';
import { type BadFile, BEFORE, csvOf, type Expected, makeRows, runBadFiles, sent } from '../bad-file.ts';
import type { FaultTest } from '../fault-test.ts';

export const t24Duplicates: FaultTest = {
  id: 'T24',
  title: 'reports that come again',
  run: () => runBadFiles(CASES, { before: sent(OLD), pulls: 2 }),
};

const OLD = csvOf(BEFORE);
const AFTER = makeRows(1001, 300);
const NEW = csvOf(AFTER);
const named = (content: string, name: string): string =>
  `${name} (sha256 ${createHash('sha256').update(content).digest('hex').slice(0, 12)})`;
const replaces = (own: string, other: string): string => `ads: ${own} replaces ${other} as the version of {date}.`;
const under = (name: string): Readonly<Record<string, string>> => ({
  'content-disposition': `attachment; filename="${name}"`,
});

const file = (what: string, answers: BadFile['answers'], expected: Expected): BadFile => ({
  what,
  file: 'ads.csv',
  parameters: 'format: "csv";',
  answers,
  expected,
});
const SKIPPED = ['Identical report already downloaded'];
const skipped: Expected = { download: 'skipped', reported: [...SKIPPED, ...SKIPPED] };
const replaced: Expected = { download: 'completed', good: AFTER.length, delivered: AFTER };

const CASES: readonly BadFile[] = [
  file('the same bytes three times', [sent(OLD), sent(OLD)], skipped),
  file(
    'the same bytes under another name, twice',
    [sent(OLD, under('other.csv')), sent(OLD, under('third.csv'))],
    skipped,
  ),
  file('new bytes under the same name, twice', [sent(NEW), sent(NEW)], {
    ...replaced,
    ...skipped,
    reported: [...SKIPPED, replaces(named(NEW, 'ads.csv'), named(OLD, 'ads.csv'))],
    good: 0,
  }),
  file('the same bytes, then new ones under another name', [sent(OLD), sent(NEW, under('other.csv'))], {
    ...replaced,
    reported: [replaces(named(NEW, 'other.csv'), named(OLD, 'ads.csv'))],
  }),
  file('new bytes, then those of before', [sent(NEW), sent(OLD)], {
    download: 'completed',
    reported: [replaces(named(OLD, 'ads.csv'), named(NEW, 'ads.csv'))],
    good: BEFORE.length,
    delivered: BEFORE,
    flows: 2,
    uploads: 4,
  }),
];
