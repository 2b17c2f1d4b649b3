import { textCheck } from '../check.ts';
import { importGraph, packageOf } from '../imports/import-graph.ts';
import { isTest, type Tree } from '../tree.ts';

type Manifest = {
  readonly path: string;
  readonly product: ReadonlyMap<string, string>;
  readonly development: ReadonlyMap<string, string>;
};

/** Each package lists what it imports, at one exact version in the whole project. */
export const dependencies = textCheck(
  'dependencies',
  'each package lists what it imports; exact versions, one of each',
  (tree) => {
    const paths = tree.files.filter((path) => /^(packages\/[^/]+\/)?package\.json$/.test(path));
    const manifests = new Map(paths.map((path) => [packageOf(path), readManifest(tree, path)]));
    return {
      findings: [...unlisted(tree, manifests), ...versions([...manifests.values()])],
      note: `${paths.length} packages`,
    };
  },
);

function unlisted(tree: Tree, manifests: ReadonlyMap<string | undefined, Manifest>): string[] {
  const root = manifests.get(undefined);
  const missing = importGraph(tree).edges.flatMap(({ from, specifier, outside }) => {
    const owner = packageOf(from);
    const manifest = manifests.get(owner);
    const name = specifier.startsWith('@switchboard/') ? specifier.split('/').slice(0, 2).join('/') : outside;
    if (name === undefined || name.startsWith('node:') || !manifest) return [];
    if (name.startsWith('@switchboard/') && (owner === undefined || name === `@switchboard/${owner}`)) return [];
    const ofTests = isTest(from) || !from.includes('/src/');
    const listed =
      manifest.product.has(name) || (ofTests && (manifest.development.has(name) || root?.development.has(name)));
    return listed ? [] : [`${from} imports ${name}, which ${manifest.path} does not list`];
  });
  return [...new Set(missing)];
}

function versions(manifests: readonly Manifest[]): string[] {
  const seen = new Map<string, { readonly version: string; readonly path: string }>();
  const findings: string[] = [];
  for (const { path, product, development } of manifests) {
    for (const [name, version] of [...product, ...development]) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        findings.push(`${path}: ${name} at ${version} is not an exact version`);
      const other = seen.get(name);
      if (other && other.version !== version) {
        findings.push(`${name} is ${version} in ${path} but ${other.version} in ${other.path}`);
      }
      seen.set(name, other ?? { version, path });
    }
  }
  return findings;
}

function readManifest(tree: Tree, path: string): Manifest {
  const content: unknown = JSON.parse(tree.read(path));
  const part = (key: string): [string, string][] => {
    const value = isRecord(content) ? content[key] : undefined;
    return isRecord(value) ? Object.entries(value).map(([name, version]) => [name, String(version)]) : [];
  };
  return {
    path,
    product: new Map([...part('dependencies'), ...part('optionalDependencies')]),
    development: new Map(part('devDependencies')),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
