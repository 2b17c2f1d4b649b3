import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainSegments } from './csv-segments.ts';
import { csvShape } from './csv-shape.ts';
import { walk } from './csv-walk.ts';

const shape = csvShape({
  dialect: { delimiter: ',', quote: '"', escape: '"' },
  crlf: false,
  nullValues: [],
  fields: [
    { name: 'id', type: { kind: 'integer' }, nullable: false },
    { name: 'text', type: { kind: 'string' }, nullable: true },
    { name: 'amount', type: { kind: 'decimal', precision: 18, scale: 2 }, nullable: true },
  ],
});
if (!shape) throw new Error('no automaton');

/** Plain records, and every kind that a walker has to pass over. */
const line = fc.oneof(
  {
    weight: 40,
    arbitrary: fc
      .tuple(fc.nat(), fc.string({ maxLength: 8 }))
      .map(([id, text]) => `${id},${text.replace(/[",\r\n]/g, '')},1.50`),
  },
  { weight: 4, arbitrary: fc.constant('7,"two\nlines ""quoted""",3') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x,y,z', '1,"open,2', '1,a"b,2', '', '1,2', '1,2,3,4', '1,"a"b,2', '1,\u0000,2'),
  },
);

describe('runs of plain records, found ahead of time', () => {
  it('are what one walk from the same place finds', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 200, maxLength: 400 }), fc.boolean(), (lines, endsWithLine) => {
        const once = lines.join('\n');
        const text = `${once}\n`.repeat(Math.ceil(140_000 / (once.length + 1)));
        const bytes = Buffer.from(endsWithLine ? text : text.slice(0, -1));
        const { classes } = shape;
        const until = bytes.length - 1000;
        const segments = plainSegments(shape, classes, bytes, 0, until);
        if (!segments) throw new Error('too short');
        let used = 0;
        for (let position = 0; position < until; ) {
          const found = segments.from(position);
          if (found) {
            used += 1;
            expect(found).toEqual(walk(shape, classes, bytes, position, found.end));
          }
          const { end } = found ?? walk(shape, classes, bytes, position, until);
          const next = bytes.indexOf(10, end) + 1;
          position = end > position ? end : next === 0 ? until : next;
        }
        expect(used).toBeGreaterThan(0);
      }),
      { numRuns: 40 },
    );
  });

  it('leaves short parts to one walker', () => {
    expect(plainSegments(shape, shape.classes, Buffer.from('1,a,2\n'.repeat(100)), 0, 600)).toBeNull();
  });
});
