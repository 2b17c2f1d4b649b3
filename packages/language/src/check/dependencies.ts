import type { Program } from './program.ts';

export type Dependencies = {
  readonly tables: readonly string[];
  readonly sourceTables: readonly string[];
  readonly sources: readonly string[];
};

/** What a table is made from: the tables to build, inputs first, and the source tables and sources below them, sorted. */
export function dependenciesOf(table: string, program: Program): Dependencies {
  const needed = new Set([table]);
  // Tables were checked inputs first, so that going backwards meets each before what it reads.
  for (const each of program.checkedTables.toReversed()) {
    if (needed.has(each.name)) for (const input of each.inputs) needed.add(input);
  }
  const tables = program.checkedTables.filter((each) => needed.has(each.name)).map((each) => each.name);
  const below = program.sources.filter((source) => source.tables.some((each) => needed.has(each.name)));
  const sourceTables = below
    .flatMap((source) => source.tables.map((each) => each.name))
    .filter((name) => needed.has(name));
  return {
    tables,
    sourceTables: [...new Set(sourceTables)].sort(),
    sources: [...new Set(below.map((source) => source.name))].sort(),
  };
}
