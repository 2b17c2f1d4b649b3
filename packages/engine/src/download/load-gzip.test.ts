import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { column, createLoader, type LoadedFile } from '../../test/load-file.ts';

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

  it('of several members has all rows; of nothing has none', async () => {
    expect((await gzip(Buffer.concat([gzipSync(HEADER), gzipSync(rows)]))).answer.rows).toBe(2000);
    expect((await gzip(gzipSync(''))).answer).toMatchObject({ records: 0, rows: 0 });
  });

  it('that is a bomb is refused', async () => {
    await expect(gzip(gzipSync(Buffer.alloc(80 * 1024 ** 2)))).rejects.toMatchObject({
      code: 'ARCHIVE_LIMIT',
      message: 'Archive ads.csv.gz exceeds the unpacked limit (20 GB or 200:1).',
    });
  });
});
