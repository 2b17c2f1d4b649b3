import { describe, expect, test } from 'vitest';
import { FUNCTION_HABITS } from '../../src/diagnostics/habits/functions/registry.ts';
import { findFunction } from '../../src/functions/registry.ts';
import { applyFix } from '../apply-fix.ts';
import { errorsOf } from './errors-of.ts';

const scriptOf = (expression: string): string => `table t is select ${expression} as v from ads;`;

/** Names that have become functions of the language are left out. */
const HABITS = FUNCTION_HABITS.filter(({ name }) => findFunction(name) === undefined);

describe('a function of a SQL dialect', () => {
  test.each(HABITS)('$sql is $here', ({ sql, here, name, advice, rewrite }) => {
    const text = scriptOf(sql);
    const [error, ...others] = errorsOf(text);
    expect(others).toEqual([]);
    expect(error?.code).toBe('SBS2030');
    expect(error?.message).toBe(`There is no function ${name}. ${advice}`);
    expect(text.slice((error?.startColumn ?? 0) - 1, (error?.endColumn ?? 0) - 1)).toBe(name);
    expect(errorsOf(scriptOf(here))).toEqual([]);
    if (!rewrite) expect(error?.fix).toBeUndefined();
    else if (!error?.fix) throw new Error(`There is no fix of ${sql}.`);
    else expect(applyFix(text, error.fix)).toBe(scriptOf(here));
  });
});

test('no call stands in the tables twice', () => {
  expect(new Set(HABITS.map(({ sql }) => sql)).size).toBe(HABITS.length);
});

test('most functions of the dialects have a fix', () => {
  expect(HABITS.length).toBeGreaterThan(150);
  expect(HABITS.filter(({ rewrite }) => rewrite).length).toBeGreaterThan(120);
});

describe('a function of weeks, which begin on another day in some dialects', () => {
  test.each([
    'timestamp_trunc(at, week)',
    'datetime_trunc(at, WEEK)',
    'datetrunc(week, day)',
    'datediff(week, day, at)',
    'datetime_diff(at, day, week)',
  ])('gets advice without a fix: %s', (sql) => {
    const [error] = errorsOf(scriptOf(sql));
    expect(error?.message).toMatch(/ A 'week' starts on Monday\.$/);
    expect(error?.fix).toBeUndefined();
  });

  test('moves by whole weeks in any dialect', () => {
    const text = scriptOf('dateadd(week, 1, day)');
    const [error] = errorsOf(text);
    expect(error?.fix && applyFix(text, error.fix)).toBe(scriptOf("date_add(day, 1, 'week')"));
  });
});

test('a truncation by the days since 0 is date_trunc', () => {
  const [error, ...others] = errorsOf(scriptOf('dateadd(month, datediff(month, 0, at), 0)'));
  expect(error?.message).toBe("There is no function dateadd. Write date_trunc(value, 'month').");
  expect([error?.fix, ...others]).toEqual([undefined]);
});
