import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createParallelGzip } from './parallel-gzip.ts';

/** Text that repeats itself in places, with bytes of every value. */
function sample(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0, state = 1; at < length; at += 1) {
    state = Math.imul(state, 1_103_515_245) + 12_345;
    bytes[at] = at % 4096 < 3000 ? 97 + (at % 26) : state >>> 16;
  }
  return bytes;
}
const pieces = (bytes: Buffer, length: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
const packed = async (parts: readonly Buffer[]): Promise<Buffer> => {
  const gzip = createParallelGzip();
  const [bytes] = await Promise.all([buffer(gzip), pipeline(Readable.from(parts), gzip)]);
  return bytes;
};

describe('gzip by several processors', () => {
  it.each([0, 1, 1024 ** 2 - 1, 1024 ** 2, 1024 ** 2 + 1, 9_000_001])('gives back %d bytes', async (length) => {
    const bytes = sample(length);
    const one = await packed(pieces(bytes, 65_536));
    expect(gunzipSync(one).equals(bytes)).toBe(true);
    const other = spawnSync('gzip', ['-dc'], { input: one, maxBuffer: 1024 ** 3 });
    expect([other.status, other.stderr.toString(), other.stdout.equals(bytes)]).toEqual([0, '', true]);
  });

  it('gives the same bytes however its input is cut', async () => {
    const bytes = sample(3_500_000);
    const whole = await packed([bytes]);
    for (const length of [999, 65_536, 1_500_000])
      expect((await packed(pieces(bytes, length))).equals(whole)).toBe(true);
    expect(whole.length).toBeLessThan(bytes.length / 2);
  });

  it('ends with the stream that it is part of', async () => {
    const failing = Readable.from(
      (function* () {
        yield sample(3_000_000);
        throw new Error('the disk went away');
      })(),
    );
    const gzip = createParallelGzip();
    gzip.resume();
    await expect(pipeline(failing, gzip)).rejects.toThrow('the disk went away');
    expect(gzip.destroyed).toBe(true);
  });
});
