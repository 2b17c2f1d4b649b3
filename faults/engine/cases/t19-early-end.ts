import type { SourceAnswer } from '@switchboard/server/testing';
import { type BadFile, BEFORE, csvOf, type Expected, makeRows, runBadFiles, sent } from '../bad-file.ts';
import type { FaultTest } from '../fault-test.ts';

export const t19EarlyEnd: FaultTest = {
  id: 'T19',
  title: 'connections that end before the file',
  run: () => runBadFiles(CASES, { before: sent(csvOf(BEFORE)) }),
};

const AFTER = makeRows(1001, 2000);
const WHOLE = Buffer.from(csvOf(AFTER));
/** Inside the last number but one: what came is well-formed, every line of it. */
const IN_A_NUMBER = WHOLE.lastIndexOf(',', WHOLE.length - 8) + 2;

/** Sends the first bytes, then closes; promises another length, or none and sends in chunks. */
const cut =
  (bytes: number, promised: number | null, how: 'closed' | 'reset' = 'closed'): SourceAnswer =>
  (_, response) => {
    const length = promised === null ? {} : { 'content-length': promised };
    response.writeHead(200, { 'content-type': 'text/csv', ...length });
    response.write(WHOLE.subarray(0, bytes), () => {
      if (how === 'closed') response.socket?.end();
      else response.socket?.resetAndDestroy();
    });
  };

/** As the design words it. */
const early = (got: number, expected: number | string): string =>
  `Source file ads.csv ended early (${got} of ${expected} bytes). Will retry.`;
const failed = (retry: string): Expected => ({
  download: 'failed',
  retry,
  ended: `Stopped after 5 attempts. ${retry.replace(' Will retry.', '')}`,
});
const file = (what: string, answers: readonly SourceAnswer[], expected: Expected): BadFile => ({
  what,
  file: 'ads.csv',
  parameters: 'format: "csv";',
  answers,
  expected,
});

const half = WHOLE.length >> 1;
const CASES: readonly BadFile[] = [
  file(
    'a Content-Length of 1,000 bytes more than came',
    [cut(WHOLE.length, WHOLE.length + 1000)],
    failed(early(WHOLE.length, WHOLE.length + 1000)),
  ),
  file('closed in the middle', [cut(half, WHOLE.length)], failed(early(half, WHOLE.length))),
  file('closed inside a number', [cut(IN_A_NUMBER, WHOLE.length)], failed(early(IN_A_NUMBER, WHOLE.length))),
  file('closed before the first byte', [cut(0, WHOLE.length)], failed(early(0, WHOLE.length))),
  file(
    'closed before the last chunk, length unknown',
    [cut(IN_A_NUMBER, null)],
    failed(early(IN_A_NUMBER, 'an unknown number of')),
  ),
  file(
    'closed in the middle three times, then whole',
    [cut(half, WHOLE.length), cut(half, WHOLE.length), cut(half, WHOLE.length), sent(WHOLE)],
    {
      download: 'completed',
      retry: early(half, WHOLE.length),
      retries: 3,
      good: AFTER.length,
      delivered: AFTER,
    },
  ),
];
