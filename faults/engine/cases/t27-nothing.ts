import type { SourceAnswer } from '@switchboard/server/testing';
import { type BadFile, BEFORE, csvOf, type Expected, makeRows, runBadFiles, sent } from '../bad-file.ts';
import type { FaultTest } from '../fault-test.ts';

export const t27Nothing: FaultTest = {
  id: 'T27',
  title: 'nothing, and failures that look like it',
  run: () => runBadFiles(CASES, { before: sent(csvOf(BEFORE)) }),
};

/** Message of each of the two uploads. */
const NO_ROWS = 'Query has completed successfully, no uploads will result.';
const AFTER = makeRows(1001, 200);
const nothing = (good: number): Expected => ({ download: 'completed', reported: [NO_ROWS, NO_ROWS], good, flows: 1 });
const failed = (retry: string): Expected => ({
  download: 'failed',
  retry,
  ended: `Stopped after 5 attempts. ${retry.replace(' Will retry.', '')}`,
});
const status =
  (code: number, body: string): SourceAnswer =>
  (_, response) => {
    response.writeHead(code).end(body);
  };
const hangUp: SourceAnswer = (_, response) => {
  response.socket?.destroy();
};
const file = (what: string, answers: readonly SourceAnswer[], expected: Expected): BadFile => ({
  what,
  file: 'ads.csv',
  parameters: 'format: "csv";',
  answers,
  query: 'select id, site, clicks from ads where clicks >= 0',
  expected,
});

const CASES: readonly BadFile[] = [
  file('a report with a header alone', [sent('id,site,clicks\n')], nothing(0)),
  file('a report of 0 bytes', [sent('')], nothing(0)),
  file('rows of which the query takes none', [sent('id,site,clicks\n1,a,-1\n2,b,-2\n')], nothing(2)),
  file('status 500', [status(500, 'broken')], failed('ads: {url} answered 500: broken. Will retry.')),
  file(
    'status 503 with a page',
    [status(503, '<html>busy</html>')],
    failed('ads: {url} answered 503: <html>busy</html>. Will retry.'),
  ),
  file('status 429', [status(429, '')], failed('ads: {host} asks to slow down (429). Will retry.')),
  file('status 204', [status(204, '')], failed('ads: there is no file for this report date yet. Will retry.')),
  file(
    'a connection that is closed without an answer',
    [hangUp],
    failed('Could not connect to {hostname} for ads: the connection was closed by the other side. Will retry.'),
  ),
  file('status 404', [status(404, 'gone')], {
    download: 'failed',
    ended: 'ads: {url} answered 404: gone. Check the url parameter.',
  }),
  file('a page instead of a report', [sent('<html><body>Sign in</body></html>')], {
    download: 'failed',
    ended:
      'Column id not found in ads.csv. It has: <html><body>Sign in</body></html>. Correct the name, or have the file delivered with the column.',
  }),
  file('status 500 twice, then the report', [status(500, 'broken'), status(500, 'broken'), sent(csvOf(AFTER))], {
    download: 'completed',
    retry: 'ads: {url} answered 500: broken. Will retry.',
    retries: 2,
    good: AFTER.length,
    delivered: AFTER,
  }),
];
