import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeText } from '../../../test/encode-text.ts';
import { FOREIGN_WORDS } from '../../../test/foreign-words.ts';
import { column, createLoader, type LoadedFile, type LoadInput } from '../../../test/load-file.ts';

let loader: Awaited<ReturnType<typeof createLoader>>;
beforeAll(async () => {
  loader = await createLoader();
});
afterAll(() => loader.close());

const COLUMNS = [column('city', 'string'), column('clicks', 'integer')];
const load = (filename: string, content: string | Buffer, input: Partial<LoadInput> = {}): Promise<LoadedFile> =>
  loader.load({ files: [{ filename, content }], columns: COLUMNS, ...input });

const CITIES = FOREIGN_WORDS[0]?.words.split(' ') ?? [];
const ROWS = CITIES.map((city, clicks) => ({ city, clicks }));
const CSV = `city,clicks\r\n${ROWS.map(({ city, clicks }) => `${city},${clicks}\r\n`).join('')}`;
const FILES = [
  ['x.csv', CSV],
  ['x.jsonl', ROWS.map((row) => `${JSON.stringify(row)}\n`).join('')],
  ['x.json', JSON.stringify(ROWS)],
  ['x.xml', `<r>${ROWS.map(({ city, clicks }) => `<e city="${city}" clicks="${clicks}"/>\n`).join('')}</r>`],
] as const;

describe('an encoding that is not declared', () => {
  it.each(FILES)('an encoding that is not declared is detected: latin-1 in %s', async (filename, text) => {
    const { rows, answer } = await load(filename, encodeText('windows-1252', text));
    expect(rows).toEqual(ROWS);
    expect(answer.dirtyRows).toBe(0);
    expect(answer.encodings).toMatchObject([{ filename, encoding: 'windows-1252' }]);
    expect(answer.encodings?.[0]?.confidence).toBeGreaterThanOrEqual(60);
  });

  it('an encoding that is not declared is reported with certainty when a mark or zeros show it, and not when it is UTF-8', async () => {
    const utf16 = await load('x.csv', Buffer.from(CSV, 'utf16le'));
    expect([utf16.rows, utf16.answer.encodings]).toEqual([
      ROWS,
      [{ filename: 'x.csv', encoding: 'utf-16le', confidence: 100 }],
    ]);
    expect((await load('x.csv', CSV)).answer.encodings).toEqual([]);
    expect((await load('x.csv', `\ufeff${CSV}`)).answer.encodings).toEqual([]);
  });

  it('an encoding that is not declared is found behind a long beginning in ASCII', async () => {
    const plain = Array.from({ length: 20_000 }, (_, index) => `plain city,${index}\r\n`).join('');
    const text = CSV.replace('\r\n', `\r\n${plain}`).repeat(1) + CSV.slice(CSV.indexOf('\n') + 1).repeat(400);
    const { answer } = await load('x.csv', encodeText('windows-1252', text));
    expect(answer).toMatchObject({ dirtyRows: 0, encodings: [{ encoding: 'windows-1252' }] });
  });

  it('an encoding that the texts do not show must be declared', async () => {
    const text = 'city,clicks\nKöln,1\nBärn,2\nGenf,3\nÉvry,4\n';
    await expect(load('x.csv', encodeText('windows-1252', text))).rejects.toMatchObject({
      code: 'ENCODING_UNKNOWN',
      message:
        'The text of x.csv is not in UTF-8, and its encoding could not be detected. Declare it, such as encoding: "windows-1252", or have the file delivered in UTF-8.',
    });
    const declared = await load('x.csv', encodeText('windows-1252', text), { parameters: { encoding: 'latin-1' } });
    expect(declared.rows.map(({ city }) => city)).toEqual(['Köln', 'Bärn', 'Genf', 'Évry']);
    expect(declared.answer.encodings).toEqual([]);
  });

  it.each(FOREIGN_WORDS)('an encoding may be declared: $encoding', async ({ encoding, words }) => {
    const rows = words.split(' ').map((city, clicks) => ({ city, clicks }));
    const text = `city,clicks\n${rows.map(({ city, clicks }) => `${city},${clicks}\n`).join('')}`;
    expect((await load('x.csv', encodeText(encoding, text), { parameters: { encoding } })).rows).toEqual(rows);
  });
});

describe('line ends', () => {
  const ENDS = ['\n', '\r\n', '\r'] as const;

  it.each(['\r', '\r\n', '\n'])('line ends are all read alike in CSV and JSON lines: %j', async (end) => {
    for (const [filename, text] of FILES.slice(0, 2)) {
      const { rows, answer } = await load(filename, text.replace(/\r?\n/g, end));
      expect(rows).toEqual(ROWS);
      expect(answer.dirtyRows).toBe(0);
    }
  });

  it('line ends may be mixed, and stay as they are within quotes', async () => {
    const note = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', '\r\n', ' ', 'ü'), maxLength: 8 });
    const row = fc.record({ note, end: fc.constantFrom(...ENDS) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(...ENDS),
        async (made, first) => {
          const lines = made.map((each, id) => `${id},"${each.note.replaceAll('"', '""')}"${each.end}`);
          const content = `id,note${first}${lines.join('')}`;
          const { rows, answer } = await load('x.csv', content, {
            columns: [column('id', 'integer'), column('note', 'string')],
          });
          expect(answer.dirtyRows).toBe(0);
          expect(rows).toEqual(made.map((each, id) => ({ id, note: each.note })));
        },
      ),
      { numRuns: sampleRuns(40, 4) },
    );
  });

  it('single returns are counted as line ends, and a large file of them is read in parts', async () => {
    const many = Array.from(
      { length: 60_000 },
      (_, index) => `${index % 1000 === 999 ? 'x' : index},"say ""hi"", ${index}"\r`,
    );
    const columns = [column('id', 'integer'), column('note', 'string')];
    const { answer, dirty } = await load('x.csv', `id,note\r${many.join('')}`, {
      columns,
      sizes: { stream: 1 << 20, part: 300_000 },
    });
    expect(answer).toMatchObject({ records: 60_000, rows: 59_940, dirtyRows: 60 });
    expect(dirty.map(({ line }) => line)).toEqual(Array.from({ length: 60 }, (_, index) => index * 1000 + 1001));
  });
});
