import type { ColumnType } from '@switchboard/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnReader } from './column-reader.ts';
import { csvField, OWN_DIALECT, ownField } from './csv-dialect.ts';
import { quickReader } from './quick-value.ts';

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

describe('a quick value', () => {
  it('is what the whole reading would give, without an objection', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), values, (type, value) => {
        const quick = quickReader(type, undefined)(value);
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
