import type { Plan } from '@switchboard/model/plan';
import { expect } from 'vitest';
import { DUCKDB_WORDS } from '../../src/emit/duckdb/allowed-words.ts';
import { refusal } from '../../src/emit/sql-fence.ts';
import { type Compilation, compile, formatScript } from '../../src/index.ts';
import { CATALOG } from '../catalog.ts';
import { startKept } from '../kept/kept-tables.ts';
import { createSources, type Database } from '../open-database.ts';
import { escaped } from './hostile-texts.ts';
import { PLACES } from './places.ts';

const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** DuckDB's C interface ends a text at NUL, and takes no half of a character; the compiler lets neither through. */
export const unspeakable = (text: string): boolean => text.includes('\0') || !text.isWellFormed();
export function checkMessages({ messages, plan }: Compilation, what: string): void {
  expect(plan === null, what).toBe(messages.some((message) => message.type === 'error'));
  for (const { message } of messages) {
    expect(message.length, what).toBeGreaterThan(10);
    expect(message.length, what).toBeLessThan(2000);
  }
}

async function checkStatement(database: Database, sql: string, what: string): Promise<void> {
  const [row] = await database.run(`SELECT json_serialize_sql(${sqlText(sql)}) AS tree`);
  const tree = JSON.parse(String(row?.tree)) as {
    error: boolean;
    statements?: readonly { node?: { type?: string } }[];
  };
  expect(tree.error, `${what}: ${sql}`).toBe(false);
  expect(tree.statements, what).toHaveLength(1);
}

/** Database errors that are allowed for hostile text used as data. */
const DATA_ERRORS = /^(?:Conversion|Out of Range|Invalid Input) Error/;

function compiled(script: string, what: string): Plan | null {
  const compilation = compile([{ path: 'a.sbs', text: script }], CATALOG);
  checkMessages(compilation, what);
  formatScript(script);
  const { plan } = compilation;
  for (const table of plan?.tables ?? []) {
    expect(unspeakable(table.sql.duckdb), what).toBe(false);
    expect(refusal(table.sql.duckdb, DUCKDB_WORDS), what).toBeNull();
  }
  return plan;
}

async function runs(database: Database, plan: Plan, what: string): Promise<void> {
  expect(JSON.parse(JSON.stringify(plan)), what).toEqual(plan);
  await createSources(database, plan);
  for (const table of plan.tables) {
    await checkStatement(database, table.sql.duckdb, what);
    try {
      if (table.state) await startKept(database, table);
      await database.run(`CREATE OR REPLACE TABLE ${sqlName(table.name)} AS ${table.sql.duckdb}`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!DATA_ERRORS.test(why)) throw new Error(`${what}: ${why} in ${table.sql.duckdb}`, { cause: error });
      return;
    }
  }
}

/**
 * Demands a message or plain data of every text at a place, escaped and bare. One text in `share` is also run in DuckDB, in
 * each place another one.
 */
export async function proveAt(
  database: Database,
  place: string,
  texts: readonly string[],
  share: number,
): Promise<void> {
  const turn = Object.keys(PLACES).indexOf(place);
  const script = PLACES[place] ?? ((text) => text);
  for (const [index, text] of texts.entries())
    for (const source of [script(escaped(text)), script(text)]) {
      const what = `${place} ${JSON.stringify(text.slice(0, 60))}`;
      const plan = compiled(source, what);
      if (plan && (index + turn) % share === 0) await runs(database, plan, what);
    }
}
