import type { ColumnType } from '@switchboard/model/schema';
import { describe, expect, test } from 'vitest';
import { AccountScript } from '../src/account-script/account-script.ts';
import { DUCKDB_WORDS } from '../src/emit/duckdb/allowed-words.ts';
import { DUCKDB } from '../src/emit/duckdb/duckdb-dialect.ts';
import { FUNCTION_SQL, functionSql } from '../src/emit/duckdb/functions/registry.ts';
import { refusal } from '../src/emit/sql-fence.ts';
import { readSignature } from '../src/functions/signature.ts';
import { compile, FUNCTIONS } from '../src/index.ts';
import { planOf } from '../src/plan/plan.ts';
import { CATALOG } from './catalog.ts';
import { corpus } from './scripts.ts';

const TYPES: readonly ColumnType[] = [
  { kind: 'string' },
  { kind: 'integer' },
  { kind: 'float' },
  { kind: 'decimal', precision: 9, scale: 2 },
  { kind: 'json' },
  { kind: 'unknown' },
  { kind: 'date' },
  { kind: 'list', element: { kind: 'string' } },
];
const FORMATS = ['YYYY-MM-dd', 'YYYY Z'];
const CONSTANTS: Readonly<Record<string, string>> = { unit: 'day', digits: '1', regex: 'a', zone: 'UTC', path: '$.a' };

/** Everything that the catalogue of functions may write, whatever the arguments are. */
function catalogueSql(): string[] {
  return FUNCTIONS.flatMap((spec) => {
    const { parameters } = readSignature(spec.signature);
    const least = parameters.filter((parameter) => !parameter.optional).length;
    return [least, parameters.length].flatMap((count) =>
      TYPES.flatMap((type) =>
        FORMATS.map((format) => {
          const args = parameters.slice(0, count).map((parameter) => {
            const constant = parameter.type === 'format' ? format : (CONSTANTS[parameter.type] ?? null);
            return { sql: '"x"."y"', type, constant };
          });
          const own = functionSql(spec.name);
          const emit = typeof own === 'function' ? own : own.emit;
          return `SELECT ${emit(args, type)} AS "z" FROM "x" AS "x"`;
        }),
      ),
    );
  });
}

function corpusSql(): string[] {
  return corpus('good').flatMap(({ name, text }) => {
    const { plan } = compile([{ path: name, text }], CATALOG);
    return (plan?.tables ?? []).flatMap((table) => [
      table.sql.duckdb,
      ...(table.state ? [table.state.empty.duckdb, table.state.merge?.duckdb ?? ''] : []),
    ]);
  });
}

function callsIn(sql: string): string[] {
  const bare = sql.replaceAll(/'(?:[^']|'')*'/g, "''");
  return [...bare.matchAll(/(?:"(\w+)"|\b(\w+))\(/g)].map((match) => match[1] ?? match[2] ?? '');
}

test('the list of functions is what the catalogue and the emitter call, no more and no less', () => {
  const called = new Set([...catalogueSql(), ...corpusSql()].flatMap(callsIn));
  const functions = [...called].filter((name) => !DUCKDB_WORDS.keywords.has(name) && !DUCKDB_WORDS.types.has(name));
  expect([...DUCKDB_WORDS.functions].sort()).toEqual(functions.sort());
});

test('DuckDB has SQL for the functions of the catalogue, and for no others', () => {
  expect([...FUNCTION_SQL.keys()].sort()).toEqual(FUNCTIONS.map(({ name }) => name).sort());
});

test('every keyword and type is written by some script', () => {
  const written = new Set([...catalogueSql(), ...corpusSql()].flatMap((sql) => sql.match(/\w+/g) ?? []));
  expect([...DUCKDB_WORDS.keywords, ...DUCKDB_WORDS.types].filter((word) => !written.has(word))).toEqual([]);
});

test('what the catalogue and the emitter write may run', () => {
  const refused = [...catalogueSql(), ...corpusSql()].filter((sql) => refusal(sql, DUCKDB_WORDS) !== null);
  expect(refused).toEqual([]);
});

test('a statement that may not run makes no plan, but an error that names its table', () => {
  const text = `download d from { type: "web"; url: "https://example.com"; } using { x: integer; };
    table fine is select x from d; table bad is select x + 1 as y from d;`;
  const script = new AccountScript(CATALOG);
  script.change(new Map([['a.sbs', text]]), CATALOG);
  const sly = (sql: string): string => sql.replace(/\(.*\)/, "getenv('HOME')");
  const { plan, refused } = planOf(script, { ...DUCKDB, select: (query) => sly(DUCKDB.select(query)) });
  expect(plan).toBeNull();
  expect(refused).toMatchObject([{ type: 'error', code: 'SBS3025', startLine: 2, startColumn: 42 }]);
  expect(refused[0]?.message).toMatch(/table bad: .*getenv is not an allowed function/);
  expect(planOf(script).plan).not.toBeNull();
});

describe('the fence', () => {
  test.each([
    ['', /does not start/],
    ['DROP TABLE "x"', /does not start/],
    ['(SELECT "a" AS "a" FROM "x")', /does not start/],
    ['"SELECT" FROM "x"', /does not start/],
    ['select "a" from "x"', /does not start/],
    ['SELECT "a" FROM "x"; DROP TABLE "x"', /not valid in a query/],
    ['SELECT "a" FROM "x" SELECT "a" FROM "x"', /does not start a query/],
    ['SELECT "a" FROM "x" GROUP BY ALL SELECT 1', /does not start a query/],
    ['SELECT "a" FROM "x" UNION SELECT "a" FROM "y"', /without ALL/],
    ['SELECT "a" -- "b"\nFROM "x"', /comment/],
    ['SELECT "a" /* b */ FROM "x"', /comment/],
    ['SELECT getenv(\'HOME\') AS "a" FROM "x"', /getenv is not an allowed function/],
    ['SELECT "getenv"(\'HOME\') AS "a" FROM "x"', /not an allowed function/],
    ['SELECT "a" FROM read_csv(\'/etc/passwd\')', /FROM reads no table/],
    ['SELECT "a" FROM "read_csv"(\'/etc/passwd\')', /FROM reads no table/],
    ['SELECT "a" FROM \'/etc/passwd\'', /FROM reads no table/],
    ['SELECT "a" FROM ("x")', /FROM reads no table/],
    ['SELECT "a" FROM "x" JOIN range(3)', /JOIN reads no table/],
    ['SELECT a FROM "x"', /a is not an allowed keyword/],
    ['SELECT "x".a FROM "x"', /point/],
    ['SELECT "x".lower("a") FROM "x"', /point/],
    ['SELECT current_user AS "a" FROM "x"', /not an allowed keyword/],
    ['SELECT LOWER("a") AS "a" FROM "x"', /not an allowed function/],
    ['SELECT lower AS "a" FROM "x"', /not an allowed keyword/],
    ['SELECT $$a$$ AS "a" FROM "x"', /not valid/],
    ['SELECT ? AS "a" FROM "x"', /not valid/],
    ['SELECT E\'a\' AS "a" FROM "x"', /not valid/],
    ['SELECT U&"a" FROM "x"', /not an allowed keyword|not valid/],
    ['SELECT 1e AS "a" FROM "x"', /not valid/],
    ['SELECT \'a AS "a" FROM "x"', /not valid/],
    ['SELECT "a FROM x', /not valid/],
    ['SELECT "" FROM "x"', /empty/],
    ['SELECT \'a\0b\' AS "a" FROM "x"', /not valid/],
    ['SELECT ("a" FROM "x"', /brackets/],
    ['SELECT ["a") FROM "x"', /brackets/],
    ['SELECT "a") FROM "x"', /brackets/],
    ['SELECT "a"::VARCHAR FROM "x"', null],
    ['SELECT "a" INTO "y" FROM "x"', /INTO is not an allowed keyword/],
    ['SELECT "a" FROM "x" LIMIT c', /c is not an allowed keyword/],
    ['SELECT list_transform(["a"], lambda c, d: c) AS "a" FROM "x"', /no colon/],
  ])('refuses %s', (sql, reason) => {
    if (reason === null) expect(refusal(sql, DUCKDB_WORDS)).toBeNull();
    else expect(refusal(sql, DUCKDB_WORDS)).toMatch(reason);
  });
});
