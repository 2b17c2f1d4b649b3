import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printUsage, refuseArguments } from './arguments/read-arguments.ts';
import { runTool } from './checks/run-tool.ts';
import { openTree, withChanges } from './checks/tree.ts';
import { SCAFFOLDS } from './scaffolds/registry.ts';
import { type Scaffold, spell } from './scaffolds/scaffold.ts';

type NewPart = { readonly scaffold: Scaffold; readonly name: string };

const USAGE = `npm run new -- KIND NAME [KIND NAME …]   with a name in kebab-case

${SCAFFOLDS.map(({ kind, doc }) => `${kind.padEnd(10)} ${doc}`).join('\n')}`;

/** `npm run new` writes the files of new parts, formats them and runs the generators. */
async function main(options: readonly string[]): Promise<number> {
  if (options.includes('--help') || options.includes('-h')) printUsage(USAGE);
  const wanted = readOptions(options);
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

/** Pairs of a kind and a name. */
function readOptions(options: readonly string[]): readonly NewPart[] {
  const wanted: NewPart[] = [];
  for (let at = 0; at < options.length; at += 2) {
    const [kind = '', name] = options.slice(at);
    const scaffold = SCAFFOLDS.find((one) => one.kind === kind);
    if (scaffold === undefined) return refuseArguments(USAGE, `There is no kind "${kind}".`);
    if (name === undefined) return refuseArguments(USAGE, `The ${kind} has no name.`);
    wanted.push({ scaffold, name });
  }
  return wanted.length === 0 ? refuseArguments(USAGE, 'A kind and a name are needed.') : wanted;
}

process.exitCode = await main(process.argv.slice(2));
