import type { Plan } from '@switchboard/model/plan';
import { expect } from 'vitest';
import { compile } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { createSources, openDatabase, type Row } from './open-database.ts';

/** Sources for queries whose rows are compared. */
const SOURCES = `
download ads from { type: "web"; url: "https://example.com/ads"; } using { site: string; day: date; clicks: integer; };
download sites from { type: "web"; url: "https://example.com/s"; } using { id: string; country: string; since: date; };
download anything from { type: "web"; url: "https://example.com/x"; } using { kind: string; * };
`;

const ROWS = {
  ads: `SELECT * FROM (VALUES ('a', DATE '2026-01-01', 1::BIGINT), ('a', DATE '2026-01-02', 3), ('b', DATE '2026-01-02', 5)) AS v(site, day, clicks)`,
  sites: `SELECT * FROM (VALUES ('a', 'FR', DATE '2025-01-01'), ('c', 'DE', DATE '2026-01-02')) AS v(id, country, since)`,
  anything: `SELECT * FROM (VALUES ('x', 's1'), ('y', 's2')) AS v(kind, surprise)`,
};

function planOf(script: string): Plan {
  const own = /^\s*(?:table|let|download) /.test(script) ? script : `table t is ${script};`;
  const { plan, messages } = compile([{ path: 'a.sbs', text: `${SOURCES}${own}` }], CATALOG);
  expect(messages.filter(({ type }) => type === 'error').map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  if (!plan) throw new Error('There is no plan.');
  return plan;
}

/** The statement of the last table of a script. */
export function sqlOf(script: string): string {
  return planOf(script).tables.at(-1)?.sql.duckdb ?? '';
}

/** The rows of the last table of a script in DuckDB. `script` is declarations, or the query of one table. */
export async function rowsOf(script: string): Promise<Row[]> {
  const plan = planOf(script);
  const database = await openDatabase();
  await createSources(database, plan, ROWS);
  let rows: Row[] = [];
  for (const table of plan.tables) {
    rows = await database.run(table.sql.duckdb);
    await database.run(`CREATE TABLE "${table.name}" AS ${table.sql.duckdb}`);
  }
  return rows;
}
