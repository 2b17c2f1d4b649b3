import { type BadFile, BEFORE, csvOf, type Expected, makeRows, runBadFiles, sent } from '../bad-file.ts';
import type { FaultTest } from '../fault-test.ts';

export const t21AllDirty: FaultTest = {
  id: 'T21',
  title: 'files without a good row',
  run: () => runBadFiles(CASES, { before: sent(csvOf(BEFORE)) }),
};

const FAILED = 'Processing failed; all rows are dirty.';
const allDirty = (dirty: readonly string[]): Expected => ({
  download: 'completed',
  ended: FAILED,
  dirty,
});
const lines = (count: number, reason: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${index + 2} ${reason}`);
const file = (what: string, rows: readonly string[], expected: Expected): BadFile => ({
  what,
  file: 'ads.csv',
  parameters: 'format: "csv";',
  answers: [sent(csvOf(rows))],
  expected,
});

const CASES: readonly BadFile[] = [
  file(
    'an identifier that is none in all 300 rows',
    makeRows(1, 300).map((row) => `x${row}`),
    allDirty(lines(300, 'id not an integer')),
  ),
  file('one row, and it is dirty', ['1,a,many'], allDirty(lines(1, 'clicks not an integer'))),
  file(
    'a field too many in all 40 rows',
    makeRows(1, 40).map((row) => `${row},`),
    allDirty(lines(40, 'expected 3 fields, found 4')),
  ),
  file(
    'a quote that is never closed in each of 20 rows: no row is whole behind it',
    makeRows(1, 20).map((row) => row.replace('site', '"site')),
    allDirty(['2 broken quotes']),
  ),
  file('all but the last of 300 rows', [...makeRows(1, 299).map((row) => `x${row}`), '300,last,1'], {
    download: 'completed',
    reported: ['ads: 299 of 300 rows are dirty.'],
    good: 1,
    dirty: lines(299, 'id not an integer'),
    delivered: ['300,last,1'],
  }),
];
