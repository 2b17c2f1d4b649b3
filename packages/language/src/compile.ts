import type { Catalog, Plan } from '@switchboard/model';
import { declareNames } from './check/names.ts';
import type { Placed, Program } from './check/program.ts';
import { reportUnused } from './check/unused.ts';
import { CONSTRUCTS } from './constructs/registry.ts';
import { type Declaration, declarationsOf } from './declarations.ts';
import { placeOf } from './located-fix.ts';
import { collector, inOrder, type Message } from './messages.ts';
import { planOf } from './plan.ts';
import { linesOf } from './syntax/lines.ts';
import { parseScript } from './syntax/parser.ts';
import type { Recorder } from './workspace/recorder.ts';

/** One file of a changelist. */
export type ScriptFile = { readonly path: string; readonly text: string };

export type Compilation = {
  /** By path and place. */
  readonly messages: readonly Message[];
  readonly declarations: readonly Declaration[];
  /** Null when there is any error. */
  readonly plan: Plan | null;
};

/** The first folder of a path, or the name of a file at the root without its extension. */
function projectOf(path: string): string {
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const [first = ''] = parts;
  return parts.length > 1 ? first : first.replace(/\.[^.]*$/, '') || first;
}

function parseFile(file: ScriptFile, messages: Message[], brokenNames: Set<string>): Placed[] {
  const lines = linesOf(file.text);
  const report = collector(file.path, lines, messages);
  const { declarations, broken } = parseScript(file.text, CONSTRUCTS, report);
  for (const name of broken) brokenNames.add(name);
  const positionOf: Placed['positionOf'] = (span) => ({ path: file.path, ...placeOf(span, lines) });
  return declarations.map((node) => ({ node, project: projectOf(file.path), path: file.path, report, positionOf }));
}

/** Parses and checks all files; a recorder is told what the names of its file mean. */
export function compileInto(
  files: readonly ScriptFile[],
  catalog: Catalog,
  recorder: Recorder | null,
): { program: Program; messages: Message[] } {
  const messages: Message[] = [];
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const brokenNames = new Set<string>();
  const declarations = sorted.flatMap((file) => parseFile(file, messages, brokenNames));
  const program: Program = {
    catalog,
    declarations,
    tableNames: declareNames(declarations),
    brokenNames,
    tables: new Map(),
    sources: [],
    checkedTables: [],
    uploads: [],
    usedColumns: new Map(),
    recorder,
  };
  for (const construct of CONSTRUCTS) construct.check(program);
  return { program, messages };
}

/**
 * Compiles all files of an account against what its catalog offers. Pure and synchronous: the same input gives the same
 * messages, declarations and plan, in a browser and on a server, and no text makes it throw.
 */
export function compile(files: readonly ScriptFile[], catalog: Catalog): Compilation {
  const { program, messages } = compileInto(files, catalog, null);
  const failed = messages.some((message) => message.type === 'error');
  if (!failed) reportUnused(program);
  const plan = failed ? null : planOf(program);
  return { messages: inOrder(messages), declarations: declarationsOf(program), plan };
}
