import type { Parameters } from '@switchboard/model/plan';
import { describe, expect, it } from 'vitest';
import { type DateKind, sourceStatement } from './source-parameters.ts';

const SPELLING = {
  name: (name: string) => `<${name}>`,
  bound: (kind: DateKind, day: string, instant: string) => `'${kind === 'moment' ? instant : day}'`,
};

const statementOf = (parameters: Parameters, reportDate: string | null = '2026-02-28'): string =>
  sourceStatement({ name: 'orders', parameters, reportDate }, SPELLING).rows('day');

describe('the statement of a source', () => {
  it.each([
    [{ table: 'orders' }, 'select * from <orders>'],
    [{ table: 'shop.orders.old' }, 'select * from <shop>.<orders.old>'],
    [
      { table: 'orders', date_column: 'day' },
      "select * from <orders> where <day> >= '2026-02-28' and <day> < '2026-03-01'",
    ],
    [{ table: 'orders', order_by: ['day', 'id'] }, 'select * from <orders> order by <day>, <id>'],
    [
      { query: "select 1 as a where d = '{YYYY-MM-DD}' -- today\n ; " },
      "select * from (\nselect 1 as a where d = '2026-02-28' -- today\n) <rows>",
    ],
    [
      { query: 'select * from t', date_column: 'at', order_by: 'at' },
      "select * from (\nselect * from t\n) <rows> where <at> >= '2026-02-28' and <at> < '2026-03-01' order by <at>",
    ],
  ])('the statement for %j reads its rows', (parameters, statement) => {
    expect(statementOf(parameters)).toBe(statement);
  });

  it.each([
    [{}, 'table', 'or query is missing'],
    [{ table: 'a', query: 'select 1' }, 'query', 'cannot be given besides table'],
    [{ table: 'a', date_column: 'day' }, 'date_column', 'asks for a report date'],
    [{ query: 'select {YYYY}' }, 'query', 'asks for a report date'],
    [{ table: 7 }, 'table', 'must be a string'],
  ])('refuses %j', (parameters, parameter, reason) => {
    expect(() => statementOf(parameters, null)).toThrow(`the parameter ${parameter} ${reason}`);
  });

  it.each([
    ['UTC', '2026-02-28', "'2026-02-28 00:00:00' and <at> < '2026-03-01 00:00:00'"],
    [undefined, '2026-03-08', "'2026-03-08 08:00:00' and <at> < '2026-03-09 07:00:00'"],
    ['Asia/Tokyo', '2026-02-28', "'2026-02-27 15:00:00' and <at> < '2026-02-28 15:00:00'"],
    ['Europe/Paris', '2026-10-25', "'2026-10-24 22:00:00' and <at> < '2026-10-25 23:00:00'"],
  ])('reads the moments of a day in %s', (timezone, reportDate, range) => {
    const parameters = { table: 'orders', date_column: 'at', ...(timezone === undefined ? {} : { timezone }) };
    const { dateColumn, rows } = sourceStatement({ name: 'orders', parameters, reportDate }, SPELLING);
    expect(dateColumn).toBe('select <at> from <orders> limit 0');
    expect(rows('moment')).toBe(`select * from <orders> where <at> >= ${range}`);
    expect(() => rows(null)).toThrow('the parameter date_column names at, which holds no dates');
  });
});
