import { type DuckDBConnection, DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import type { SourceTable } from '@switchboard/model/plan';
import { sqlType } from '../../src/emit/duckdb/literals.ts';
import { compile } from '../../src/index.ts';
import { CATALOG } from '../catalog.ts';
import { type Random, randomOf } from '../fuzz/random.ts';
import { readValue, sameValue, type Writer, writerOf } from './database-values.ts';
import { FAILS, type SecondImplementation, type Value } from './second-implementation.ts';

/** Comparison of the rows of one call. `shown` describes the first rows that differ. */
export type Comparison = { readonly rows: number; readonly differences: number; readonly shown: readonly string[] };

const BLOCK = 10_240;
const CHUNK = 2048;
const NULLS = 0.04;
const MAX_SHOWN = 5;
/** Rows that must end the run are run one by one. */
const MAX_FAILING = 20;
const MAX_TEXT = 300;

/** Opens a database as a flow has it, with one thread. */
export async function openComparison(): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '1GB' })).connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run("SET VARIABLE flow_date = DATE '2026-11-20'");
  await connection.run("SET VARIABLE flow_now = TIMESTAMP '2026-11-20 23:59:59.999999'");
  return connection;
}

type Compiled = { readonly sql: string; readonly columns: SourceTable['schema']['columns'] };

/** The call as a script, compiled. A function without arguments is called for each row as well. */
function compiled({ call, takes }: SecondImplementation): Compiled {
  const types = takes.length === 0 ? ['integer'] : takes.map(({ type }) => type);
  const columns = types.map((type, index) => `${nameOf(index)}: ${type};`).join(' ');
  const text = `download d from { type: "web"; url: "https://example.com/d"; } using { ${columns} };
    table t is select ${call} as x from d;`;
  const { plan, messages } = compile([{ path: 'main.sbs', text }], CATALOG);
  const [mistake] = messages.filter(({ type }) => type === 'error');
  const sql = plan?.tables[0]?.sql.duckdb;
  const source = plan?.sources[0]?.tables[0];
  if (mistake || sql === undefined || !source) throw new Error(`${call} does not compile: ${mistake?.message}`);
  return { sql, columns: source.schema.columns };
}

const nameOf = (index: number): string => String.fromCharCode('a'.charCodeAt(0) + index);

function shown(value: Value): string {
  const text = typeof value === 'object' && value !== null ? `[${value.map(shown).join(', ')}]` : shownScalar(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (${text.length} characters)` : text;
}

function shownScalar(value: Value): string {
  return typeof value === 'string' ? JSON.stringify(value) : Object.is(value, -0) ? '-0' : String(value);
}

function randomRow({ takes }: SecondImplementation, random: Random): readonly Value[] {
  return takes.map(({ make }) => (random.chance(NULLS) ? null : make(random)));
}

async function fill(connection: DuckDBConnection, rows: readonly (readonly Value[])[], writers: readonly Writer[]) {
  const appender = await connection.createAppender('d');
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = DuckDBDataChunk.create(writers.map(({ type }) => type));
    const part = rows.slice(at, at + CHUNK);
    const column = ({ write }: Writer, index: number) =>
      part.map((row) => {
        const value = row[index] ?? null;
        return value === null ? null : write(value);
      });
    chunk.setColumns(writers.map(column));
    appender.appendDataChunk(chunk);
  }
  appender.flushSync();
  appender.closeSync();
}

async function results(connection: DuckDBConnection, sql: string): Promise<readonly Value[]> {
  const [column = []] = (await connection.runAndReadAll(sql)).getColumns();
  return column.map(readValue);
}

/** The same number for the same text. */
const hashOf = (text: string): number =>
  [...text].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) | 0, 7);

type Row = { readonly values: readonly Value[]; readonly expected: Value };

type Writing = {
  readonly connection: DuckDBConnection;
  readonly sql: string;
  readonly types: string;
  readonly writers: readonly Writer[];
};

async function evaluate({ connection, sql, types, writers }: Writing, rows: readonly (readonly Value[])[]) {
  await connection.run(`CREATE OR REPLACE TABLE d (${types})`);
  await fill(connection, rows, writers);
  const found = await results(connection, sql);
  if (found.length !== rows.length) throw new Error(`There are ${found.length} instead of ${rows.length} rows.`);
  return found;
}

/** Null when the run ends with an error on that row alone; else what it gave. */
async function unexpectedResult(writing: Writing, row: readonly Value[]): Promise<string | null> {
  try {
    const [found = null] = await evaluate(writing, [row]);
    return `${row.map(shown).join(', ')}: ${shown(found)} instead of an error`;
  } catch {
    return null;
  }
}

/** Evaluates a call over random rows in the database and without it. The rows depend on the call and the seed only. */
export async function compareCall(
  connection: DuckDBConnection,
  second: SecondImplementation,
  { rows, seed }: { readonly rows: number; readonly seed: number },
): Promise<Comparison> {
  const { sql, columns } = compiled(second);
  const types = columns.map(({ name, type }) => `"${name}" ${sqlType(type)}`).join(', ');
  const writing = { connection, sql, types, writers: columns.map(({ type }) => writerOf(type)) };
  const random = randomOf(seed, hashOf(`${second.call} ${second.takes.map(({ type }) => type).join()}`));
  const failing: (readonly Value[])[] = [];
  const examples: string[] = [];
  let differences = 0;
  for (let done = 0; done < rows; done += BLOCK) {
    const block: Row[] = [];
    for (let at = done; at < Math.min(rows, done + BLOCK); at += 1) {
      const values = randomRow(second, random);
      const expected = second.gives(values);
      if (expected === FAILS) failing.push(values);
      else block.push({ values, expected });
    }
    const found = await evaluate(
      writing,
      block.map(({ values }) => values),
    );
    for (const [at, { values, expected }] of block.entries()) {
      const result = found[at] ?? null;
      if (sameValue(result, expected, second.ulps)) continue;
      differences += 1;
      if (examples.length < MAX_SHOWN)
        examples.push(`${values.map(shown).join(', ')}: ${shown(result)} instead of ${shown(expected)}`);
    }
  }
  for (const row of failing.slice(0, MAX_FAILING)) {
    const unexpected = await unexpectedResult(writing, row);
    if (unexpected === null) continue;
    differences += 1;
    examples.push(unexpected);
  }
  return { rows, differences, shown: examples };
}
