import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { foreignFile } from '@switchboard/engine/testing';
import { zipSync } from 'fflate';
import { ZipFile } from 'yazl';
import { type BadFile, BEFORE, csvOf, type Expected, makeRows, runBadFiles, sent } from '../bad-file.ts';
import type { FaultTest } from '../fault-test.ts';

export const t25Archives: FaultTest = {
  id: 'T25',
  title: 'archives that are attacks',
  run: async () => runBadFiles(await cases(), { before: sent(zipOf({ 'ads.csv': csvOf(BEFORE) })) }),
};

const AFTER = makeRows(1001, 300);
const CSV = csvOf(AFTER);
const MAX_FILES = 10_000;
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

const zipOf = (members: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, bytes(text)]))));

/** A report, and a link with the name of one that leads to a file of this machine. */
function withLink(): Promise<Buffer> {
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from('/etc/passwd'), 'ads-2.csv', { mode: 0o120777 });
  archive.addBuffer(Buffer.from(CSV), 'ads.csv');
  archive.end();
  return buffer(archive.outputStream);
}

const file = (what: string, name: string, content: Buffer, expected: Expected): BadFile => ({
  what,
  file: name,
  parameters: 'format: "csv";',
  answers: [sent(content, { 'content-type': 'application/zip' })],
  expected,
});
const failed = (ended: string): Expected => ({ download: 'failed', ended });
const completed: Expected = { download: 'completed', good: AFTER.length, delivered: AFTER };

async function cases(): Promise<readonly BadFile[]> {
  const zeros = new Uint8Array(80 * 1024 ** 2);
  const bomb = Buffer.from(zipSync({ 'ads.csv': zeros }));
  const tooMuch = (name: string, limit = '20 GB or 200:1'): Expected =>
    failed(`Archive ${name} exceeds the unpacked limit (${limit}). Have it delivered in smaller archives.`);
  const many = Object.fromEntries(Array.from({ length: MAX_FILES + 1 }, (_, index) => [`${index}.csv`, '']));
  const nested = Buffer.from(zipSync({ 'inner.zip': new Uint8Array(bomb) }));
  const notUnpacked = 'it is a zip archive inside another archive';
  return [
    file('a zip archive of 80 MB of zeros', 'ads.zip', bomb, tooMuch('ads.zip')),
    file('a gzip file of 80 MB of zeros', 'ads.csv.gz', gzipSync(zeros), tooMuch('ads.csv.gz')),
    file(
      'a bomb in an archive',
      'ads.zip',
      nested,
      failed(
        `inner.zip is not a file that can be unpacked: ${notUnpacked}. Check the format parameter, or have the file delivered again.`,
      ),
    ),
    file('10,001 files', 'ads.zip', zipOf(many), tooMuch('ads.zip', `${MAX_FILES} files`)),
    file(
      'a password',
      'ads.zip',
      foreignFile('archive.encrypted.zip'),
      failed('Encrypted archives are not supported. Have ads.zip delivered without a password.'),
    ),
    file('a name that leads out of the folder', 'ads.zip', zipOf({ '../../../../tmp/ads.csv': CSV }), completed),
    file('an absolute name', 'ads.zip', zipOf({ '/etc/ads.csv': CSV }), completed),
    file('a link to a file of this machine', 'ads.zip', await withLink(), completed),
  ];
}
