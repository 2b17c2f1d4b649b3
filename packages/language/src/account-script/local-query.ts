import type { Program, TableInfo } from '../check/program.ts';
import type { LocalQuery } from '../query-forms/select/sources.ts';
import type { Declaration } from '../syntax/tree/declaration-tree.ts';
import { RecentUnits, ScriptUnit } from './script-unit.ts';

type ProgramFor = (node: Declaration) => Program;

function infoOfText(
  text: string,
  locals: ReadonlyMap<string, TableInfo | undefined>,
  programFor: ProgramFor,
): TableInfo | undefined {
  const [entry] = new ScriptUnit('', `table part is ${text};`, new RecentUnits()).entries;
  if (entry?.node.kind !== 'table') return undefined;
  const { node, spec } = entry;
  const program = programFor(node);
  const get = (name: string): TableInfo | undefined => (locals.has(name) ? locals.get(name) : program.tables.get(name));
  const within = { ...program, tables: { get }, locals: [...locals.keys()] };
  return spec.check(within, { node, project: '', path: '', report: () => undefined })?.tables[0];
}

/** The table of the rows of a query inside another, by its text; undefined while that is unfinished. */
export function infoOfQuery({ text, locals }: LocalQuery, programFor: ProgramFor): TableInfo | undefined {
  const known = new Map<string, TableInfo | undefined>();
  for (const local of locals) known.set(local.name, infoOfText(local.text, known, programFor));
  return infoOfText(text, known, programFor);
}
