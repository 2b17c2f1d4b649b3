import { closest } from '@switchboard/language';
import type { Plan, Source } from '@switchboard/model/plan';
import { UsageError } from '../exit.ts';
import type { BuildTarget } from '../run/build-tables.ts';
import { printable } from '../terminal/terminal.ts';

/** A table to show, and the sources that it needs. */
export type PreviewTarget = BuildTarget & { readonly needed: readonly Source[] };

/** Finds a table, or a table of a download, by its name. Throws UsageError. */
export function previewTarget(plan: Plan, name: string): PreviewTarget {
  const sourceNames = plan.sources.flatMap(({ tables }) => tables.map((table) => table.name));
  const tableNames = plan.tables.map((table) => table.name);
  const known = new Set([...tableNames, ...sourceNames]);
  if (!known.has(name)) throw unknownTable([...known], name);

  const inputs = new Map(plan.tables.map((each) => [each.name, each.inputs]));
  const reached = new Set([name]);
  for (const each of reached) for (const input of inputs.get(each) ?? []) reached.add(input);
  const sourceTables = sourceNames.filter((each) => reached.has(each));
  const needed = plan.sources.filter((source) => source.tables.some((each) => reached.has(each.name)));
  return { name, table: name, tables: tableNames.filter((each) => reached.has(each)), sourceTables, needed };
}

function unknownTable(names: readonly string[], name: string): UsageError {
  const near = closest(name.slice(0, 100), names);
  const advice = near === null ? `There are: ${names.join(', ') || 'none'}.` : `Did you mean ${near}?`;
  return new UsageError(printable(`There is no table ${name}. ${advice}`));
}
