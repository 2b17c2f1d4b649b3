import { type PlanTable, typeName } from '@switchboard/model';
import { describe, expect, test } from 'vitest';
import { compile, formatScript, type Message } from '../src/index.ts';
import { CATALOG } from './catalog.ts';
import { createSources, describeInferred, describeQuery, openDatabase } from './open-database.ts';
import { corpus } from './scripts.ts';

function shown(message: Message): string {
  const { type, code, startLine, startColumn, endLine, endColumn } = message;
  return `${startLine}:${startColumn}-${endLine}:${endColumn} ${type} ${code} ${message.message}`;
}

function stateOf(table: PlanTable): string {
  const { state } = table;
  return state ? `-- one row for each ${state.keys.join(', ')}, first of none:\n${state.empty.duckdb}\n-- then\n` : '';
}

describe.each(corpus('good'))('$name', ({ name, text }) => {
  const compilation = compile([{ path: `good/${name}`, text }], CATALOG);
  const plan = compilation.plan;

  test('compiles to the known messages, schemas and SQL', async () => {
    const tables = plan?.tables.map((table) => {
      const columns = table.columns.map(
        (column) => `${column.name}: ${typeName(column.type)}${column.nullable ? '' : ' not null'}`,
      );
      return `-- ${table.name}${table.closed ? '' : ' (open)'} from ${table.inputs.join(', ')}\n-- ${columns.join('; ')}\n${stateOf(table)}${table.sql.duckdb}`;
    });
    const report = [...compilation.messages.map(shown), ...(tables ?? ['no plan'])].join('\n\n');
    await expect(`${report}\n`).toMatchFileSnapshot(`corpus/good/${name.replace('.sbs', '.txt')}`);
  });

  test('runs in DuckDB with exactly the inferred columns', async () => {
    expect(plan).not.toBeNull();
    if (!plan) return;
    const database = await openDatabase();
    await createSources(database, plan);
    for (const table of plan.tables) {
      if (table.state) await database.run(`CREATE TABLE "${table.state.table}" AS ${table.state.empty.duckdb}`);
      const described = await describeQuery(database, table.sql.duckdb);
      const inferred = await describeInferred(database, table.columns);
      const known = inferred.filter((_, index) => table.columns[index]?.type.kind !== 'unknown');
      if (table.closed) expect(described, table.name).toEqual(inferred);
      else expect(described, table.name).toEqual(expect.arrayContaining(known));
      await database.run(`CREATE TABLE "${table.name}" AS ${table.sql.duckdb}`);
    }
  });

  test('keeps its meaning when formatted', () => {
    const formatted = formatScript(text);
    expect(formatScript(formatted)).toBe(formatted);
    const again = compile([{ path: `good/${name}`, text: formatted }], CATALOG);
    expect(again.plan?.tables.map((table) => table.sql)).toEqual(plan?.tables.map((table) => table.sql));
  });
});

test.each(corpus('bad'))('$name gives the known messages', async ({ name, text }) => {
  const { messages, plan } = compile([{ path: `bad/${name}`, text }], CATALOG);
  expect(plan).toBeNull();
  await expect(`${messages.map(shown).join('\n')}\n`).toMatchFileSnapshot(`corpus/bad/${name.replace('.sbs', '.txt')}`);
});
