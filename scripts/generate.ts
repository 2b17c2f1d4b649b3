import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runTool } from './checks/run-tool.ts';
import { openTree } from './checks/tree.ts';
import { GENERATORS } from './generators.ts';

const root = join(import.meta.dirname, '..');

/**
 * `npm run generate`: writes everything that is made from something else, all of it committed. Each generator runs in a process
 * of its own, which loads what the one before has written; `generate.ts NAME` is that process.
 */
async function main(only: string | undefined): Promise<number> {
  if (only !== undefined) return write(only);
  for (const name of Object.keys(GENERATORS)) {
    const started = performance.now();
    const { code, output } = await runTool(root, 'node', ['scripts/generate.ts', name]);
    if (code !== 0) {
      console.error(`${name} failed:\n${output}`);
      return 1;
    }
    console.log(`${name} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  return 0;
}

async function write(name: string): Promise<number> {
  const load = GENERATORS[name];
  if (load === undefined) {
    console.error(`There is no generator ${name}. There are: ${Object.keys(GENERATORS).join(', ')}.`);
    return 2;
  }
  const { generator } = await load();
  const tree = openTree(root);
  const texts = await generator.make(tree);
  // Files of removed things must not stay.
  for (const path of tree.files) if (generator.owns.test(path) && !texts.has(path)) rmSync(join(root, path));
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return 0;
}

process.exitCode = await main(process.argv[2]);
