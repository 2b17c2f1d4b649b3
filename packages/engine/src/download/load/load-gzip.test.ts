import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../../test/load-file.ts';
import { foreignFile } from '../../../test/matrix/foreign-files.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const ADS = [column('date', 'date'), column('site', 'string'), column('clicks', 'integer'), column('revenue', 'float')];
const HEADER = 'date,site,clicks,revenue\n';

describe('a gzip file', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => `2025-01-02,site ${index},${index},1\n`).join('');
  const packed = gzipSync(HEADER + rows);
  const badSum = Buffer.from(packed);
  badSum.writeUInt8((badSum.at(-8) ?? 0) ^ 1, badSum.length - 8);
  const gzip = (content: Buffer): Promise<LoadedFile> =>
    loader.load({ files: [{ filename: 'ads.csv.gz', content }], columns: ADS });

  it.each([
    ['half of it', packed.subarray(0, packed.length >> 1)],
    ['without its last 4 bytes', packed.subarray(0, -4)],
    ['without its trailer', packed.subarray(0, -8)],
    ['with a wrong checksum', badSum],
    ['with garbage behind it', Buffer.concat([packed, Buffer.from('garbage')])],
    ['without a byte', Buffer.alloc(0)],
  ])('%s is refused', async (_name, content) => {
    await expect(gzip(content)).rejects.toThrow(
      /^Source file ads\.csv\.gz is not a complete gzip file \(Z_\w+\)\. Will retry\.$/,
    );
  });

  it('a gzip file of several members has all rows; of nothing it is cut short', async () => {
    expect((await gzip(Buffer.concat([gzipSync(HEADER), gzipSync(rows)]))).answer.rows).toBe(2000);
    await expect(gzip(gzipSync(''))).rejects.toMatchObject({ code: 'FILE_INCOMPLETE' });
  });

  it('packed by zstd in several frames has all rows too', async () => {
    const content = Buffer.concat([HEADER, rows].map((text) => zstdCompressSync(text)));
    const { answer } = await loader.load({ files: [{ filename: 'ads.csv.zst', content }], columns: ADS });
    expect(answer).toMatchObject({ records: 2000, rows: 2000 });
  });

  it('a gzip file that is a bomb is refused', async () => {
    await expect(gzip(gzipSync(Buffer.alloc(80 * 1024 ** 2)))).rejects.toMatchObject({
      code: 'ARCHIVE_LIMIT',
      message: 'Archive ads.csv.gz exceeds the unpacked limit (20 GB or 200:1). Have it delivered in smaller archives.',
    });
  });
});

describe.skipIf(process.platform !== 'linux')('a full disk', () => {
  const csv = `${HEADER}2025-01-02,a,1,1\n`;
  let scratch = '';
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'full-'));
  });
  afterEach(() => rm(scratch, { recursive: true }));

  /** Loads a file; whatever is written to `path` in the scratch folder goes to a device without room. */
  const load = async (path: string, filename: string, content: string | Buffer, more: LoadInput['context'] = {}) => {
    await mkdir(dirname(join(scratch, path)), { recursive: true });
    await symlink('/dev/full', join(scratch, path));
    return loader.load({ files: [{ filename, content }], columns: ADS, context: { scratch, ...more } });
  };

  it.each([
    ['unpacks gzip', 'file-0/unpacked', 'ads.csv.gz', gzipSync(csv)],
    ['unpacks bzip2', 'file-0/unpacked', 'ads.csv.bz2', foreignFile('program.utf-8.csv.bz2')],
    [
      'takes a file out of a zip archive',
      'file-0/member',
      'ads.zip',
      Buffer.from(zipSync({ 'ads.csv': Buffer.from(csv) })),
    ],
    ['decodes a text', 'file-0/decoded', 'ads.csv', Buffer.from(`\ufeff${csv}`, 'utf16le')],
    ['scans a small file', 'file-0/clean-0', 'ads.csv', csv],
    ['scans a large file', 'file-0/clean-0', 'ads.csv', HEADER + '2025-01-02,a,1,1\n'.repeat(20_000)],
    ['keeps the sample', 'sample.txt', 'ads.csv', csv],
  ])('a full disk is reported as such while it %s', async (_name, path, filename, content) => {
    await expect(load(path, filename, content)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      message: 'Storage is full on the processing host. Will retry when space is available.',
    });
  });

  it('does not hide that the load was to end', async () => {
    const control = new AbortController();
    const reason = new Error('enough');
    const fault = (): Promise<void> => Promise.resolve(control.abort(reason));
    const loading = load('file-0/unpacked', 'ads.csv.gz', gzipSync(csv), { signal: control.signal, fault });
    await expect(loading).rejects.toBe(reason);
  });

  it('a full disk is distinguished from a fault of the file', async () => {
    const halved = gzipSync(csv).subarray(0, -12);
    await expect(load('elsewhere', 'ads.csv.gz', halved)).rejects.toMatchObject({ code: 'GZIP_INCOMPLETE' });
  });
});
