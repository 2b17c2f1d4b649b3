import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textIn } from 'node:stream/consumers';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parseCsv } from '../../../test/load-file.ts';
import { type Packed, PackedText, unpackedText } from './packed-text.ts';
import { plainTextOf } from './plain-text.ts';
import { PackedOutput, TOO_LONG } from './rejected-output.ts';
import type { Violation } from './scan-task.ts';

const folder = mkdtempSync(join(tmpdir(), 'rejected-'));
afterAll(() => rmSync(folder, { recursive: true }));

const unpacked = ({ path, frames }: Packed): Promise<string> =>
  textIn(unpackedText(Readable.from([...(path === null ? [] : [readFileSync(path)]), ...frames])));

const path = join(folder, 'file.csv');
writeFileSync(path, 'header\none\ntwo\n"three\nfour"\nfive\n');
const text = fc.oneof(
  fc.constantFrom(
    'a,b',
    'a',
    '',
    ' a,b ',
    'say "hi", you',
    'back\\slash,',
    'größer,',
    'a\tb,',
    'line\nbreak,',
    ',',
    '\u2028,',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((one) => one.toWellFormed()),
);
const EXPECTED = [
  ['day', 'date'],
  ['the "cost", net', 'decimal(18,6) not null'],
  ['', ''],
] as const;
const violation: fc.Arbitrary<Violation> = fc
  .tuple(
    fc.constantFrom(...EXPECTED),
    text,
    fc.constantFrom('not a date', 'expected 2 fields, found 3', TOO_LONG, 'a "quote", and a comma'),
  )
  .map(([[column, expected], value, reason]) => ({ column, expected, value, reason }));
const rejected = fc.record({
  line: fc.nat({ max: 3_000_000 }),
  raw: text,
  dirty: fc.boolean(),
  violations: fc.array(violation, { minLength: 1, maxLength: 3 }),
});

describe('packed refused records', () => {
  it.each([null, 'the "file", one.csv'])(
    'packed refused records are what the files of dirty and new dirty rows hold; named %s',
    async (filename) => {
      await fc.assert(
        fc.asyncProperty(fc.array(rejected, { minLength: 1, maxLength: 20 }), async (records) => {
          // The part begins at "three", line 4; that the file begins at line 1 is known.
          const start = readFileSync(path).indexOf('"three');
          const task = { known: { at: 0, line: 1 }, filename, path: join(folder, 'packed') };
          const output = new PackedOutput({ path, start }, task);
          for (const record of records) {
            const bytes = Buffer.from(`before${record.raw}behind`);
            const stretch = { bytes, start: 6, end: bytes.length - 6, isPlain: plainTextOf(bytes) };
            if (record.raw.includes(',')) output.addStretch(record.line, stretch, record.dirty, record.violations);
            else output.add(record);
          }
          expect(output.count).toBe(records.length);
          const packed = output.end();
          if (packed === null) throw new Error('nothing packed');
          const named = filename === null ? {} : { file: filename };
          expect(
            (await unpacked(packed.newDirty))
              .trimEnd()
              .split('\n')
              .map((line) => JSON.parse(line) as unknown),
          ).toEqual(
            records.map(({ line, raw, violations }) => ({ line: line + 4, ...named, raw, columns: violations })),
          );
          const reasonOf = (line: number, reason: string): string =>
            reason === TOO_LONG ? `Line ${line}: record longer than 1 MB.` : reason;
          const rows = records.flatMap(({ line, raw, dirty, violations: [first] }) => {
            const cells = [String(line + 4), first?.column, reasonOf(line + 4, first?.reason ?? ''), raw];
            return dirty ? [[...cells, ...(filename === null ? [] : [filename])]] : [];
          });
          expect(rows.length === 0 ? [] : parseCsv(await unpacked(packed.dirty))).toEqual(rows);
        }),
        { numRuns: sampleRuns(500, 5) },
      );
    },
  );

  it('packed refused records are nothing where nothing was refused', () => {
    const task = { known: { at: 0, line: 1 }, filename: null, path: join(folder, 'none') };
    expect(new PackedOutput({ path, start: 0 }, task).end()).toBeNull();
  });
});

describe('packed text', () => {
  it('packed text that is too large for the memory goes to its file, instead of what is there', async () => {
    const path = join(folder, 'large.zst');
    writeFileSync(path, 'left by an earlier scan');
    const packed = new PackedText(path, 16);
    const lines = Array.from({ length: 48 }, () => `${randomBytes(768 * 1024).toString('base64')}\n`);
    for (const line of lines) packed.line(line);
    const end = packed.end();
    expect(end.path).toBe(path);
    expect((await unpacked(end)) === lines.join('')).toBe(true);
  });

  it('packed text that is small never touches the disk, and may be nothing', async () => {
    const path = join(folder, 'small.zst');
    const packed = new PackedText(path);
    expect(packed.end()).toEqual({ path: null, frames: [] });
    packed.line('größer\n');
    expect(await unpacked(packed.end())).toBe('größer\n');
    expect(existsSync(path)).toBe(false);
  });
});
