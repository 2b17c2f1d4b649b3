import { expect, test } from 'vitest';
import { applyFix } from '../apply-fix.ts';
import { errorsOf } from './errors-of.ts';

test.each([
  ['upsert ads by site oder by day', 'upsert ads by site order by day'],
  ['upsert ads by site order by day delte where active', 'upsert ads by site order by day delete where active'],
  ['upsert ads by site order by day wehn empty replace', 'upsert ads by site order by day when empty replace'],
  ['snapshot ads by site whne empty fail', 'snapshot ads by site when empty fail'],
  ['snapshot ads by site order by day when emtpy keep', 'snapshot ads by site order by day when empty keep'],
])('the mistyped clause of %s has one message with its fix', (query, fixed) => {
  const text = `table t is ${query};`;
  const [error, ...others] = errorsOf(text);
  expect(others.map(({ message }) => message)).toEqual([]);
  expect(error?.code).toBe('SBS1007');
  expect(error?.fix && applyFix(text, error.fix)).toBe(`table t is ${fixed};`);
  expect(errorsOf(`table t is ${fixed};`)).toEqual([]);
});

test.each([
  'upsert ads by site when empty replace order by day',
  'upsert ads by site delete where active order by day',
  'snapshot ads by site when empty replace order by day',
])('%s has its clauses in another order than theirs', (query) => {
  expect(errorsOf(`table t is ${query};`).map(({ code, message }) => `${code} ${message}`)).toEqual([
    'SBS1040 order by in this place is not supported. Write order by, delete where, when empty in this order.',
  ]);
});

test.each([
  'upsert ads by report_date order by day',
  'upsert ads by site order by report_date desc',
  'upsert ads by site order by day delete where report_date is null',
  'snapshot ads by report_date',
])('%s names a column that only a select has', (query) => {
  expect(errorsOf(`table t is ${query};`).map(({ code, message }) => `${code} ${message}`)).toEqual([
    'SBS2004 There is no column report_date in ads. Select it in a table before: table name is select *, report_date from ads;',
  ]);
  const table = 'table dated is select *, report_date from ads;';
  expect(errorsOf(`${table} table t is ${query.replace('ads', 'dated')};`)).toEqual([]);
  expect(errorsOf(`table n is select site, day from ads; table t is ${query.replace('ads', 'n')};`)[0]?.message).toBe(
    'There is no column report_date in n. There are site, day.',
  );
});

test('a column that an open table does not declare is to be declared', () => {
  const [key, order] = errorsOf('table t is upsert anything by site order by day;');
  expect(key?.message).toBe('Key site is not declared in anything. Declare it with its type.');
  expect(order?.message).toBe('There is no column day in anything. Declare it with its type.');
});
