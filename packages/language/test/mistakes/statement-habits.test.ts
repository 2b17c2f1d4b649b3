import { expect, test } from 'vitest';
import { STATEMENT_HABITS } from '../../src/diagnostics/habits/statements.ts';
import { applyFix } from '../apply-fix.ts';
import { errorsOf } from './errors-of.ts';

test.each(Object.entries(STATEMENT_HABITS))('%s is one message', (word, { sql, advice }) => {
  expect(errorsOf(sql).map((error) => error.message)).toEqual([`${word} is not a declaration. ${advice}`]);
});

test.each([
  'create table t as',
  'create or replace table t as',
  'create view t as',
  'create temporary table if not exists t as',
])('%s becomes a table, whose readers have no message', (head) => {
  const rest = 'select site from ads; table u is select site from t;';
  const [error, ...others] = errorsOf(`${head} ${rest}`);
  expect(others).toEqual([]);
  if (!error?.fix) throw new Error('There is no fix.');
  expect(applyFix(`${head} ${rest}`, error.fix)).toBe(`table t is ${rest}`);
});
