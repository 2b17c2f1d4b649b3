import { Readable } from 'node:stream';
import type { SourceAnswer } from '@switchboard/server/testing';
import { type BadFile, csvOf, makeRows, runBadFiles, sent } from '../bad-file.ts';
import type { FaultRow, FaultTest } from '../fault-test.ts';

export const t20BadQuotes: FaultTest = { id: 'T20', title: 'one bad record among millions', run };

const MANY = 10_000_000;
const SOME = 1_000_000;
const CHUNK = 20_000;
/** The design's target in rows per second. It depends on what else the machine runs, so it is reported but not required. */
const GOAL = 300_000;

/** A row as the file has it, with its line end; `bad` replaces one of them. */
type Report = {
  readonly rows: number;
  readonly bad: number;
  readonly row: (number: number) => string;
  readonly badRow: Iterable<string>;
};

const plain = (number: number): string => `${number},site ${number % 7},${number % 100}\n`;

function* pieces({ rows, bad, row, badRow }: Report): Generator<string> {
  yield 'id,site,clicks\n';
  for (let from = 1; from <= rows; from += CHUNK) {
    let text = '';
    for (let number = from; number < from + CHUNK && number <= rows; number += 1) {
      if (number === bad) {
        yield text;
        yield* badRow;
        text = '';
      } else text += row(number);
    }
    yield text;
  }
}

const streamed =
  (report: Report): SourceAnswer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    Readable.from(pieces(report)).pipe(response);
  };

/** The results of the query for rows 1 to `rows` without `bad`. */
function totals(rows: number, bad: number): readonly string[] {
  const groups = Array.from({ length: 100 }, () => ({ seen: 0, ids: 0 }));
  for (let number = 1; number <= rows; number += 1) {
    const group = groups[number % 100];
    if (!group || number === bad) continue;
    group.seen += 1;
    group.ids += number;
  }
  return groups.map(({ seen, ids }, clicks) => `${clicks},${seen},${ids}`);
}

function file(what: string, report: Partial<Report>, dirty: (line: number) => string): BadFile {
  const rows = report.rows ?? SOME;
  const bad = report.bad ?? rows / 2 - 1;
  const whole: Report = { row: plain, badRow: [`${bad},"site 4,99\n`], ...report, rows, bad };
  return {
    what: `${rows.toLocaleString('en')} rows, ${what}`,
    file: 'ads.csv',
    parameters: 'format: "csv";',
    query: 'select clicks, count(id) as seen, sum(id) as ids from ads',
    answers: [streamed(whole)],
    expected: {
      download: 'completed',
      reported: [`ads: 1 of ${rows.toLocaleString('en')} rows are dirty.`],
      good: rows - 1,
      dirty: [`${bad + 1} ${dirty(bad + 1)}`],
      delivered: totals(rows, bad),
    },
  };
}

const unterminated = (): string => 'unterminated quote';
const tooLong = (line: number): string => `Line ${line}: record longer than 1 MB.`;
const megabytes = (line: string): Iterable<string> =>
  Array.from({ length: 50 }, () => line.repeat(1_048_576 / line.length));

/** Runs of quotes that are all well-formed. */
const RUNS = ['""', '""""', '"a"""', '"""b"""', '"a""""c"', '""""""'];
const withRuns = (number: number): string => `${number},${RUNS[number % RUNS.length]},${number % 100}\n`;
const half = SOME / 2 - 1;

const CASES: readonly BadFile[] = [
  file('a quote that is never closed in the last line', { bad: SOME }, unterminated),
  file('a quote that is never closed in the first line', { bad: 1 }, unterminated),
  // The next run closes what the odd one has opened.
  file('runs of quotes, one of them odd', { row: withRuns, badRow: [`${half},""",99\n`] }, () => 'broken quotes'),
  file(
    'every third line with CRLF, a quote never closed',
    { row: (number) => plain(number).replace('\n', number % 3 === 0 ? '\r\n' : '\n') },
    unterminated,
  ),
  file('a field of 50 MB', { badRow: [`${half},`, ...megabytes('x'), ',99\n'] }, tooLong),
  file(
    'a quoted field of 50 MB in lines',
    { badRow: [`${half},"`, ...megabytes(`${'x'.repeat(63)}\n`), '",99\n'] },
    tooLong,
  ),
  file(
    'a quoted field of 50 MB in lines that never ends',
    { badRow: [`${half},"`, ...megabytes(`${'x'.repeat(63)}\n`)] },
    tooLong,
  ),
];

async function run(): Promise<readonly FaultRow[]> {
  const rows = makeRows(1, 500);
  const sums = new Map<number, { seen: number; ids: number }>();
  for (const [id, , clicks] of rows.map((row) => row.split(',').map(Number))) {
    const sum = sums.get(clicks ?? 0) ?? { seen: 0, ids: 0 };
    sums.set(clicks ?? 0, { seen: sum.seen + 1, ids: sum.ids + (id ?? 0) });
  }
  const beforeRows = [...sums].map(([clicks, { seen, ids }]) => `${clicks},${seen},${ids}`);
  const options = { before: sent(csvOf(rows)), beforeRows, within: 600_000, goal: GOAL };
  const largest = file('a quote that is never closed in line 5,000,000', { rows: MANY }, unterminated);
  return [...(await runBadFiles([largest], options)), ...(await runBadFiles(CASES, options))];
}
