import type { ColumnType } from '@switchboard/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnReader, type Target } from './column-reader.ts';
import { csvShape } from './csv-shape.ts';
import { walk } from './csv-walk.ts';

const DIALECT = { delimiter: ',', quote: '"', escape: '"' };
const scalar = (kind: Exclude<ColumnType['kind'], 'decimal' | 'record' | 'list'>): ColumnType => ({ kind });

const TARGETS: readonly Omit<Target, 'name' | 'nullable'>[] = [
  { type: scalar('integer') },
  { type: scalar('float') },
  { type: scalar('boolean') },
  { type: scalar('date') },
  { type: scalar('datetime') },
  { type: scalar('time') },
  { type: scalar('json') },
  { type: { kind: 'decimal', precision: 5, scale: 2 } },
  { type: { kind: 'decimal', precision: 4, scale: 4 } },
  { type: { kind: 'decimal', precision: 3, scale: 0 } },
  { type: scalar('date'), format: 'MM/dd/YYYY' },
  { type: scalar('date'), format: 'd.M.YYYY' },
  { type: scalar('datetime'), format: 'YYYY-dd-MM HH:mm:ss' },
  { type: scalar('date'), format: 'YYYYMMdd' },
  { type: scalar('date'), format: 'dd MMM YYYY' },
];

/** Whether the automaton walks through a record of a field and a text. */
function isPlain(target: Target, field: string): boolean {
  const shape = csvShape({ dialect: DIALECT, crlf: false, nullValues: ['N/A', '-'], fields: [target, null] });
  const bytes = Buffer.from(`${field},x\n`);
  return shape !== null && walk(shape, shape.classes, bytes, 0, bytes.length).records === 1;
}

const digit = fc.constantFrom(...'0123456789');
const likely = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789-+.: TZtruefalsTRUE/eN/A'), maxLength: 22 }),
  fc.tuple(digit, digit, digit, digit).chain((year) =>
    fc
      .tuple(
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        fc.constantFrom('', ' 23:59:59', 'T24:00:00', ' 00:00:00.123456', ' 1:00:00'),
      )
      .chain(([month, day, time]) => {
        const [y, m, d] = [year.join(''), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
        return fc.constantFrom(
          `${y}-${m}-${d}${time}`,
          `${m}/${d}/${y}`,
          `${day}.${month}.${y}`,
          `${d}.${m}.${y}`,
          `${y}-${d}-${m}${time}`,
          `${y}${m}${d}`,
          time.trim(),
        );
      }),
  ),
  fc.double({ noNaN: true }).map(String),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
);

describe('the automaton of plain fields', () => {
  it.each(TARGETS)('lets nothing pass that the strict reading would refuse: $type $format', (part) => {
    for (const nullable of [true, false]) {
      const target: Target = { name: 'v', nullable, ...part };
      const reader = columnReader(target, ['N/A', '-']);
      fc.assert(
        fc.property(likely, (text) => {
          if (!isPlain(target, text)) return;
          expect(reader.text(text, false), text).toMatchObject({ fits: true, complaint: null });
        }),
        { numRuns: 400 },
      );
    }
  });

  it.each([
    [{ type: scalar('integer') }, ['0', '-12', '007', '123456789012345678', '', 'N/A', '"5"']],
    [{ type: scalar('float') }, ['1.5', '-3', '"0.25"']],
    [{ type: scalar('boolean') }, ['true', 'FALSE', 'False']],
    [{ type: scalar('date') }, ['2025-12-31', '2024-02-28', '2025-04-30']],
    [{ type: scalar('datetime') }, ['2025-12-31 23:59:59', '2025-01-01T00:00:00.5']],
    [{ type: scalar('date'), format: 'M/d/YYYY' }, ['1/2/2025', '12/31/2025', '01/02/2025']],
    [{ type: scalar('date'), format: 'dd.MM.YYYY' }, ['31.12.2025', '28.02.2025', '30.11.2025']],
    [{ type: scalar('string') }, ['a', ' a ', '"a,b"', '"say ""hi"""', '""', 'größer', '"two\nlines"']],
  ] as const)('lets the usual forms pass: $type', (part, fields) => {
    for (const field of fields) expect(isPlain({ name: 'v', nullable: true, ...part }, field), field).toBe(true);
  });

  it.each(['2025-02-30', '2025-02-29', '2025-04-31', '2025-13-01', '2025-00-10', '2025-01-00', '0000-01-01'])(
    'stops at the date %s',
    (field) => {
      expect(isPlain({ name: 'v', nullable: true, type: scalar('date') }, field)).toBe(false);
    },
  );
});
