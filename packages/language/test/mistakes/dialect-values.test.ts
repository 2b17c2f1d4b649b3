import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../../src/index.ts';
import { applyFix } from '../apply-fix.ts';
import { CATALOG } from '../catalog.ts';
import { createSources, type Database, openDatabase } from '../open-database.ts';
import { COLUMNS, comparable, type Decided, ROWS, scriptOf, statementOf, tableOfRows } from './dialect-rows.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const linesOf = (name: string): unknown[] =>
  read(name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
const DECIDED = linesOf('./dialect-values.jsonl') as Decided[];
/** Answers of PostgreSQL by statement; `record-postgres.ts` writes them. */
const RECORDED = new Map(linesOf('./dialect-values.postgres.jsonl') as [string, readonly unknown[]][]);

const SOURCES = {
  path: 'sources.sbs',
  text: `download ads from { type: "web"; url: "https://e.com/a"; } using { ${COLUMNS.map(
    ([name, , , own]) => `${name}: ${own};`,
  ).join(' ')} };`,
};

let database: Database;
let sqlite: DatabaseSync;
beforeAll(async () => {
  database = await openDatabase();
  const { plan } = compile([SOURCES], CATALOG);
  if (!plan) throw new Error('The sources do not compile.');
  await createSources(database, plan, { ads: tableOfRows('duckdb') });
  sqlite = new DatabaseSync(':memory:');
  sqlite.exec(`CREATE TABLE ads (${COLUMNS.map(([name]) => `"${name}"`).join(', ')})`);
  const insert = sqlite.prepare(`INSERT INTO ads VALUES (${COLUMNS.map(() => '?').join(', ')})`);
  for (const row of ROWS)
    insert.run(
      ...row.map((value) => {
        if (typeof value === 'boolean') return value ? 1 : 0;
        return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string | number | null);
      }),
    );
});
afterAll(() => sqlite.close());

/** The values of the habit in the engine that decides. */
async function meantBy(decided: Decided): Promise<readonly unknown[]> {
  const [, engine, place] = decided;
  const statement = statementOf(decided);
  if (engine === 'postgres') {
    const answer = RECORDED.get(statement);
    if (!answer) throw new Error(`PostgreSQL was not asked: ${statement}. Run record-postgres.ts.`);
    return answer.map((value) => comparable(value, place));
  }
  const rows = engine === 'sqlite' ? sqlite.prepare(statement).all() : await database.run(statement);
  return rows.map(({ v }) => comparable(v, place));
}

/** The script that the fix of the only message makes. */
function fixedOf(decided: Decided): string {
  const script = scriptOf(decided);
  const errorsOf = (text: string): readonly { readonly message: string }[] =>
    compile([{ path: 'main.sbs', text }, SOURCES], CATALOG).messages.filter(
      ({ path, type }) => path === 'main.sbs' && type === 'error',
    );
  const [error, ...others] = compile([{ path: 'main.sbs', text: script }, SOURCES], CATALOG).messages.filter(
    ({ path, type }) => path === 'main.sbs' && type === 'error',
  );
  expect(others.map(({ message }) => message)).toEqual([]);
  if (!error?.fix) throw new Error(`There is no fix of ${script}: ${error?.message ?? 'it is right'}`);
  const fixed = applyFix(script, error.fix);
  expect(errorsOf(fixed).map(({ message }) => message)).toEqual([]);
  return fixed;
}

describe.each(Object.entries(Object.groupBy(DECIDED, ([dialect]) => dialect)))(
  'the fix of a habit of %s keeps the values',
  (_dialect, decided = []) => {
    test.each(decided)('$3 as $1 has it', async (...each) => {
      const row = each.slice(0, 5) as unknown as Decided;
      const [, , place] = row;
      const { plan } = compile([{ path: 'main.sbs', text: fixedOf(row) }, SOURCES], CATALOG);
      const rows = await database.run(plan?.tables[0]?.sql.duckdb ?? '');
      expect(rows.map((values) => comparable(Object.values(values).at(-1), place))).toEqual(await meantBy(row));
    });
  },
);

test('the engines decide more than 150 fixes, each once', () => {
  const keys = DECIDED.map((row) => JSON.stringify(row));
  expect(new Set(keys).size).toBe(DECIDED.length);
  expect(DECIDED.length).toBeGreaterThan(150);
});
