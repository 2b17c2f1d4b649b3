import { type ConversionCell, convertedOutcome, DIRTY, REFUSED } from '@switchboard/model/conversions/conversion-cell';
import { CONVERSIONS } from '@switchboard/model/conversions/conversions';
import { typeName } from '@switchboard/model/schema';
import { sampleCells } from '@switchboard/model/testing/sample-cells';
import { beforeAll, describe, expect, test } from 'vitest';
import { sqlType } from '../src/emit/duckdb/literals.ts';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { createSources, type Database, openDatabase } from './open-database.ts';

/** A run takes one of so many parts of the cells, each on every route. */
const SHARES = 5;

/** A way to convert in an expression: what it is given, and what it does with a value that cannot be converted. */
type Route = {
  readonly name: string;
  readonly fails: boolean;
  /** The expression; null when the route does not exist for a cell. */
  readonly expression: (cell: ConversionCell, value: string) => string | null;
  readonly literal: boolean;
};

const NAMED = new Set(['string', 'integer', 'float', 'boolean', 'date', 'datetime', 'json']);
/** A type as a declaration writes it. */
const declared = (type: ConversionCell['from']): string =>
  type.kind === 'record'
    ? `{ ${type.fields.map((field) => `${field.name}: ${declared(field.type)};`).join(' ')} }`
    : typeName(type);
const sqlText = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const scriptText = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function called({ to, format }: ConversionCell, value: string): string | null {
  if (format !== undefined) return `parse_${to.kind}(${value}, ${scriptText(format)})`;
  if (to.kind === 'decimal') return `decimal(${value}, ${to.precision}, ${to.scale})`;
  return NAMED.has(to.kind) ? `${to.kind}(${value})` : null;
}

const castTo =
  (word: string) =>
  ({ to, format }: ConversionCell, value: string): string | null =>
    format === undefined ? `${word}(${value} as ${typeName(to)})` : null;

const WAYS = [
  { name: 'function', fails: false, expression: called },
  { name: 'try_cast', fails: false, expression: castTo('try_cast') },
  { name: 'cast', fails: true, expression: castTo('cast') },
];
const ROUTES: readonly Route[] = [false, true].flatMap((literal) =>
  WAYS.map((way) => ({ ...way, name: `${way.name} of a ${literal ? 'literal' : 'column'}`, literal })),
);

/** The value as a script writes it; null for types without literals. */
function literalOf({ from }: ConversionCell, input: string): string | null {
  switch (from.kind) {
    case 'string':
      return scriptText(input);
    case 'integer':
    case 'boolean':
      return input;
    case 'decimal':
      return input.includes('.') ? input.padEnd(input.indexOf('.') + 1 + from.scale, '0') : `${input}.00`;
    case 'float':
      return input.includes('e') ? input : `${input}e0`;
    default:
      return null;
  }
}

/** The value as the database stores it in a column of its type. */
function stored({ from }: ConversionCell, input: string): string {
  const json = from.kind === 'json' || from.kind === 'list' || from.kind === 'record';
  const text = json ? `CAST(${sqlText(input)} AS JSON)` : sqlText(input);
  return `CAST(${text} AS ${sqlType(from) ?? ''})`;
}

const shownName = (cell: ConversionCell): string =>
  `${typeName(cell.from)} to ${typeName(cell.to)}${cell.format === undefined ? '' : ` "${cell.format}"`}`;

let database: Database;
let compared = 0;
beforeAll(async () => {
  database = await openDatabase();
});

/** Evaluates an expression: a text, null, 'refused' by the compiler or 'error'. */
async function resultOf(cell: ConversionCell, input: string, expression: string): Promise<string | null> {
  const text = `
    download d from { type: "web"; url: "https://example.com"; } using { v: ${declared(cell.from)}; };
    table t is select ${expression} as x from d;`;
  const { plan, messages } = compile([{ path: 'a.sbs', text }], CATALOG);
  if (messages.some((message) => message.type === 'error') || !plan) return 'refused';
  await createSources(database, plan, { d: `SELECT ${stored(cell, input)} AS v` });
  try {
    const [row] = await database.run(plan.tables[0]?.sql.duckdb ?? '');
    const found = row?.x ?? null;
    if (found === null) return null;
    if (Array.isArray(found)) return `[${found.join(', ')}]`;
    return String(found as string | number | bigint | boolean);
  } catch (error) {
    const { message } = error as Error;
    return message.includes('~cast~') || /out of range|Could not (?:convert|cast)/.test(message) ? 'error' : message;
  }
}

describe.each(ROUTES)('$name', (route) => {
  const cells = sampleCells(CONVERSIONS, SHARES).map((cell) => [shownName(cell), cell] as const);
  test.each(cells)('converts as documented: %s', async (_name, cell) => {
    const [way] = route.name.split(' ');
    for (const one of cell.cases) {
      const [input] = one;
      const value = route.literal ? literalOf(cell, input) : 'v';
      const expression = value === null ? null : route.expression(cell, value);
      if (expression === null) continue;
      const outcome = convertedOutcome(one);
      const failure = [route.fails ? 'error' : null, ...(route.literal && way !== 'try_cast' ? ['refused'] : [])];
      const expected = outcome === DIRTY ? failure : [outcome === REFUSED ? 'refused' : outcome];
      compared += 1;
      const found = await resultOf(cell, input, expression);
      expect(expected, `${expression} of ${JSON.stringify(input)} is ${found}`).toContain(found);
    }
  });
});

test('compares every cell of the run on every route that it has', () => {
  expect(compared).toBeGreaterThan(2000 / SHARES / 2);
});
