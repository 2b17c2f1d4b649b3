import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expectNames, printUsage, WRONG_ARGUMENTS } from '../scripts/arguments/read-arguments.ts';

/** Runs the benchmarks: the one that is named, or all, one after the other. Their exit codes say whether goals are met. */
const BENCHMARKS = [
  'ingest',
  'compile',
  'export',
  'pgload',
  'connectors',
  'stream',
  'smallfiles',
  'tinyrun',
  'budget',
  'queue',
  'fanout',
  'flow',
  'home',
  'pipeline',
  'lists',
  'load',
  'usage',
  'prune',
  'console',
  'editor',
  'lsp',
];

const USAGE = `npm run bench -- [NAME] [its options]   by default all; NAME --help prints its options

${BENCHMARKS.join(', ')}`;

const [first = '', ...rest] = process.argv.slice(2);
const named = first !== '' && !first.startsWith('-');
if (first === '--help' || first === '-h') printUsage(USAGE);
if (named) expectNames(USAGE, [first], BENCHMARKS);
for (const name of named ? [first] : BENCHMARKS) {
  const main = fileURLToPath(new URL(`./${name}/main.ts`, import.meta.url));
  const args = named ? rest : process.argv.slice(2);
  const { status } = spawnSync(process.execPath, [main, ...args], { stdio: 'inherit' });
  // Its arguments were wrong, so that they are wrong for the others.
  if (status === WRONG_ARGUMENTS) process.exit(status);
  if (status !== 0) process.exitCode = 1;
}
