import type { ColumnType } from '@switchboard/model/schema';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dateTexts } from '../../../test/date-texts.ts';
import { column, createLoader } from '../../../test/load-file.ts';
import { PLAIN_TARGETS } from '../../../test/plain-targets.ts';
import { columnReader, type Target } from '../../values/column-reader.ts';
import { csvAutomaton } from './csv-automaton.ts';
import { recordReader } from './csv-record.ts';
import { walk } from './csv-walk.ts';

const DIALECT = { delimiter: ',', quote: '"', escape: '"' };
const WITH_ESCAPE = { ...DIALECT, escape: '\\' };
const scalar = (kind: Exclude<ColumnType['kind'], 'decimal' | 'record' | 'list'>): ColumnType => ({ kind });

/** Makes a test of whether the automaton walks through a record of a field and a text. */
function plainTest(target: Target, dialect = DIALECT): (field: string) => boolean {
  const shape = csvAutomaton({ dialect, crlf: false, nullValues: ['N/A', '-'], fields: [target, null] });
  return (field) => {
    const bytes = Buffer.from(`${field},x\n`);
    return shape !== null && walk(shape, shape.classes, bytes, 0, bytes.length).records === 1;
  };
}

const likely = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789-+.: TZtruefalsTRUE/eN/A'), maxLength: 22 }),
  dateTexts(
    fc.integer({ min: 0, max: 9999 }).map((year) => String(year).padStart(4, '0')),
    fc.constantFrom('', ' 23:59:59', 'T24:00:00', ' 00:00:00.123456', ' 1:00:00'),
  ),
  fc.double({ noNaN: true }).map(String),
  fc.float({ noNaN: true }).map((value) => `"${String(value).replace('.', ',')}"`),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
);

describe('the automaton of plain fields', () => {
  it.each(PLAIN_TARGETS)('lets nothing pass that the strict reading would refuse: $type $format', (part) => {
    for (const dialect of [DIALECT, WITH_ESCAPE])
      for (const nullable of [true, false]) {
        const target: Target = { name: 'v', nullable, ...part };
        const reader = columnReader(target, ['N/A', '-']);
        const isPlain = plainTest(target, dialect);
        fc.assert(
          fc.property(likely, (text) => {
            if (!isPlain(text)) return;
            const unquoted = text.replace(/^"(.*)"$/, '$1');
            expect(reader.text(unquoted, text !== unquoted), text).toMatchObject({ fits: true, complaint: null });
          }),
          { numRuns: 400 },
        );
      }
  });

  it.each([
    [{ type: scalar('integer') }, ['0', '-12', '007', '123456789012345678', '', 'N/A', '"5"']],
    [{ type: scalar('float') }, ['1.5', '-3', '"0.25"']],
    [{ type: scalar('float'), separators: { decimal: ',', group: null } }, ['"1,5"', '-3', '"25"']],
    [{ type: scalar('boolean') }, ['true', 'FALSE', 'False']],
    [{ type: scalar('date') }, ['2025-12-31', '2024-02-28', '2025-04-30']],
    [{ type: scalar('datetime') }, ['2025-12-31 23:59:59', '2025-01-01T00:00:00.5']],
    [{ type: scalar('date'), format: 'M/d/YYYY' }, ['1/2/2025', '12/31/2025', '01/02/2025']],
    [{ type: scalar('date'), format: 'dd.MM.YYYY' }, ['31.12.2025', '28.02.2025', '30.11.2025']],
    [{ type: scalar('string') }, ['a', ' a ', '"a,b"', '"say ""hi"""', '""', 'größer', '"two\nlines"']],
  ] as const)('lets the usual forms pass: $type', (part, fields) => {
    const isPlain = plainTest({ name: 'v', nullable: true, ...part });
    for (const field of fields) expect(isPlain(field), field).toBe(true);
  });

  it.each(['2025-02-30', '2025-02-29', '2025-04-31', '2025-13-01', '2025-00-10', '2025-01-00', '0000-01-01'])(
    'stops at the date %s',
    (field) => {
      expect(plainTest({ name: 'v', nullable: true, type: scalar('date') })(field)).toBe(false);
    },
  );
});

describe('an escape other than the quote', () => {
  let loader: Awaited<ReturnType<typeof createLoader>>;
  beforeAll(async () => {
    loader = await createLoader();
  });
  afterAll(() => loader.close());

  async function notesOf(fields: readonly string[]): Promise<readonly unknown[]> {
    const { rows, dirty } = await loader.load({
      files: [{ filename: 'ads.csv', content: ['note,id', ...fields.map((field) => `${field},1`), ''].join('\n') }],
      columns: [column('note', 'string'), column('id', 'integer')],
      parameters: { escape: WITH_ESCAPE.escape },
    });
    expect(dirty).toEqual([]);
    return rows.map((row) => row['note']);
  }

  it('an escape other than the quote may stand before any character', async () => {
    const fields = [
      [String.raw`"C:\temp"`, 'C:temp'],
      [String.raw`"it\'s"`, "it's"],
      ['"a\\\nb"', 'a\nb'],
      [String.raw`"\größe"`, 'größe'],
      [String.raw`"say \"hi\""`, 'say "hi"'],
      [String.raw`"C:\\temp"`, String.raw`C:\temp`],
      [String.raw`C:\temp`, String.raw`C:\temp`],
    ] as const;
    expect(await notesOf(fields.map(([written]) => written))).toEqual(fields.map(([, text]) => text));
  });

  // Plain records go to the database as they stand, so it must take them for the same texts.
  it('leaves the texts that the whole reading finds, in plain records too', async () => {
    const unit = fc.constantFrom(
      '\\',
      '\\',
      '\\"',
      '\\\\',
      'a',
      'n',
      ',',
      ' ',
      '\n',
      '\r',
      "'",
      'größe',
      '0123456789abcdef',
    );
    const texts = fc.sample(fc.string({ unit, maxLength: 8 }), { numRuns: 4000, seed: 7 }).map((text) => `"${text}"`);
    const target: Target = { name: 'note', nullable: true, type: scalar('string') };
    const plain = texts.filter(plainTest(target, WITH_ESCAPE));
    expect(plain.length).toBeGreaterThan(1000);
    const read = recordReader(WITH_ESCAPE);
    const wanted = plain.map((text) => {
      const bytes = Buffer.from(`${text},1\n`);
      const { fields, problem, end } = read(bytes, 0, bytes.length, true);
      expect([problem, fields.length, end], text).toEqual([null, 2, bytes.length]);
      return fields[0]?.text;
    });
    expect(await notesOf(plain)).toEqual(wanted);
  });
});
