import { constants, createGzip, gzipSync } from 'node:zlib';
import { type BadFile, BEFORE, csvOf, type Expected, makeRows, runBadFiles, sent } from '../bad-file.ts';
import type { FaultTest } from '../fault-test.ts';

export const t18TruncatedGzip: FaultTest = {
  id: 'T18',
  title: 'gzip files that are not whole',
  run: async () => runBadFiles(await cases(), { before: sent(gzipSync(csvOf(BEFORE))) }),
};

const FILE = 'ads.csv.gz';
const AFTER = makeRows(1001, 2000);
const WHOLE = gzipSync(csvOf(AFTER));

/** As the design words it. */
const incomplete = (code: string): string => `Source file ${FILE} is not a complete gzip file (${code}). Will retry.`;
const failed = (code: string): Expected => {
  const retry = incomplete(code);
  return { download: 'failed', retry, ended: `Stopped after 5 attempts. ${retry.replace(' Will retry.', '')}` };
};
/** Message of each of the two uploads. */
const NO_ROWS = 'Query has completed successfully, no uploads will result.';
const whole: Expected = { download: 'completed', good: AFTER.length, delivered: AFTER };

async function cases(): Promise<readonly BadFile[]> {
  const file = (what: string, content: readonly Buffer[], expected: Expected): BadFile => ({
    what: `gzip, ${what}`,
    file: FILE,
    parameters: 'format: "csv";',
    answers: content.map((bytes) => sent(bytes)),
    expected,
  });
  const half = WHOLE.subarray(0, WHOLE.length >> 1);
  const wrongSum = Buffer.from(WHOLE);
  wrongSum.writeUInt8((wrongSum.at(-8) ?? 0) ^ 1, wrongSum.length - 8);
  const members = [gzipSync(csvOf(AFTER.slice(0, 1000))), gzipSync(`${AFTER.slice(1000).join('\n')}\n`)];
  return [
    file('cut in half', [half], failed('Z_BUF_ERROR')),
    file('without its last 4 bytes', [WHOLE.subarray(0, -4)], failed('Z_BUF_ERROR')),
    file('with a wrong checksum', [wrongSum], failed('Z_DATA_ERROR')),
    file('cut at a flush boundary', [await flushedPart()], failed('Z_BUF_ERROR')),
    file('garbage behind its end', [Buffer.concat([WHOLE, Buffer.from('garbage')])], failed('Z_DATA_ERROR')),
    file('an empty file', [Buffer.alloc(0)], failed('Z_BUF_ERROR')),
    file('two members', [Buffer.concat(members)], whole),
    file('a whole file of 0 bytes', [gzipSync('')], { download: 'completed', reported: [NO_ROWS, NO_ROWS], flows: 1 }),
    file('cut in half twice, then whole', [half, half, WHOLE], {
      ...whole,
      retry: incomplete('Z_BUF_ERROR'),
      retries: 2,
    }),
  ];
}

/** The first 1,000 of 2,000 rows, up to where the compressor was flushed: readers that do not check the end accept it. */
async function flushedPart(): Promise<Buffer> {
  const gzip = createGzip();
  const chunks: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
  gzip.write(csvOf(AFTER.slice(0, 1000)));
  await new Promise<void>((done) => gzip.flush(constants.Z_FULL_FLUSH, done));
  return Buffer.concat(chunks);
}
