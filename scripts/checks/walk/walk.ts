import { Visitor } from 'oxc-parser';
import { textCheck } from '../check.ts';
import { type Edge, importGraph } from '../imports/import-graph.ts';
import { readModule } from '../modules.ts';
import type { Tree } from '../tree.ts';
import { BRANCHES, ENTRIES, HANDED_IN, LEFT_OUT, type Stop, WALK } from './steps.ts';

const SOURCE = 'packages/server/src/';
/** The files of the walk in order. */
const walkFiles = (): readonly string[] => WALK.flatMap(({ stops }) => stops.map(({ file }) => file));
const pathOf = (file: string): string => `${SOURCE}${file}.ts`;
const fileOf = (path: string): string => path.slice(SOURCE.length).replace(/\.ts$/, '');

/** The walk of a report date is what the code does: each file is called by one before it, and none is left out. */
export const walk = textCheck(
  'walk',
  'each file of the walk of a report date is called by one before it, and none is left out',
  (tree) => {
    const files = walkFiles();
    const missing = [...files, ...Object.keys(BRANCHES)].filter((file) => !tree.files.includes(pathOf(file)));
    if (missing.length > 0) return { findings: missing.map((file) => `${pathOf(file)} of the walk does not exist`) };
    return {
      findings: [...callFindings(tree), ...gapFindings(tree)],
      note: `${files.length} files`,
    };
  },
);

/** Each function of the walk is defined in its file, and called by a file of the same or an earlier step that imports it. */
function callFindings(tree: Tree): string[] {
  const edges = serverEdges(tree);
  const known: Stop[] = [];
  return WALK.flatMap(({ stops }) => {
    known.push(...stops);
    return stops.flatMap(({ file, functions }) =>
      functions.flatMap((name) => {
        if (!definedNames(tree, file).has(name))
          return [`${pathOf(file)} does not define ${name}, which the walk names`];
        if (ENTRIES.has(name)) return [];
        const callers = known.filter(
          (stop) => stop.file !== file && usedNames(tree, stop.file).has(HANDED_IN[name] ?? name),
        );
        const isCalled = callers.some(
          (caller) =>
            HANDED_IN[name] !== undefined ||
            edges.some(({ from, to }) => from === pathOf(caller.file) && to === pathOf(file)),
        );
        return isCalled ? [] : [`${name} of ${pathOf(file)} is called by no file of the walk before it`];
      }),
    );
  });
}

/** Each file that a file of the walk imports is on the walk, is left out with its folder, or has a reason in BRANCHES. */
function gapFindings(tree: Tree): string[] {
  const files = new Set(walkFiles());
  const imported = serverEdges(tree).filter(({ from, to, typeOnly }) => {
    const target = fileOf(to ?? '');
    return (
      !typeOnly &&
      files.has(fileOf(from)) &&
      !files.has(target) &&
      LEFT_OUT.every((folder) => !target.startsWith(folder))
    );
  });
  const targets = new Set(imported.map(({ to }) => fileOf(to ?? '')));
  return [
    ...imported
      .filter(({ to }) => BRANCHES[fileOf(to ?? '')] === undefined)
      .map(({ from, to }) => `${from} imports ${to}, which is neither on the walk nor one of its branches`),
    ...Object.keys(BRANCHES)
      .filter((file) => !targets.has(file))
      .map((file) => `${pathOf(file)} is not a branch of the walk: no file of the walk imports it`),
  ];
}

const serverEdges = (tree: Tree): readonly Edge[] =>
  importGraph(tree).edges.filter(({ from, to }) => from.startsWith(SOURCE) && to?.startsWith(SOURCE));

/** Names of functions, constants and properties that a file defines. */
function definedNames(tree: Tree, file: string): ReadonlySet<string> {
  const names = new Set<string>();
  new Visitor({
    FunctionDeclaration: ({ id }) => {
      if (id) names.add(id.name);
    },
    VariableDeclarator: ({ id }) => {
      if (id.type === 'Identifier') names.add(id.name);
    },
  }).visit(readModule(tree, pathOf(file)).program);
  return names;
}

/** Names that a file calls or hands on, alone or as a property: `run(…)`, `deps.run(…)`, `start(run)`, `{ kind: run }`. */
function usedNames(tree: Tree, file: string): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (node: { readonly type: string }): void => {
    if (node.type === 'Identifier') names.add((node as { readonly type: string; readonly name: string }).name);
    if (node.type === 'MemberExpression')
      add((node as unknown as { readonly property: { readonly type: string } }).property);
  };
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => [callee, ...given].forEach(add),
    Property: ({ value }) => add(value),
  }).visit(readModule(tree, pathOf(file)).program);
  return names;
}
