import { createHash } from 'node:crypto';
import { LIMITS } from '@switchboard/model/limits';
import type { SourceAnswer } from '@switchboard/server/testing';
import { faultRow, type Observation } from './fault-row.ts';
import type { FaultRow } from './fault-test.ts';
import type { Outcome, SeenEvent } from './outcome.ts';
import { type AccountOptions, type AccountUnderTest, startPipeline } from './pipeline-under-test.ts';

/** A source that goes wrong after a first report that was delivered as it should be. */
export type BadFile = {
  readonly what: string;
  /** Answers of the source, one after the other; the last one is repeated. */
  readonly answers: readonly SourceAnswer[];
  readonly expected: Expected;
} & AccountOptions;

/** In the texts `{url}`, `{host}` and `{hostname}` stand for those of the source, `{date}` for the report date. */
export type Expected = {
  readonly download: 'completed' | 'failed' | 'skipped';
  /** Message of each retry; without it, no retry is expected. */
  readonly retry?: string;
  /** 5 when there is a text, until the limit. */
  readonly retries?: number;
  /** The event of the failure that is the last; none without. */
  readonly ended?: string;
  /** Other events that must be there, as often as their texts are listed here. */
  readonly reported?: readonly string[];
  /** Good rows; 0 without. */
  readonly good?: number;
  /** Line, column and reason of each dirty row; none without. */
  readonly dirty?: readonly string[];
  /** The rows at both destinations afterwards; those of before without. */
  readonly delivered?: readonly string[];
  /** Flows and uploads that the fault may start; none without. */
  readonly flows?: number;
  readonly uploads?: number;
};

/** Rows for the columns `id`, `site` and `clicks`. */
export const makeRows = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${from + index},site ${index % 7},${(index * 37) % 100}`);

export const csvOf = (rows: readonly string[]): string => ['id,site,clicks', ...rows, ''].join('\n');

/** The content as a report, with its length announced. */
export const sent =
  (content: string | Buffer, headers: Readonly<Record<string, string | number>> = {}): SourceAnswer =>
  (_, response) => {
    const body = Buffer.from(content);
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': body.length, ...headers }).end(body);
  };

/** The rows that are delivered when the fault comes. */
export const BEFORE = makeRows(1, 500);

type Options = {
  /** The report of before, packed or encoded as the cases need it. */
  readonly before: SourceAnswer;
  readonly beforeRows?: readonly string[];
  /** How often the report date comes with the fault; once without. */
  readonly pulls?: number;
  /** Milliseconds that all cases together may take. */
  readonly within?: number;
  /** Rows a second that a load of millions should reach; reported, not judged. */
  readonly goal?: number;
};

/**
 * Runs all cases at once, each with an account of its own: a report is delivered, then its report date comes with the fault.
 * Compares the result with the expectation, and with the oracles O1 to O6.
 */
export async function runBadFiles(cases: readonly BadFile[], options: Options): Promise<readonly FaultRow[]> {
  const { before, beforeRows = BEFORE, pulls = 1, within } = options;
  const pipeline = await startPipeline();
  let unhandled = 0;
  const count = (): void => {
    unhandled += 1;
  };
  process.on('unhandledRejection', count);
  try {
    const accounts: AccountUnderTest[] = [];
    for (const one of cases) {
      const account = await pipeline.open(one);
      account.serve(before);
      accounts.push(account);
    }
    await pipeline.pull(within);
    const first: Outcome[] = [];
    for (const account of accounts) first.push(await account.outcome());
    for (const [index, account] of accounts.entries()) account.serve(inTurn(cases[index]?.answers ?? []));
    for (let pull = 0; pull < pulls; pull += 1) await pipeline.pull(within);
    const rows: FaultRow[] = [];
    for (const [index, account] of accounts.entries()) {
      const [one, was] = [cases[index], first[index]];
      const now = await account.outcome();
      if (one && was)
        rows.push(
          judged({ ...one, expected: filledIn(one.expected, account, now) }, was, now, { ...options, beforeRows }),
        );
      await account.end();
    }
    return [...rows, faultRow('all of them', { 'unhandled rejections': 0 }, { 'unhandled rejections': unhandled })];
  } finally {
    process.off('unhandledRejection', count);
    await pipeline.stop();
  }
}

/** The expected texts with the source's address. */
function filledIn(expected: Expected, account: AccountUnderTest, { downloads }: Outcome): Expected {
  const date = downloads.at(-1)?.date ?? '';
  const url = account.url.replace('{date}', date);
  const { host, hostname } = new URL(url);
  const fill = (text: string): string =>
    text
      .replaceAll('{url}', url)
      .replaceAll('{host}', host)
      .replaceAll('{hostname}', hostname)
      .replaceAll('{date}', date);
  const { retry, ended, reported } = expected;
  return {
    ...expected,
    ...(retry === undefined ? {} : { retry: fill(retry) }),
    ...(ended === undefined ? {} : { ended: fill(ended) }),
    ...(reported === undefined ? {} : { reported: reported.map(fill) }),
  };
}

function inTurn(answers: readonly SourceAnswer[]): SourceAnswer {
  let asked = 0;
  return (request, response) => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    answer?.(request, response);
  };
}

function judged(bad: BadFile, was: Outcome, now: Outcome, { beforeRows = BEFORE, goal }: Options): FaultRow {
  const { expected } = bad;
  const { retry, reported = [], dirty = [], delivered } = expected;
  const isPublished = delivered !== undefined;
  const promised: Observation = {
    download: expected.download,
    retries: expected.retries ?? (retry === undefined ? 0 : LIMITS.retryLimit - 1),
    ...(retry === undefined ? {} : { 'each saying': retry }),
    ...(reported.length === 0 ? {} : { reported: quoted(reported) }),
    ended: expected.ended ?? 'without failure',
    good: expected.good ?? 0,
    dirty: inShort(dirty),
    flows: expected.flows ?? (isPublished ? 1 : 0),
    uploads: expected.uploads ?? (isPublished ? 2 : 0),
    destination: isPublished ? 'as sent' : 'unchanged',
    source: 'active',
    broken: 'nothing',
  };
  const own = now.events.slice(was.events.length);
  const last = now.downloads.at(-1);
  const retries = own.filter((event) => event.will_retry === true);
  const isReported = (text: string): boolean =>
    own.filter(({ message }) => message === text).length === reported.filter((one) => one === text).length;
  const rate = Math.round((last?.good ?? 0) / (last?.seconds ?? 1) / 1000) * 1000;
  return faultRow(bad.what, promised, {
    download: last?.status ?? 'none',
    retries: retries.length,
    ...(retries.length === 0 ? {} : { 'each saying': textsOf(retries) }),
    ...(reported.length === 0 ? {} : { reported: reported.every(isReported) ? quoted(reported) : textsOf(own) }),
    ended:
      textsOf(own.filter((event) => event.will_retry === false && event.code !== 'DECLARATION_SUSPENDED')) ||
      'without failure',
    good: last?.good ?? 0,
    dirty: inShort(last?.dirtyRows ?? []),
    flows: now.flows.length - was.flows.length,
    uploads: now.uploads.length - was.uploads.length,
    destination: destinationOf(now, beforeRows, delivered),
    source: now.sourceStatus,
    broken: [...problemsOf(was, beforeRows), ...now.broken, ...retryProblems(retries)].join(' | ') || 'nothing',
    ...(goal === undefined ? {} : { 'good rows a second': `${rate} (to aim at: ${goal})` }),
  });
}

const quoted = (texts: readonly string[]): string => texts.map((text) => `“${text}”`).join(' ');

const SHOWN = 4;

/** A list as it can be compared and shown. */
function inShort(rows: readonly string[]): string {
  if (rows.length === 0) return 'none';
  if (rows.length <= SHOWN) return rows.join(' | ');
  const sum = createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 8);
  return `${rows[0]} … ${rows.at(-1)} (${rows.length} rows, sha256 ${sum})`;
}

const textsOf = (events: readonly SeenEvent[]): string =>
  [...new Set(events.map(({ message }) => message))].join(' | ');

/** The first report must have arrived, else nothing is proved by what is left of it. */
const problemsOf = (was: Outcome, before: readonly string[]): readonly string[] =>
  was.downloads.length === 1 && destinationOf(was, before, undefined) === 'unchanged'
    ? was.broken
    : [`the first report was not delivered: ${destinationOf(was, before, undefined)}`];

/** Retries count up to the limit, and are warnings. */
const retryProblems = (retries: readonly SeenEvent[]): readonly string[] =>
  retries
    .filter(
      (event, index) =>
        event.retry_count !== index + 1 || event.retry_limit !== LIMITS.retryLimit || event.severity !== 'warn',
    )
    .map((event) => `retry ${event.retry_count} of ${event.retry_limit} (${event.severity})`);

function destinationOf(
  { table, file }: Outcome,
  before: readonly string[],
  delivered: readonly string[] | undefined,
): string {
  const holds = (rows: readonly string[]): boolean => {
    const sorted = rows.toSorted().join('\n');
    return table.join('\n') === sorted && file.join('\n') === sorted;
  };
  if (delivered !== undefined && holds(delivered)) return 'as sent';
  return holds(before) ? 'unchanged' : `${table.length} rows in the table, ${file.length} in the file`;
}
