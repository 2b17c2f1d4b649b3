import { beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { createSources, type Database, openDatabase } from './open-database.ts';

const SOURCE = `download d from { type: "web"; url: "https://example.com"; } using {
  i: integer; n: decimal(20, 0); f: float; fine: decimal(38, 20); finer: decimal(18, 9); ten: decimal(19, 10);
};`;
const WHOLES = [
  null,
  0n,
  -3n,
  9007199254740991n,
  9007199254740992n,
  9007199254740993n,
  -9007199254740993n,
  9223372036854775807n,
];
const FLOATS = [null, 0, -2.5, 9007199254740991, 9007199254740992, 9007199254740994, -9007199254740992, 2 ** 63, 1e300];

let database: Database;

function compiled(query: string): { readonly sql: string; readonly codes: readonly string[]; readonly type: unknown } {
  const { plan, messages } = compile([{ path: 'a.sbs', text: `${SOURCE} table t is ${query};` }], CATALOG);
  const codes = messages.filter(({ type }) => type === 'error').map(({ code }) => code);
  return { sql: plan?.tables[0]?.sql.duckdb ?? '', codes, type: plan?.tables[0]?.columns[0]?.type };
}

async function rowsOf(query: string): Promise<readonly Record<string, unknown>[]> {
  const { sql, codes } = compiled(query);
  expect(codes).toEqual([]);
  return database.run(sql);
}

beforeAll(async () => {
  database = await openDatabase();
  const { plan } = compile([{ path: 'a.sbs', text: `${SOURCE} table t is select i from d;` }], CATALOG);
  if (!plan) throw new Error('The source does not compile.');
  const pairs = WHOLES.flatMap((i) => FLOATS.map((f) => `(${i ?? 'NULL'}::BIGINT, ${f ?? 'NULL'}::DOUBLE)`));
  const rest = '0.5::DECIMAL(38, 20) AS fine, 1.5::DECIMAL(18, 9) AS finer, 1.5::DECIMAL(19, 10) AS ten';
  await createSources(database, plan, {
    d: `SELECT i, i::DECIMAL(20, 0) AS n, f, ${rest} FROM (VALUES ${pairs.join(', ')}) AS v(i, f)`,
  });
});

/** -1, 0 or 1 as a whole number is below, at or above a float; null beside a null. */
function order(whole: string | null, float: number | null): number | null {
  if (whole === null || float === null) return null;
  const [value, floor] = [BigInt(whole), BigInt(Math.floor(float))];
  if (value === floor) return Number.isInteger(float) ? 0 : -1;
  return value < floor ? -1 : 1;
}

const RESULTS: Readonly<Record<string, (order: number) => boolean>> = {
  '==': (at) => at === 0,
  '!=': (at) => at !== 0,
  '<': (at) => at < 0,
  '<=': (at) => at <= 0,
  '>': (at) => at > 0,
  '>=': (at) => at >= 0,
};

describe('comparisons of integers and floats', () => {
  test.each(Object.entries(RESULTS))(
    'compares integers and floats exactly by %s, whichever side is the float',
    async (operator, result) => {
      const items = ['i', 'n', '(i + 0)'].map(
        (whole, at) => `${whole} ${operator} f as x${at}, f ${operator} ${whole} as y${at}`,
      );
      for (const row of await rowsOf(`select i, f, ${items.join(', ')} from d`)) {
        const at = order(row.i === null ? null : String(row.i as bigint), row.f as number | null);
        for (const index of [0, 1, 2]) {
          expect([row.i, row.f, row[`x${index}`]]).toEqual([row.i, row.f, at === null ? null : result(at)]);
          expect([row.i, row.f, row[`y${index}`]]).toEqual([row.i, row.f, at === null ? null : result(-at)]);
        }
      }
    },
  );

  test.each([
    ['i in (f, 7)', 'i == f'],
    ['i not in (f, 7)', 'i != f'],
    ['i in (f, null)', 'i == f or i == null'],
    ['f between i and i', 'f == i'],
    ['i not between f and f', 'i != f'],
  ])('%s is %s', async (mixed, plain) => {
    const query = `select count_if((${mixed}) == (${plain})) as same, count_if((${plain}) is not null) as all from d`;
    const [row] = await rowsOf(query);
    expect(row?.same).toBe(row?.all);
  });

  test('joins pair an integer with the same float alone', async () => {
    const parts = 'with a as (select distinct i as k from d), b as (select distinct f as k from d)';
    const [using] = await rowsOf(`${parts} select count() as n from a join b using (k)`);
    expect(using?.n).toBe('3');
  });

  test.each([
    ['9007199254740993 == f', 0],
    ['9007199254740992 == f', 8],
    ['i == 9007199254740992e0', 9],
    ['i == 5e0', 0],
  ])('%s holds in %d rows', async (condition, count) => {
    const [row] = await rowsOf(`select count_if(${condition}) as n from d`);
    expect(Number(row?.n)).toBe(count);
  });

  test('an asof join takes an inequality of both', async () => {
    const query = 'select a.i from d as a asof join d as b on a.i >= b.f limit 1';
    expect(await rowsOf(query)).toHaveLength(1);
  });
});

describe('calculations with decimals', () => {
  test.each([
    ['finer * ten', 'decimal(37, 19)', '2.2500000000000000000'],
    ['ten * ten', 'decimal(38, 20)', '2.25000000000000000000'],
    ['fine * finer', 'decimal(38, 29)', '0.75000000000000000000000000000'],
    ['fine + fine', 'decimal(38, 20)', '1.00000000000000000000'],
    ['fine + 1', 'decimal(38, 20)', '1.50000000000000000000'],
    ['fine - 1', 'decimal(38, 20)', '-0.50000000000000000000'],
    ['fine % 1', 'decimal(38, 20)', '0.50000000000000000000'],
    ['coalesce(fine, 1)', 'decimal(38, 20)', '0.50000000000000000000'],
  ])('%s is of type %s', async (item, type, expected) => {
    const query = `select ${item} as x from d limit 1`;
    const found = compiled(query).type as { kind: string; precision: number; scale: number };
    expect(`${found.kind}(${found.precision}, ${found.scale})`).toBe(type);
    expect((await rowsOf(query))[0]?.x).toBe(expected);
  });

  test('a product with more than 38 decimal places is refused', () => {
    expect(compiled('select fine * fine as x from d').codes).toEqual(['SBS3033']);
  });

  test('a product that is too large ends the run', async () => {
    await expect(rowsOf('select fine * finer * 1000000000000 as x from d')).rejects.toThrow(
      /Overflow|does not fit|out of range/i,
    );
  });
});
