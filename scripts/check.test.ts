import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileCycles, importGraph } from './checks/imports/import-graph.ts';
import { imports } from './checks/imports/imports.ts';
import { places } from './checks/places.ts';
import type { Tree } from './checks/tree.ts';

const root = join(import.meta.dirname, '..');

it('fails on a tree with too few modules', async () => {
  const { findings } = await imports.run(treeOf({ 'packages/model/src/one.ts': 'export const one = 1;\n' }));
  expect(findings.join('\n')).toMatch(/only 1 modules were read/);
});

it('finds a cycle over several files, and one of types alone', () => {
  const graph = importGraph(
    treeOf({
      'packages/model/src/one.ts': "import { two } from './two.ts';\nexport const one = two;\n",
      'packages/model/src/two.ts': "export { three as two } from './three.ts';\n",
      'packages/model/src/three.ts': "export const three = async () => import('./one.ts');\n",
      'packages/model/src/four.ts': "import type { Five } from './five.ts';\nexport type Four = Five | 4;\n",
      'packages/model/src/five.ts': "import type { Four } from './four.ts';\nexport type Five = Four | 5;\n",
    }),
  );
  expect(fileCycles(graph)).toEqual([
    ['packages/model/src/five.ts', 'packages/model/src/four.ts'],
    ['packages/model/src/one.ts', 'packages/model/src/three.ts', 'packages/model/src/two.ts'],
  ]);
});

it('finds the host of a package registry', async () => {
  const host = ['registry', 'npmjs', 'org'].join('.');
  const { findings } = await places.run(treeOf({ 'notes.md': `Packages come from ${host}.\n` }));
  expect(findings).toHaveLength(1);
});

function treeOf(texts: Readonly<Record<string, string>>): Tree {
  return { root, files: Object.keys(texts).sort(), read: (path) => texts[path] ?? '' };
}
