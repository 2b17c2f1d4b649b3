import { expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { createSources, openDatabase } from './open-database.ts';

/** Evaluates an expression over two decimals in the database. */
async function resultOf(expression: string, type: string, row: string): Promise<string> {
  const text = `
    download d from { type: "web"; url: "https://example.com"; } using { x: ${type}; y: ${type}; };
    table t is select string(${expression}) as v from d;`;
  const { plan, messages } = compile([{ path: 'a.sbs', text }], CATALOG);
  expect(messages.filter((message) => message.type === 'error')).toEqual([]);
  if (!plan) throw new Error('There is no plan.');
  const database = await openDatabase();
  await createSources(database, plan, { d: row });
  const [found] = await database.run(plan.tables[0]?.sql.duckdb ?? '');
  return String(found?.v);
}

test.each([
  ['x * y', 'decimal(11, 2)', '123456789.12', '15241578779820150.3744'],
  ['x + y', 'decimal(18, 0)', '999999999999999999', '1999999999999999998'],
  ['x - y', 'decimal(18, 0)', '999999999999999999', '0'],
  ['json(x)', 'decimal(38, 38)', '0.5', '0.5'],
  ['json(x)', 'decimal(38, 38)', '-0.5', '-0.5'],
  ['x', 'decimal(2, 2)', '0.5', '0.50'],
  ['x', 'decimal(2, 2)', '-0.5', '-0.50'],
  [
    "record(x as x, ' \"\\ -.5,.5' as s)",
    'decimal(18, 18)',
    '-0.123456789012345678',
    `{"x":-0.123456789012345678,"s":" \\"\\\\ -.5,.5"}`,
  ],
  ['json(record(x as x, 12.5 as n, [x] as l))', 'decimal(38, 38)', '0.5', '{"x":0.5,"n":12.5,"l":[0.5]}'],
  ['[x, y]', 'decimal(17, 17)', '0.5', '[0.50000000000000000,0.50000000000000000]'],
  ['array_agg(x)', 'decimal(17, 17)', '0.5', '[0.50000000000000000]'],
  ['ceil(x)', 'decimal(2, 2)', '0.99', '1.00'],
  ['floor(x)', 'decimal(2, 1)', '-9.9', '-10.0'],
  ['round(x, 1)', 'decimal(4, 2)', '99.99', '100.00'],
  ['round(x, -1)', 'decimal(2, 0)', '99', '100'],
  ['round(x, -1)', 'decimal(38, 0)', '94', '90'],
])('%s of %s %s is %s', async (expression, type, value, expected) => {
  const stored = `${value}::${type.toUpperCase()}`;
  expect(await resultOf(expression, type, `SELECT ${stored} AS x, ${stored} AS y`)).toBe(expected);
});

test('a decimal of 38 digits that is rounded to 39 ends the run', async () => {
  const wide = '9'.repeat(38);
  const row = `SELECT ${wide}::DECIMAL(38, 0) AS x, ${wide}::DECIMAL(38, 0) AS y`;
  await expect(resultOf('round(x, -1)', 'decimal(38, 0)', row)).rejects.toThrow('DECIMAL(38,0)');
});
