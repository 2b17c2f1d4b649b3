import { expect, test } from 'vitest';
import { CATALOG } from '../../../test/catalog.ts';
import { labelsAt } from '../../../test/editor/editor-file.ts';
import { compile } from '../../compile.ts';

test('refuses the first row beyond a thousand', () => {
  const mistakesOf = (rows: number): string[] => {
    const text = `table t is values ${Array.from({ length: rows }, (_, index) => `(${index})`).join(', ')} as (n);`;
    const { messages } = compile([{ path: 'a.sbs', text }], CATALOG);
    return messages.flatMap(({ type, message }) => (type === 'error' ? [message] : []));
  };
  expect(mistakesOf(1000)).toEqual([]);
  expect(mistakesOf(1001)).toEqual([
    'values has 1001 rows, and at most 1000 are allowed. Download them from a file or a sheet instead.',
  ]);
});

test('completes what can stand in a row, behind the rows and among the columns', () => {
  expect(labelsAt('table t is values (to|')).toContain('today');
  expect(labelsAt('table t is values (1, si|')).not.toContain('site');
  expect(labelsAt("table t is values (1, 'a') |")).toEqual(['as']);
  expect(labelsAt('table t is values |')).toEqual([]);
  expect(labelsAt('table t is values (1) as (n: in|')).toContain('integer');
  expect(labelsAt('table t is values (1) as (|')).toEqual([]);
});
