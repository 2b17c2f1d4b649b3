import type { ColumnType } from '@switchboard/model/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateTexts } from '../../../test/date-texts.ts';
import { PLAIN_TARGETS } from '../../../test/plain-targets.ts';
import type { Target } from '../../values/column-reader.ts';
import { csvAutomaton } from './csv-automaton.ts';
import { csvMachine } from './csv-machine.ts';
import { type Walked, walk } from './csv-walk.ts';

const DIALECT = { delimiter: ',', quote: '"', escape: '"' };
const scalar = (kind: Exclude<ColumnType['kind'], 'decimal' | 'record' | 'list'>): ColumnType => ({ kind });
const decimal = (precision: number, scale: number): ColumnType => ({ kind: 'decimal', precision, scale });

type Options = {
  readonly fields: readonly (Target | null)[];
  readonly crlf?: boolean;
  readonly dialect?: typeof DIALECT | { delimiter: string; quote: null; escape: null };
  readonly nullValues?: readonly string[];
};
type Walks = {
  readonly fast: (bytes: Buffer, start: number) => Walked;
  readonly sure: (bytes: Buffer, start: number, until: number) => Walked;
};

/** Both walks of a layout: the machine to the bytes' end, and the automaton that it must agree with. */
function walks(options: Options, isAscii = false): Walks {
  const layout = { dialect: DIALECT, crlf: false, nullValues: ['N/A', '-', 'NULL'], ...options };
  const shape = csvAutomaton(layout);
  const machine = csvMachine(layout, 1 << 20);
  if (!shape || !machine) throw new Error('no walk');
  return {
    fast: (bytes, start) => {
      machine.room(bytes.length).set(bytes);
      return machine.walk(start, bytes.length, isAscii);
    },
    sure: (bytes, start, until) => walk(shape, isAscii ? shape.asciiClasses : shape.classes, bytes, start, until),
  };
}

/** Walks from every line's start. The machine may stop sooner, but what it passes over the automaton passes over too. */
function expectAgreement({ fast, sure }: Walks, bytes: Buffer): number {
  let passed = 0;
  for (let start = 0; start < bytes.length; ) {
    const found = fast(bytes, start);
    if (found.records > 0)
      expect(sure(bytes, start, found.end), JSON.stringify(bytes.toString('latin1', start, found.end))).toEqual(found);
    else expect(found).toEqual({ end: start, records: 0, lines: 0 });
    passed += found.records;
    const next = bytes.indexOf(10, found.end) + 1;
    start = found.records > 0 ? found.end : next === 0 ? bytes.length : next;
  }
  return passed;
}

const isPlain = (target: Target, field: string, rest: Omit<Options, 'fields'> = {}): boolean =>
  walks({ ...rest, fields: [target, null] }).fast(Buffer.from(`${field},x\n`), 0).records === 1;

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789-+.: TZtruefalsTRUE/eN/A"'), maxLength: 24 }),
  dateTexts(
    fc.integer({ min: 900, max: 3100 }).map(String),
    fc.constantFrom('', ' 23:59:59', 'T24:00:00', ' 00:00:00.123456', ' 1:00:00', ' 12:60:00', 'T01:02:03.1234567'),
  ),
  fc.double({ noNaN: true }).map(String),
  fc.float({ noNaN: true }).map((value) => String(value).replace('.', ',')),
  fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }).map(String),
  fc.constantFrom(
    '',
    'true',
    'FALSE',
    'falsy',
    'N/A',
    'NULL',
    'NULLS',
    '-',
    '--1',
    '1.',
    '.5',
    'größer',
    '\u0000',
    '\u0001',
  ),
);
const field = fc.oneof(
  { weight: 4, arbitrary: word },
  { weight: 1, arbitrary: word.map((text) => `"${text}"`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('"a ""b"" c"', '"two\nlines"', '"open', '"a"b', 'a"b', '""', '"\r\n"', 'a\rb'),
  },
);

describe('the machine', () => {
  it.each(PLAIN_TARGETS)('passes over nothing that the automaton would not: $type $format', (part) => {
    for (const nullable of [true, false])
      for (const isLast of [true, false]) {
        const target: Target = { name: 'v', nullable, ...part };
        const both = walks({ fields: isLast ? [null, target] : [target, null] });
        fc.assert(
          fc.property(fc.array(field, { minLength: 1, maxLength: 8 }), (texts) => {
            const lines = texts.map((text) => (isLast ? `x,${text}\n` : `${text},x\n`));
            expectAgreement(both, Buffer.from(lines.join('')));
          }),
          { numRuns: 150 },
        );
      }
  });

  it.each([
    [
      { type: scalar('integer') },
      ['0', '-12', '007', '1234567890123456', '123456789012345678', '', 'N/A', 'NULL', '"5"'],
    ],
    [{ type: scalar('float') }, ['1.5', '-3', '"0.25"', '123456789012345678.123456789012345678']],
    [{ type: scalar('float'), separators: { decimal: ',', group: '.' } }, ['1', '-3', '']],
    [{ type: decimal(38, 19) }, ['1234567890123456789.1234567890123456789', '1.1', '-7']],
    [{ type: scalar('boolean') }, ['true', 'FALSE', 'False', '"true"']],
    [{ type: scalar('date') }, ['2025-12-31', '2024-02-28', '2025-04-30', '"1999-01-01"']],
    [{ type: scalar('datetime') }, ['2025-12-31 23:59:59', '2025-01-01T00:00:00.5']],
    [{ type: scalar('time') }, ['23:59:59', '00:00:00.123456']],
    [{ type: scalar('date'), format: 'M/d/YYYY' }, ['1/2/2025', '12/31/2025', '01/02/2025']],
    [{ type: scalar('date'), format: 'dd.MM.YYYY' }, ['31.12.2025', '28.02.2025', '30.11.2025']],
    [
      { type: scalar('string') },
      ['a', ' a ', '"a,b"', '"say ""hi"""', '""', '', 'größer', '"two\nlines"', 'x'.repeat(99)],
    ],
  ] as const)('passes over the usual forms: $0.type', (part, fields) => {
    for (const text of fields) expect(isPlain({ name: 'v', nullable: true, ...part }, text), text).toBe(true);
  });

  it('passes over a declared decimal separator, unless it is the delimiter', () => {
    const target: Target = {
      name: 'v',
      nullable: true,
      type: decimal(5, 2),
      separators: { decimal: ',', group: null },
    };
    const semicolons = { dialect: { ...DIALECT, delimiter: ';' } };
    const isWalked = (text: string, options: Omit<Options, 'fields'>): boolean =>
      walks({ ...options, fields: [target, null] }).fast(Buffer.from(text), 0).records === 1;
    for (const text of ['1,25;x\n', '-999,9;x\n', '"1,25";x\n', '7;x\n'])
      expect(isWalked(text, semicolons), text).toBe(true);
    for (const text of ['1.25;x\n', '1,;x\n', '1,255;x\n']) expect(isWalked(text, semicolons), text).toBe(false);
    for (const text of ['1,2,x\n', '"1,2",x\n']) expect(isWalked(text, {}), text).toBe(false);
  });

  it('counts records and lines, and ends at the first record that is not plain', () => {
    const { fast } = walks({ fields: [{ name: 'v', nullable: true, type: scalar('integer') }, null] });
    const good = Buffer.from('1,"two\nlines"\n2,\n3,x\n');
    expect(fast(Buffer.concat([good, Buffer.from('x,y\n4,z\n')]), 0)).toEqual({
      end: good.length,
      records: 3,
      lines: 4,
    });
    expect(fast(Buffer.from('1,x\n2,no line end'), 0)).toEqual({ end: 4, records: 1, lines: 1 });
  });

  const dialects = fc.constantFrom<Omit<Options, 'fields'>>(
    {},
    { crlf: true },
    { dialect: { delimiter: '\t', quote: "'", escape: "'" }, nullValues: [] },
    { dialect: { delimiter: '|', quote: null, escape: null } },
    { dialect: { delimiter: ';', quote: '"', escape: '"' }, crlf: true, nullValues: ['n.d.', '0'] },
  );
  it('agrees with the automaton over many columns, in every dialect, also where text must be ASCII', () => {
    fc.assert(
      fc.property(
        dialects,
        fc.array(fc.tuple(fc.constantFrom(...PLAIN_TARGETS, null), fc.boolean()), { minLength: 2, maxLength: 6 }),
        fc.boolean(),
        fc.array(fc.array(field, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 20 }),
        (dialect, columns, isAscii, rows) => {
          const fields = columns.map(([part, nullable]) => part && { name: 'v', nullable, ...part });
          const { delimiter } = dialect.dialect ?? DIALECT;
          const lineEnd = dialect.crlf ? '\r\n' : '\n';
          const text = rows.map((row) => fields.map((_, index) => row[index % row.length]).join(delimiter) + lineEnd);
          expectAgreement(walks({ ...dialect, fields }, isAscii), Buffer.from(text.join('')));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('passes over most of a long file in one go', () => {
    const { fast } = walks({ fields: [{ name: 'v', nullable: true, type: scalar('integer') }, null] });
    const bytes = Buffer.from('12345,"quoted ""text"" with\na line end"\n6,short\n'.repeat(20_000));
    expect(fast(bytes, 0)).toEqual({ end: bytes.length, records: 40_000, lines: 60_000 });
  });

  it('leaves other layouts to the automaton', () => {
    const column: Target = { name: 'v', nullable: true, type: scalar('integer') };
    const layout = { dialect: DIALECT, crlf: false, nullValues: [], fields: [column, null] };
    for (const other of [
      { fields: [column] },
      { dialect: { ...DIALECT, escape: '\\' } },
      { dialect: { ...DIALECT, delimiter: '.' } },
      { nullValues: ['"'] },
    ])
      expect(csvMachine({ ...layout, ...other }, 1000)).toBeNull();
  });
});
