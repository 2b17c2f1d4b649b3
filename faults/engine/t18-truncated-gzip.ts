import { constants, createGzip, gzipSync } from 'node:zlib';
import { errorText } from '@switchboard/model';
import type { SourceAnswer } from '../../packages/server/test/start-work.ts';
import { faultRow, type Observation } from './fault-row.ts';
import type { FaultRow, FaultTest } from './fault-test.ts';
import type { Outcome } from './outcome.ts';
import { type PipelineUnderTest, startPipeline } from './pipeline-under-test.ts';

export const t18TruncatedGzip: FaultTest = { id: 'T18', title: 'gzip files that are not whole', run };

const FILE = 'ads.csv.gz';
const rows = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${from + index},site ${index % 7},${(index * 37) % 100}`);
const csv = (lines: readonly string[]): string => ['id,site,clicks', ...lines, ''].join('\n');

/** What is delivered already when the fault comes, and what the faulty file would have replaced it by. */
const BEFORE = rows(1, 500);
const AFTER = rows(1001, 2000);
const WHOLE = gzipSync(csv(AFTER));

type Case = {
  readonly what: string;
  readonly content: Buffer;
  readonly code?: string;
  readonly rows?: readonly string[];
};

async function cases(): Promise<readonly Case[]> {
  const wrongSum = Buffer.from(WHOLE);
  wrongSum.writeUInt8((wrongSum.at(-8) ?? 0) ^ 1, wrongSum.length - 8);
  const second = gzipSync(`${AFTER.slice(1000).join('\n')}\n`);
  return [
    { what: 'cut in half', content: WHOLE.subarray(0, WHOLE.length >> 1), code: 'Z_BUF_ERROR' },
    { what: 'without its last 4 bytes', content: WHOLE.subarray(0, -4), code: 'Z_BUF_ERROR' },
    { what: 'a wrong checksum', content: wrongSum, code: 'Z_DATA_ERROR' },
    { what: 'cut at a flush boundary', content: await flushedPart(), code: 'Z_BUF_ERROR' },
    { what: 'garbage behind its end', content: Buffer.concat([WHOLE, Buffer.from('garbage')]), code: 'Z_DATA_ERROR' },
    { what: 'an empty file', content: Buffer.alloc(0), code: 'Z_BUF_ERROR' },
    { what: 'two members', content: Buffer.concat([gzipSync(csv(AFTER.slice(0, 1000))), second]), rows: AFTER },
    { what: 'a whole file of 0 bytes', content: gzipSync(''), rows: [] },
  ];
}

/** The first 1,000 of 2,000 rows, up to where the compressor was flushed: readers that do not look for the end take it. */
async function flushedPart(): Promise<Buffer> {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  gzip.write(csv(AFTER.slice(0, 1000)));
  await new Promise<void>((done) => gzip.flush(constants.Z_FULL_FLUSH, done));
  return Buffer.concat(chunks);
}

const answer =
  (content: Buffer): SourceAnswer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': content.length }).end(content);
  };

async function run(): Promise<readonly FaultRow[]> {
  const pipeline = await startPipeline();
  try {
    const found: FaultRow[] = [];
    for (const one of await cases()) found.push(await meet(pipeline, one));
    return found;
  } finally {
    await pipeline.stop();
  }
}

/** A whole file is delivered; then its report date comes with the fault. */
async function meet(pipeline: PipelineUnderTest, { what, content, code, rows: good }: Case): Promise<FaultRow> {
  const account = await pipeline.open({ file: FILE, parameters: 'format: "csv";' });
  account.serve(answer(gzipSync(csv(BEFORE))));
  await account.pull();
  account.serve(answer(content));
  await account.pull();
  const outcome = await account.outcome();
  await account.end();
  const retry = code === undefined ? 'none' : errorText('GZIP_INCOMPLETE', { file: FILE, code });
  const failed: Observation = {
    download: 'failed',
    retries: 5,
    'each saying': retry,
    ended: `Stopped after 6 attempts. ${retry.replace(' Will retry.', '')}`,
  };
  const completed: Observation = { download: 'completed', retries: 0, 'each saying': 'none', ended: 'none' };
  const expected = {
    ...(code === undefined ? completed : failed),
    good: good?.length ?? 0,
    dirty: 0,
    destination: (good?.length ?? 0) > 0 ? 'as sent' : 'unchanged',
    'not held': 'nothing',
  };
  return faultRow(`gzip: ${what}`, expected, observe(outcome, good ?? []));
}

function observe(outcome: Outcome, good: readonly string[]): Observation {
  const { downloads, events, table, file, broken } = outcome;
  const last = downloads.at(-1);
  const own = events.filter((event) => event.unit === last?.id);
  const retries = own.filter((event) => event.will_retry === true);
  const same = (lines: readonly string[]): boolean =>
    [table, file].every((rowsThere) => rowsThere.join('\n') === lines.toSorted().join('\n'));
  return {
    download: last?.status ?? 'none',
    retries: retries.length,
    'each saying': [...new Set(retries.map(({ message }) => message))].join(' | ') || 'none',
    ended: own.find((event) => event.will_retry === false)?.message ?? 'none',
    good: last?.good ?? 0,
    dirty: last?.dirty ?? 0,
    destination: same(BEFORE) ? 'unchanged' : same(good) ? 'as sent' : `${table.length} and ${file.length} rows`,
    'not held': broken.join(' | ') || 'nothing',
  };
}
