import type { ColumnType } from '@switchboard/model/schema';
import { type Reading, readDecimal, readFloat, readInteger } from '@switchboard/model/values/number-text';
import { dateReader, datetimeReader } from '@switchboard/model/values/time-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvField, OWN_DIALECT, ownField } from '../formats/csv-dialect.ts';
import { columnReader } from './column-reader.ts';
import { fastJsonText, isCanonicalText } from './value-fast-path.ts';

const TYPES: readonly ColumnType[] = [
  { kind: 'integer' },
  { kind: 'float' },
  { kind: 'boolean' },
  { kind: 'decimal', precision: 6, scale: 2 },
  { kind: 'decimal', precision: 2, scale: 2 },
  { kind: 'decimal', precision: 38, scale: 2 },
  { kind: 'string' },
  { kind: 'date' },
  { kind: 'datetime' },
  { kind: 'time' },
];

const values: fc.Arbitrary<string | number | boolean> = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN),
  fc.boolean(),
  fc.integer({ min: -99999, max: 99999 }).map((cents) => cents / 100),
  fc.string(),
  fc.stringMatching(/^[0-2]\d{3}-[01]\d-[0-3]\d(?: [0-2]\d:[0-6]\d:[0-6]\d)?$/),
  fc.constantFrom('0000-01-01', '1900-02-29', '2000-02-29', '2024-02-30', '2025-01-02T00:00:00', '', '-0', '1e3'),
);

/** Numbers may be written differently, but must be the same. */
const sameNumber = (one: string, other: string): boolean => one === other || Number(one) === Number(other);

describe('the fast path of a value', () => {
  it('gives what the whole reading would give, without an objection', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), values, (type, value) => {
        const quick = fastJsonText(type, undefined)(value);
        if (quick === null) return;
        const whole = columnReader({ name: 'x', type, nullable: true }, []).text(
          typeof value === 'string' ? value : String(value),
          true,
        );
        expect(whole).toMatchObject({ fits: true, complaint: null });
        expect(sameNumber(quick, whole.fits ? (whole.text ?? '') : '')).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('an own field', () => {
  it('reads back as any other', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\u00a0', '\u0001', 'ü') }), (text) => {
        const [own, usual] = [ownField(text, ['a']), csvField(text, OWN_DIALECT, ['a'])];
        // Quotes more than needed do no harm.
        expect([usual, `"${usual}"`]).toContain(own);
      }),
    );
  });
});

describe('a quick text', () => {
  const readers: readonly [ColumnType, (text: string) => Reading][] = [
    [{ kind: 'integer' }, readInteger],
    [{ kind: 'float' }, readFloat],
    [{ kind: 'decimal', precision: 6, scale: 2 }, (text) => readDecimal(text, 6, 2)],
    [{ kind: 'decimal', precision: 2, scale: 2 }, (text) => readDecimal(text, 2, 2)],
    [{ kind: 'decimal', precision: 3, scale: 0 }, (text) => readDecimal(text, 3, 0)],
    [{ kind: 'date' }, dateReader(undefined)],
    [{ kind: 'datetime' }, datetimeReader(undefined)],
  ];
  const texts = fc.oneof(
    values.map(String),
    fc.string({ unit: fc.constantFrom(...'0123456789-+.eE, '), maxLength: 21 }),
  );

  it('a quick text is one that the whole reading takes for the same value, without an objection', () => {
    fc.assert(
      fc.property(fc.constantFrom(...readers), texts, ([type, read], text) => {
        if (!isCanonicalText(type, {})(text)) return;
        const whole = read(text);
        expect(whole, text).toMatchObject({ fits: true, complaint: null });
        expect(sameNumber(text, whole.fits ? (whole.text ?? '') : ''), text).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    [{ kind: 'integer' }, ['0', '-12', '007', '123456789012345678'], ['', '-', '1.0', ' 1', '1234567890123456789']],
    [{ kind: 'decimal', precision: 4, scale: 2 }, ['12.34', '-1', '1.5'], ['123', '1.', '.5', '1.234', '1e1']],
    [{ kind: 'boolean' }, ['true', 'false'], ['True', 'yes', '']],
    [{ kind: 'datetime' }, ['2025-01-02 03:04:05'], ['2025-01-02']],
  ] as const)('a quick text is every usual one: $0.kind', (type, plain, others) => {
    expect(plain.filter(isCanonicalText(type, {}))).toEqual(plain);
    expect(others.filter(isCanonicalText(type, {}))).toEqual([]);
  });
});
