import { describe, expect, test } from 'vitest';
import { compile, type Message } from '../../src/index.ts';
import { applyFix } from '../apply-fix.ts';
import { CATALOG } from '../catalog.ts';
import { PRELUDE } from '../prelude.ts';

const scriptOf = (query: string): string => `table t is ${query};`;

function errorsOf(text: string): readonly Message[] {
  return compile([{ path: 'main.sbs', text }, PRELUDE], CATALOG).messages.filter(
    ({ path, type }) => path === 'main.sbs' && type === 'error',
  );
}

/** Case 01: a date that is none, in either form. */
describe('a literal that can never be valid', () => {
  test.each([
    ["date('2026-02-30')", 'there is no such day', null],
    ["date('31/01/2026')", "Write parse_date('31/01/2026', 'dd/MM/YYYY')", "parse_date('31/01/2026', 'dd/MM/YYYY')"],
    ["date('01.31.2026')", "Write parse_date('01.31.2026', 'MM.dd.YYYY')", "parse_date('01.31.2026', 'MM.dd.YYYY')"],
    ["date('03/04/2026')", 'Write it as YYYY-MM-DD', null],
    ["date('2026-02' || '-30')", 'there is no such day', null],
    ["date(concat('2026-', '13-01'))", 'there is no such day', null],
    [
      "date('2026-01-31 10:00:00')",
      "it has a time of day, which a date cannot keep. Write datetime('2026-01-31 10:00:00')",
      null,
    ],
    ["datetime('2026-02-28 25:00:00')", 'cannot be read as datetime', null],
    ["integer('x')", 'cannot be read as integer', null],
    ["integer('1,234')", 'cannot be read as integer', null],
    ["integer('99999999999999999999')", 'it does not fit into 64 bits', null],
    ['integer(1e30)', 'it is too large', null],
    ["float('1e400')", 'too large for a float', null],
    ["decimal('12.55', 12, 1)", 'it has more than 1 decimal places', null],
    ['decimal(12345, 4, 1)', 'it is too large', null],
    ["boolean('maybe')", 'cannot be read as boolean', null],
    ['boolean(2)', 'only 1 and 0 are', null],
    ["json('{a')", 'cannot be read as json', null],
    ["parse_date('31/02/2026', 'dd/MM/YYYY')", 'in the format dd/MM/YYYY', null],
    ["parse_datetime('2026-01-31', 'YYYY-MM-dd HH:mm')", 'in the format YYYY-MM-dd HH:mm', null],
    ['make_date(2026, 2, 30)', 'the month has 28 days', null],
    ['make_time(24, 0, 0)', 'the hour is 0 to 23', null],
    ['make_datetime(2026, 4, 31, 0, 0, 0)', 'the month has 30 days', null],
    ['from_epoch(1769854830500)', 'Write from_epoch_ms', null],
  ])('%s is an error at its text', (expression, words, fixed) => {
    const text = scriptOf(`select ${expression} as v from ads`);
    const [error, ...others] = errorsOf(text);
    expect(others).toEqual([]);
    expect(error?.code).toBe('SBS3070');
    expect(error?.message).toContain(words);
    const marked = text.slice((error?.startColumn ?? 0) - 1, (error?.endColumn ?? 0) - 1);
    expect(expression).toContain(marked);
    expect(error?.fix ? applyFix(text, error.fix) : null).toBe(
      fixed === null ? null : scriptOf(`select ${fixed} as v from ads`),
    );
  });

  test.each([
    ["date('')", 'blanks are null'],
    ["date('2026-02-28')", 'a date'],
    ["integer(' 12 ')", 'blanks around a number'],
    ["try_cast('x' as integer)", 'null is asked for'],
    ["parse_date(site, 'dd/MM/YYYY')", 'a column'],
    ['make_date(year(day), 2, 29)', 'a leap year is possible'],
  ])('%s is accepted: %s', (expression) => {
    expect(errorsOf(scriptOf(`select ${expression} as v from ads`))).toEqual([]);
  });

  test('a constant that cannot be a date is an error where it is read', () => {
    const [error, ...others] = errorsOf(
      "let start is '2026-02-30'; table t is select site from ads where day > date(start);",
    );
    expect(others).toEqual([]);
    expect(error).toMatchObject({ code: 'SBS3070', startColumn: 77, endColumn: 82 });
  });

  test('digits that no decimal has are an error', () => {
    expect(errorsOf(scriptOf('select decimal(site, 50, 2) as v from ads')).map(({ code }) => code)).toEqual([
      'SBS3014',
    ]);
    expect(errorsOf(scriptOf('select decimal(site, 4, 6) as v from ads')).map(({ code }) => code)).toEqual(['SBS3014']);
  });

  test.each([
    ['1e400', 'A float is at most 1.7976931348623157e308.'],
    ['1e-400', 'The smallest float above 0 is 5e-324'],
    ['9223372036854775808', 'Write at most 9223372036854775807'],
  ])('the number %s says which numbers are possible', (number, words) => {
    const [error, ...others] = errorsOf(scriptOf(`select ${number} as v from ads`));
    expect(others).toEqual([]);
    expect(error?.code).toBe('SBS1004');
    expect(error?.message).toContain(words);
  });
});

describe('a text beside a value of another type', () => {
  test.each([
    ["day > '2026-01-31'", "Write date('2026-01-31').", "day > date('2026-01-31')"],
    ["at > '2026-01-31 10:00'", "Write datetime('2026-01-31 10:00').", "at > datetime('2026-01-31 10:00')"],
    ["clicks == '5'", "Write integer('5').", "clicks == integer('5')"],
    [
      "day between '2026-01-01' and '2026-01-31'",
      "Write date('2026-01-01') for each text.",
      "day between date('2026-01-01') and date('2026-01-31')",
    ],
    ["day in ('2026-01-01', '2026-01-31')", 'for each text', "day in (date('2026-01-01'), date('2026-01-31'))"],
    ["day > '2026-13-01'", '"2026-13-01" cannot be read as date: there is no such day. Correct it.', null],
    ["day in ('2026-01-01', '2026-13-01')", '"2026-13-01" cannot be read as date', null],
    ["day >= '31/01/2026'", "parse_date('31/01/2026', 'dd/MM/YYYY')", "day >= parse_date('31/01/2026', 'dd/MM/YYYY')"],
    ['day >= \'{{ var("start") }}\'', 'Templates are not filled in.', null],
    ["clicks > 'many'", '"many" cannot be read as integer', null],
    ['site > 5', "Write '5' in quotation marks", null],
    ['extra.n > 5', 'Convert the json with integer(…).', null],
    ['day > site', 'cast(… as date), which fails', null],
  ])('%s is one conflict whose advice never gives null silently', (condition, words, fixed) => {
    const text = scriptOf(`select site from ads where ${condition}`);
    const [error, ...others] = errorsOf(text);
    expect(others).toEqual([]);
    expect(error?.code).toBe('SBS3002');
    expect(error?.message).toContain(words);
    expect(error?.fix ? applyFix(text, error.fix) : null).toBe(
      fixed === null ? null : scriptOf(`select site from ads where ${fixed}`),
    );
    if (error?.fix) expect(errorsOf(applyFix(text, error.fix))).toEqual([]);
  });
});
