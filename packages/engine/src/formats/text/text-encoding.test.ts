import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoded, decoderName } from './text-encoding.ts';

const decode = async (encoding: string, chunks: readonly Buffer[]): Promise<Buffer> =>
  buffer(Readable.from(chunks).pipe(decoded(encoding)));

const inPieces = (bytes: Buffer, size: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

describe('UTF-16', () => {
  it('UTF-16 is the same text however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (text, size, isBig) => {
          const bytes = Buffer.from(text, 'utf16le');
          const chunks = inPieces(isBig ? bytes.swap16() : bytes, size);
          const back = await decode(isBig ? 'utf-16be' : 'utf-16le', chunks);
          expect(back.toString()).toBe(text.replace(/^\ufeff/, ''));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('turns broken text into invalid UTF-8', async () => {
    for (const bytes of [Buffer.from('a\ud800', 'utf16le'), Buffer.from('\udc00a', 'utf16le'), Buffer.from('abc')]) {
      const back = await decode('utf-16le', inPieces(bytes, 1));
      expect(back.includes(Buffer.from([0xed, 0xa0, 0x80]))).toBe(true);
    }
  });
});

describe('an encoding', () => {
  const utf16 = Buffer.from('id,name\n1,x\n', 'utf16le');
  it.each([
    ['nothing', null, Buffer.from('id\n'), null],
    ['a mark', null, Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]), 'utf-16le'],
    [
      'a mark against the declaration',
      'latin-1',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('ü')]),
      null,
    ],
    ['zeros in every other place', null, utf16, 'utf-16le'],
    ['zeros in the other places', null, Buffer.from(utf16).swap16(), 'utf-16be'],
    ['a zero here and there', null, Buffer.from('a\0b,c,d,e,f\n'), null],
    ['the declaration', 'windows-1252', Buffer.from('ü', 'latin1'), 'windows-1252'],
    ['the declaration of utf-16', 'utf-16', Buffer.from(utf16).swap16(), 'utf-16be'],
    ['what XML says', null, Buffer.from('<?xml version="1.0" encoding="ISO-8859-2"?>'), 'iso-8859-2'],
    ['what XML says wrongly', null, Buffer.from('<?xml version="1.0" encoding="UTF-16"?>'), null],
    ['what XML says of no sense', null, Buffer.from("<?xml version='1.0' encoding='klingon'?>"), null],
  ] as const)('follows from %s', (_, declared, head, name) => {
    expect(decoderName(declared, head)).toBe(name);
  });
});
