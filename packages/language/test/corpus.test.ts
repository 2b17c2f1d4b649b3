import { describe, expect, test } from 'vitest';
import { compile, formatScript } from '../src/index.ts';
import { goldenText, messageLine } from './golden.ts';
import { startKept } from './kept/kept-tables.ts';
import { createSources, describeInferred, describeQuery, openDatabase } from './open-database.ts';
import { samples } from './scripts.ts';

/** Unused declarations depend on everything else; in a script with mistakes they are not the sample's subject. */
const UNUSED = new Set(['SBS5001', 'SBS5002', 'SBS5003']);
const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

describe.each(samples('good'))('$name', ({ name, files, catalog, golden }) => {
  const compilation = compile(files, catalog);
  const { plan } = compilation;

  test('compiles to the known messages, schemas, lineage and SQL', async () => {
    expect(compilation.messages.filter((message) => message.type === 'error')).toEqual([]);
    await expect(goldenText(compilation, files.length > 1)).toMatchFileSnapshot(golden);
  });

  test('runs in DuckDB with exactly the inferred columns', async () => {
    if (!plan) throw new Error(`${name} has no plan.`);
    const database = await openDatabase();
    await createSources(database, plan);
    for (const table of plan.tables) {
      if (table.state) await startKept(database, table);
      const described = await describeQuery(database, table.sql.duckdb);
      const inferred = await describeInferred(database, table.columns);
      const known = inferred.filter((_, index) => table.columns[index]?.type.kind !== 'unknown');
      if (table.closed) expect(described, table.name).toEqual(inferred);
      else expect(described, table.name).toEqual(expect.arrayContaining(known));
      await database.run(`CREATE TABLE ${sqlName(table.name)} AS ${table.sql.duckdb}`);
    }
    for (const { claim } of plan.assertions ?? []) if (claim.kind !== 'row_count') await database.run(claim.sql.duckdb);
  });

  test('keeps its meaning when formatted', () => {
    const formatted = files.map(({ path, text }) => ({ path, text: formatScript(text) }));
    expect(formatted.map(({ path, text }) => ({ path, text: formatScript(text) }))).toEqual(formatted);
    const again = compile(formatted, catalog);
    expect(again.plan?.tables.map((table) => table.sql)).toEqual(plan?.tables.map((table) => table.sql));
    expect(again.plan?.assertions?.map(({ position: _position, ...rest }) => rest)).toEqual(
      plan?.assertions?.map(({ position: _position, ...rest }) => rest),
    );
    expect(again.declarations.map((each) => each.parameters)).toEqual(
      compilation.declarations.map((each) => each.parameters),
    );
  });
});

test.each(samples('bad'))('$name gives the known messages', async ({ files, catalog, golden }) => {
  const { messages, plan } = compile(files, catalog);
  expect(plan).toBeNull();
  const lines = messages
    .filter((message) => !UNUSED.has(message.code))
    .map((message) => messageLine(message, files.length > 1));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden);
});

test('the samples are many, and most have one subject', () => {
  const all = [...samples('good'), ...samples('bad')];
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter(({ files }) => files.length > 1).length).toBeGreaterThan(4);
});
