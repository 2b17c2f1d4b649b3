import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runTool } from './checks/run-tool.ts';
import { openTree, withChanges } from './checks/tree.ts';
import { SCAFFOLDS } from './scaffolds/registry.ts';
import { type Scaffold, spell } from './scaffolds/scaffold.ts';

type Wanted = { readonly scaffold: Scaffold; readonly name: string };

/** `npm run new -- KIND NAME [KIND NAME …]` writes the files of new parts, formats them and runs the generators. */
async function main(options: readonly string[]): Promise<number> {
  const wanted = readOptions(options);
  if (wanted === null) {
    console.error('npm run new -- KIND NAME, with a name in kebab-case. Kinds:');
    for (const { kind, doc } of SCAFFOLDS) console.error(`  ${kind.padEnd(10)} ${doc}`);
    return 2;
  }
  const root = join(import.meta.dirname, '..');
  const paths: string[] = [];
  let tree = openTree(root);
  for (const { scaffold, name } of wanted) {
    const changes = scaffold.write(spell(name), tree);
    tree = withChanges(tree, changes);
    paths.push(...changes.keys());
  }
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), tree.read(path));
  }
  const tools: readonly (readonly [tool: string, args: readonly string[]])[] = [
    ['biome', ['check', '--write', ...paths.filter((path) => /\.tsx?$/.test(path))]],
    ['node', ['scripts/generate.ts']],
  ];
  for (const [tool, args] of tools) {
    const { code, output } = await runTool(root, tool, args);
    if (code !== 0) {
      console.error(output);
      return code;
    }
  }
  for (const path of paths) console.log(path);
  console.log('Fill them in, then run npm run check and npm test.');
  return 0;
}

/** Pairs of a kind and a name; null when there are none, or a kind is unknown. */
function readOptions(options: readonly string[]): readonly Wanted[] | null {
  const wanted: Wanted[] = [];
  for (let at = 0; at < options.length; at += 2) {
    const scaffold = SCAFFOLDS.find(({ kind }) => kind === options[at]);
    const name = options[at + 1];
    if (scaffold === undefined || name === undefined) return null;
    wanted.push({ scaffold, name });
  }
  return wanted.length === 0 ? null : wanted;
}

process.exitCode = await main(process.argv.slice(2));
