import { posix } from 'node:path';
import { isTest, type Tree } from '../tree.ts';
import { crowdedFolders, mutualFolders } from './folders.ts';
import { fileCycles, type ImportGraph, importGraph } from './import-graph.ts';
import { LAYERS } from './import-rules.ts';
import { layerBreach } from './layers.ts';

type Row = { readonly folder: string; readonly files: number; readonly imports: ReadonlyMap<string, number> };

/**
 * The import graph by folder as text: for each folder its number of files (tests not counted) and the folders it imports
 * with the number of imports, then the totals that the `imports` check holds at zero, and the sizes of the files.
 */
export function importReport(tree: Tree): string {
  const graph = importGraph(tree);
  const own = graph.modules.filter((path) => !isTest(path));
  const breaches = graph.edges.filter((edge) => layerBreach(edge) !== undefined);
  const cycles = fileCycles(graph);
  const mutual = mutualFolders(graph);
  const crowded = crowdedFolders(graph.modules);
  const sizes = own
    .map((path) => ({ path, lines: tree.read(path).split('\n').length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  const largest = sizes.at(-1);
  return [
    ...rowsOf(graph, own).map(
      ({ folder, files, imports }) =>
        `${folder} (${files}): ${[...imports].map(([name, times]) => `${name} ${times}`).join(', ') || 'imports nothing of ours'}`,
    ),
    '',
    ...LAYERS.map(({ package: name, order }) => {
      const against = breaches.filter(({ from }) => from.startsWith(`packages/${name}/`));
      return `${against.length} imports against the layers of ${name} (${order.map((one) => one.join(', ')).join(' <- ')})`;
    }),
    `${cycles.length} cycles of files, imports of types included`,
    ...cycles.map((files) => `  ${files.join(', ')}`),
    `${mutual.length} pairs of folders that import each other`,
    ...mutual.map((pair) => `  ${pair.replace(' ', ' and ')}`),
    `${crowded.length} folders with more than 20 files, those of sub-folders and tests not counted`,
    ...crowded.map(({ folder, files }) => `  ${folder}: ${files}`),
    `${sizes.length} files without tests: median ${sizes[sizes.length >> 1]?.lines ?? 0} lines, largest ${largest?.lines ?? 0} (${largest?.path ?? ''})`,
  ].join('\n');
}

/** A folder directly below `src` of a package, or a top folder of the repository. */
function groupOf(path: string): string {
  const [top = '', name = '', source, folder] = posix.dirname(path).split('/');
  if (top !== 'packages') return top;
  return source === 'src' && folder !== undefined ? `${name}/${folder}` : name;
}

function rowsOf({ edges }: ImportGraph, own: readonly string[]): Row[] {
  const files = Map.groupBy(own, groupOf);
  return [...files]
    .map(([folder, paths]) => {
      const targets = edges.flatMap(({ from, to }) =>
        to !== undefined && !isTest(from) && groupOf(from) === folder && groupOf(to) !== folder ? [groupOf(to)] : [],
      );
      const imports = new Map(
        [...Map.groupBy(targets, (name) => name)]
          .map(([name, times]): [string, number] => [name, times.length])
          .sort(([, a], [, b]) => b - a),
      );
      return { folder, files: paths.length, imports };
    })
    .sort((a, b) => a.folder.localeCompare(b.folder));
}
