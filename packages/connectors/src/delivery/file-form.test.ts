import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Parameters } from '@switchboard/model/plan';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeliveryRequest } from '../spec.ts';
import { buildDelivery } from '../testing/delivery.ts';
import { changeDelimiter } from './change-delimiter.ts';
import { fileStages, throughStages } from './file-form.ts';

const { signal } = new AbortController();
const CSV = 'a;x,"b\n""c",c\n1,"",\n;,"2;3",x;y\n';
const content: DeliveryRequest['content'] = { format: 'csv', path: '', bytes: 0, rows: 2, sha256: '' };

function shaped(parameters: Parameters, pieces: readonly string[] = [CSV]): Promise<Buffer> {
  const stages = fileStages(buildDelivery(content, { parameters: { path: 'x.csv', ...parameters } }));
  return buffer(throughStages(Readable.from(pieces.map((one) => Buffer.from(one))), stages, signal));
}

describe('the form of a file', () => {
  it('defaults to the canonical form', async () => expect((await shaped({})).toString()).toBe(CSV));

  it('takes another delimiter, quotes what holds it, and keeps null apart from an empty text', async () => {
    expect((await shaped({ delimiter: ';' })).toString()).toBe('"a;x";"b\n""c";c\n1;"";\n";";"2;3";"x;y"\n');
    expect((await shaped({ delimiter: '\t', header: false })).toString()).toBe('1\t""\t\n;\t"2;3"\tx;y\n');
  });

  it.each([
    [{ path: 'x.csv.zst' }, zstdDecompressSync],
    [{ compression: 'gzip' }, gunzipSync],
  ] as const)('compresses by %j', async (parameters, open) => {
    expect(open(await shaped(parameters)).toString()).toBe(CSV);
  });

  it.each([
    [{ delimiter: 'ab' }, 'delimiter must be one of'],
    [{ compression: 'zip' }, 'compression must be one of'],
    [{ format: 'parquet', delimiter: ';' }, 'delimiter is for csv'],
    [{ format: 'parquet', header: false }, 'header is for csv'],
    [{ format: 'parquet', compression: 'zstd' }, 'compression must be none'],
  ])('refuses %j', async (parameters: Parameters, message) => {
    await expect(async () => shaped(parameters)).rejects.toThrow(message);
  });

  it('does not depend on where the bytes are cut', async () => {
    const value = fc.string({ unit: fc.constantFrom('a', ';', ',', '"', '\n', 'é', ' '), maxLength: 6 });
    const rows = fc.array(fc.array(fc.option(value), { minLength: 1, maxLength: 4 }), { maxLength: 6 });
    const written = (delimiter: string, row: readonly (string | null)[]): string =>
      `${row.map((one) => spelled(one, delimiter)).join(delimiter)}\n`;
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 7 }), async (table, length) => {
        const bytes = Buffer.from(table.map((row) => written(',', row)).join(''));
        const cuts = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
          bytes.subarray(index * length, (index + 1) * length),
        );
        const rewritten = await text(throughStages(Readable.from(cuts), [changeDelimiter(';')], signal));
        expect(parsed(rewritten)).toEqual(table);
      }),
      { numRuns: 200 },
    );
  });
});

/** A value in canonical CSV: quoted only where it must be, empty for null. */
function spelled(value: string | null, delimiter: string): string {
  if (value === null) return '';
  const quotes = value === '' || value.includes(delimiter) || /["\n]/.test(value);
  return quotes ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Reads CSV with semicolons the plain way: one character after the other. */
function parsed(csv: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  let at = 0;
  while (at < csv.length) {
    const match = /^(?:"((?:[^"]|"")*)"|([^;"\n]*))([;\n])/.exec(csv.slice(at));
    if (match === null) throw new Error(`not CSV at ${at}: ${csv}`);
    row.push(match[1] !== undefined ? match[1].replaceAll('""', '"') : match[2] === '' ? null : (match[2] ?? null));
    if (match[3] === '\n') {
      rows.push(row);
      row = [];
    }
    at += match[0].length;
  }
  return rows;
}
