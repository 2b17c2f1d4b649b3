import type { ColumnType } from '@switchboard/model/schema';
import { sampleRuns } from '@switchboard/model/testing/sample-runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnReader, type Target } from '../../values/column-reader.ts';
import { REWRITTEN } from '../csv-dialect.ts';
import { csvAutomaton } from './csv-automaton.ts';
import { csvMachine } from './csv-machine.ts';
import { partialRecordReader } from './csv-partial-record.ts';
import { recordReader } from './csv-record.ts';
import { type CsvLayout, recordValidator } from './csv-validate.ts';

const DIALECT = { delimiter: ',', quote: '"', escape: '"' };
const NULLS = ['N/A', '-'];
const scalar = (kind: Exclude<ColumnType['kind'], 'decimal' | 'record' | 'list'>): ColumnType => ({ kind });
const FIELDS: readonly (Target | null)[] = [
  { name: 'id', type: scalar('integer'), nullable: false },
  { name: 'site', type: scalar('string'), nullable: true },
  { name: 'day', type: scalar('date'), nullable: true },
  null,
  { name: 'seen', type: scalar('date'), nullable: true, format: 'MM/dd/YYYY' },
  { name: 'cost', type: { kind: 'decimal', precision: 6, scale: 2 }, nullable: true },
  { name: 'title', type: scalar('string'), nullable: false },
  { name: 'mobile', type: scalar('boolean'), nullable: true },
];

const layoutOf = (crlf: boolean, fields = FIELDS): CsvLayout => ({
  kind: 'csv',
  dialect: DIALECT,
  crlf,
  nullValues: NULLS,
  fields,
  lineNumbers: false,
});

const field = fc.oneof(
  fc.constantFrom('1', '12', '1,5', '1.0', '12.7', ' 7 ', '+3', '', 'N/A', '-', ' - ', '0x1F', '1e2', '1.999'),
  fc.constantFrom('2025-02-28', '2025-02-30', '2024-02-29', '20250102', '01/02/2025', '13/02/2025', '1/2/2025'),
  fc.constantFrom('true', 'FALSE', 'yes', 'maybe', 'größer', ' blank ', 'a\tb', '\u0001', '\0', 'say "hi"', 'a\rb'),
  fc.constantFrom('"a"', '"a, b"', '"say ""hi"""', '"a\nb"', '"a" b', '"open', '""', '"2025-01-02"', '"12"'),
  fc.string({ unit: fc.constantFrom(...'0123456789-+./eN/Atrue "'), maxLength: 12 }),
);
const record = fc.array(field, { minLength: 1, maxLength: 10 }).map((fields) => fields.join(','));
const GOOD = ['1', 'a', '2025-01-02', 'x', '01/02/2025', '1.50', 't', 'true'];
/** A good record but for a few fields. */
const usual = fc
  .array(fc.tuple(fc.nat({ max: FIELDS.length - 1 }), field), { minLength: 1, maxLength: 3 })
  .map((changed) => changed.reduce((fields, [index, text]) => fields.with(index, text), GOOD).join(','));
/** A good record but for a number or a truth value in a form that is rewritten. */
const rewritable = fc
  .tuple(fc.constantFrom(0, 5, 7), fc.constantFrom('1.0', ' 7 ', '+3', '1e2', '1.999', 'FALSE', 'yes', '"12"'))
  .map(([index, text]) => GOOD.with(index, text).join(','));

/** The values of a clean record's cells, independent of their quoting. */
function meaning(text: string): readonly (string | null)[] {
  const bytes = Buffer.from(`${text}\n`);
  const { fields } = recordReader(DIALECT)(bytes, 0, bytes.length, true);
  return FIELDS.map((target, index) => {
    const { text = '', quoted = false } = fields[index] ?? {};
    if (target === null) return null;
    if (text.startsWith(REWRITTEN)) return text.slice(1);
    const reading = columnReader(target, NULLS).text(text, quoted);
    return reading.fits ? reading.text : `not read: ${text}`;
  });
}

describe('a record judged by its odd fields', () => {
  for (const crlf of [false, true]) {
    const layout = layoutOf(crlf);
    const shape = csvAutomaton(layout);
    const machine = csvMachine(layout, 1 << 16);
    if (!shape || !machine) throw new Error('no walk');
    const read = partialRecordReader(shape, { ...layout, width: FIELDS.length });
    const validator = recordValidator(layout);
    const lineEnd = crlf ? '\r\n' : '\n';

    it(`a record judged by its odd fields is judged as it is by the whole reading, with ${crlf ? 'CRLF' : 'LF'}, and found from the machine's stop too`, () => {
      let judged = 0;
      let changed = 0;
      fc.assert(
        fc.property(fc.oneof(record, usual, rewritable), record, (text, next) => {
          const bytes = Buffer.from(`${text}${lineEnd}${next}${lineEnd}`);
          const partial = read(bytes, 0, { column: 0, start: 0 }, true);
          if (partial === null) return;
          judged += 1;
          const { end, fields } = partial;
          const whole = recordReader(DIALECT)(bytes, 0, bytes.length, true);
          expect([end, fields, whole.problem]).toEqual([whole.end, whole.fields.length, null]);
          const verdict = validator.whole(whole, bytes, 0);
          const { dirty, violations, rewritten } = validator.partial(partial, bytes);
          expect([dirty, violations]).toEqual([verdict.clean === null, verdict.violations]);
          if (verdict.clean !== null) {
            if (rewritten.length > 0) changed += 1;
            let clean = '';
            let from = 0;
            for (const one of rewritten) {
              clean += bytes.toString('utf8', from, one.start) + one.text;
              from = one.end;
            }
            clean += bytes.toString('utf8', from, end - lineEnd.length);
            expect(meaning(clean)).toEqual(meaning(verdict.clean));
          }
          machine.room(bytes.length).set(bytes);
          if (machine.walk(0, bytes.length, false).records > 0) return;
          const again = read(bytes, 0, machine.stop(), true);
          expect(again === null ? null : [again.end, again.fields]).toEqual([end, fields]);
          expect(validator.partial(again ?? partial, bytes)).toEqual({ dirty, violations, rewritten });
        }),
        { numRuns: sampleRuns(10_000, 4) },
      );
      expect([judged > 1_000, changed > 100], `${judged} judged, ${changed} rewritten`).toEqual([true, true]);
    });
  }

  it.each([
    ['a quote in an odd field', '1,a"b,,,,,t,'],
    ['a line break within quotes', '1,"a\nb",x,,,,t,'],
    ['a carriage return', '1,a\rb,,,,,t,'],
    ['a NUL', '1,a\0b,,,,,t,'],
    ['nothing', ''],
  ])('a record judged by its odd fields is left to the whole reading: %s', (_what, text) => {
    const layout = layoutOf(false);
    const shape = csvAutomaton(layout);
    const bytes = Buffer.from(`${text}\n1,a,,,,,t,\n`);
    expect(
      shape && partialRecordReader(shape, { ...layout, width: 8 })(bytes, 0, { column: 0, start: 0 }, true),
    ).toBeNull();
  });

  it('a record judged by its odd fields is left to the full reader where the file is invalid text, or ends without a line end', () => {
    const layout = layoutOf(false);
    const shape = csvAutomaton(layout);
    if (!shape) throw new Error('no walk');
    const read = partialRecordReader(shape, { ...layout, width: 8 });
    const first = { column: 0, start: 0 };
    expect(read(Buffer.from('x,größer,,,,,t,\n'), 0, first, true)?.fields).toBe(8);
    expect(read(Buffer.from('x,größer,,,,,t,\n'), 0, first, false)).toBeNull();
    expect(read(Buffer.from('x,a,,,,,t,'), 0, first, true)).toBeNull();
  });
});
