import { type BadFile, BEFORE, csvOf, type Expected, makeRows, runBadFiles, sent } from '../bad-file.ts';
import type { FaultTest } from '../fault-test.ts';

export const t23ColumnDrift: FaultTest = {
  id: 'T23',
  title: 'columns that change',
  run: () => runBadFiles(CASES, { before: sent(csvOf(BEFORE)) }),
};

const AFTER = makeRows(1001, 300);

/** The same rows under another header, each made of its id, site and clicks. */
const under = (header: string, row: (id: string, site: string, clicks: string) => string): string =>
  [header, ...AFTER.map((line) => row(...(line.split(',') as [string, string, string]))), ''].join('\n');

const file = (what: string, content: string, expected: Expected): BadFile => ({
  what,
  file: 'ads.csv',
  parameters: 'format: "csv";',
  answers: [sent(content)],
  expected,
});
const completed: Expected = { download: 'completed', good: AFTER.length, delivered: AFTER };
const failed = (ended: string): Expected => ({ download: 'failed', ended });
/** The design's sentence, and what there is instead. */
const missing = (column: string, found: string): Expected =>
  failed(
    `Column ${column} not found in ads.csv. It has: ${found}. Correct the name, or have the file delivered with the column.`,
  );
const ignored = (columns: string): string => `ads: columns that are not declared were ignored: ${columns}.`;
const many = Array.from({ length: 5000 }, (_, index) => `c${index + 1}`);

const CASES: readonly BadFile[] = [
  file(
    'a column missing',
    under('id,site', (id, site) => `${id},${site}`),
    missing('clicks', 'id, site'),
  ),
  file(
    'a column renamed',
    under('id,site,click_count', (...cells) => cells.join()),
    missing('clicks', 'id, site, click_count'),
  ),
  file('no header', AFTER.join('\n'), missing('id', AFTER[0]?.replaceAll(',', ', ') ?? '')),
  file(
    'columns in another order',
    under('clicks,id,site', (id, site, clicks) => `${clicks},${id},${site}`),
    completed,
  ),
  file(
    'a header in other letters',
    under(' ID,Site ,CLICKS', (...cells) => cells.join()),
    completed,
  ),
  file(
    'two columns more, between the others',
    under('id,cost,site,note,clicks', (id, site, clicks) => `${id},0.5,${site},x,${clicks}`),
    { ...completed, reported: [ignored('cost, note')] },
  ),
  file(
    '5,000 columns more',
    under(`id,${many.join()},site,clicks`, (id, site, clicks) => `${id}${','.repeat(5001)}${site},${clicks}`),
    { ...completed, reported: [ignored(`${many.slice(0, 10).join(', ')} and 4990 more`)] },
  ),
  file(
    'a column twice',
    under('id,site,clicks,Site', (id, site, clicks) => `${id},${site},${clicks},x`),
    failed('Column Site occurs twice in the header of ads.csv. Have it delivered with distinct column names.'),
  ),
  file(
    'a column twice that is not declared',
    under('id,note,site,clicks,note', (id, site, clicks) => `${id},x,${site},${clicks},y`),
    { ...completed, reported: [ignored('note')] },
  ),
  file(
    'a number that became a text',
    under('id,site,clicks', (id, site, clicks) => `${id},${site},${clicks} clicks`),
    {
      download: 'completed',
      ended: 'Processing failed; all rows are dirty.',
      dirty: AFTER.map((_, index) => `${index + 2} clicks not an integer`),
    },
  ),
];
