import { posix } from 'node:path';
import { type ImportLine, readModule } from '../modules.ts';
import { isSource, type Tree } from '../tree.ts';

export type Edge = ImportLine & {
  readonly from: string;
  /** The file of this tree, if there is one. */
  readonly to: string | undefined;
  /** The package's name for anything that is not a file of this tree: `pg`, `node:fs`. */
  readonly outside: string | undefined;
};

export type ImportGraph = { readonly modules: readonly string[]; readonly edges: readonly Edge[] };

export const OUR_SCOPE = '@switchboard/';

const graphs = new WeakMap<Tree, ImportGraph>();

/** Every import of every source file, resolved. Package names resolve to the package's exports. */
export function importGraph(tree: Tree, isModule: (path: string) => boolean = isSource): ImportGraph {
  const graph = graphs.get(tree);
  if (graph !== undefined && isModule === isSource) return graph;
  const read = readGraph(tree, isModule);
  if (isModule === isSource) graphs.set(tree, read);
  return read;
}

function readGraph(tree: Tree, isModule: (path: string) => boolean): ImportGraph {
  const known = new Set(tree.files);
  const modules = tree.files.filter(isModule);
  const faces = publicFaces(tree);
  const edges = modules.flatMap((from) =>
    readModule(tree, from).imports.map((line) => ({ ...line, from, ...target(known, faces, from, line.specifier) })),
  );
  return { modules, edges };
}

type Manifest = {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
  /** Names inside the package, by platform. */
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** The names by which packages can be imported, as their package.json files list them, with their files. Names inside a package follow its folder. */
function publicFaces(tree: Tree): ReadonlyMap<string, string> {
  const manifests = tree.files.filter((path) => /^packages\/[^/]+\/package\.json$/.test(path));
  return new Map(
    manifests.flatMap((path) => {
      const { name, exports = {}, imports = {} } = JSON.parse(tree.read(path)) as Manifest;
      const folder = posix.dirname(path);
      const inside = Object.entries(imports).map(([face, files]) => [`${folder}/${face}`, files['default'] ?? '']);
      const outside = Object.entries(exports).map(([face, file]) => [posix.join(name, face), file]);
      return [...inside, ...outside].map(([face = '', file = '']): [string, string] => [
        face,
        posix.join(folder, file),
      ]);
    }),
  );
}

function target(
  known: ReadonlySet<string>,
  faces: ReadonlyMap<string, string>,
  from: string,
  specifier: string,
): Pick<Edge, 'to' | 'outside'> {
  if (specifier.startsWith('.')) {
    const path = posix.normalize(posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')));
    return { to: known.has(path) ? path : undefined, outside: undefined };
  }
  if (specifier.startsWith('#')) {
    const path = faces.get(`packages/${packageOf(from)}/${specifier}`);
    return { to: path !== undefined && known.has(path) ? path : undefined, outside: undefined };
  }
  if (specifier.startsWith(OUR_SCOPE)) {
    const path = fileOfFace(faces, specifier.replace(/\?.*$/, ''));
    return { to: path !== undefined && known.has(path) ? path : undefined, outside: undefined };
  }
  return { to: undefined, outside: packageName(specifier) };
}

/** A face that ends with a star, `./*`, stands for every file of a folder that no other face names. */
function fileOfFace(faces: ReadonlyMap<string, string>, specifier: string): string | undefined {
  const [scope, name, ...rest] = specifier.split('/');
  return faces.get(specifier) ?? faces.get(`${scope}/${name}/*`)?.replace('*', rest.join('/'));
}

/** `@scope/name/sub` -> `@scope/name`, `name/sub` -> `name`, `node:fs/promises` -> `node:fs`. */
export function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Returns the package of a path, or undefined for scripts, tests across packages and settings. */
export function packageOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1];
}

/**
 * Groups of files that import each other, directly or through others, imports of types included.
 * @returns the strongly connected components with more than one file, and files that import themselves; each sorted
 */
export function fileCycles(graph: ImportGraph): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of graph.edges) if (to) next.set(from, [...(next.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    const index = order.size;
    order.set(file, index);
    lowest.set(file, index);
    open.push(file);
    for (const other of next.get(file) ?? []) {
      if (!order.has(other)) visit(other);
      if (open.includes(other)) lowest.set(file, Math.min(lowest.get(file) ?? index, lowest.get(other) ?? index));
    }
    if (lowest.get(file) !== index) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1 || next.get(file)?.includes(file)) found.push(group.sort());
  };
  for (const file of graph.modules) if (!order.has(file)) visit(file);
  return found;
}
