import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zstdContent } from './zstd-frames.ts';

const frame = (content: string | Buffer): Buffer =>
  zstdCompressSync(content, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
/** A frame without content that readers pass over, as parallel packers write. */
const skipped = Buffer.concat([Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0]), Buffer.from('abc')]);

const inChunks = (bytes: Buffer, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    ),
  );
const unpack = (packed: Buffer, size = packed.length): Promise<Buffer> =>
  buffer(Readable.from(zstdContent(inChunks(packed, size))));

describe('the content of zstd files', () => {
  it('the content of zstd files is that of all frames, wherever the chunks end', async () => {
    const part = fc.oneof(
      fc.string({ maxLength: 50 }).map((text) => ({ text, packed: frame(text) })),
      fc.constant({ text: '', packed: skipped }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 40 }),
        async (parts, size) => {
          const packed = Buffer.concat(parts.map((one) => one.packed));
          expect((await unpack(packed, size)).toString()).toBe(parts.map(({ text }) => text).join(''));
        },
      ),
    );
  });

  it('the content of zstd files may be much larger than its chunks', async () => {
    const large = [Buffer.alloc(20_000_000, 'a'), randomBytes(3_000_000), Buffer.alloc(5_000_000, 'b')];
    const content = await unpack(Buffer.concat(large.map(frame)), 65_536);
    expect(content.equals(Buffer.concat(large))).toBe(true);
  });

  const two = Buffer.concat([frame('one'), frame('two two two two')]);
  const flipped = Buffer.from(two);
  flipped.writeUInt8((two.at(-1) ?? 0) ^ 1, two.length - 1);
  it.each([
    ['without its last byte', two.subarray(0, -1), /^Z_BUF_ERROR$/],
    ['that ends within a later header', Buffer.concat([frame('one'), two.subarray(0, 2)]), /^Z_BUF_ERROR$/],
    ['with a wrong sum in a later frame', flipped, /^ZSTD_/],
    ['with garbage behind its last frame', Buffer.concat([two, Buffer.from('garbage')]), /^ZSTD_/],
    ['without a byte', Buffer.alloc(0), /^Z_BUF_ERROR$/],
  ])('a file %s is an error', async (_, packed, code) => {
    for (const size of [1, 7, packed.length || 1]) {
      await expect(unpack(packed, size)).rejects.toMatchObject({ code: expect.stringMatching(code) as unknown });
    }
  });

  it('reads no further than needed, and passes on the error of a failing source', async () => {
    let given = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<Buffer> {
      try {
        for (;;) {
          given += 1;
          yield frame(Buffer.alloc(1_000_000, 'a'));
        }
      } finally {
        closed = true;
      }
    }
    for await (const piece of zstdContent(endless())) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(given).toBeLessThan(20);
    expect(closed).toBe(true);
    async function* failing(): AsyncGenerator<Buffer> {
      yield two.subarray(0, 20);
      throw new Error('the disk is gone');
    }
    await expect(buffer(Readable.from(zstdContent(failing())))).rejects.toThrow('the disk is gone');
  });
});
