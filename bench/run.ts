import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
  'queue',
  'fanout',
  'flow',
  'home',
  'lists',
  'load',
  'usage',
  'console',
  'editor',
];

const [first = '', ...rest] = process.argv.slice(2);
const named = first !== '' && !first.startsWith('-');
if (named && !BENCHMARKS.includes(first)) {
  console.error(`There is no benchmark "${first}". Known: ${BENCHMARKS.join(', ')}.`);
  process.exit(1);
}
for (const name of named ? [first] : BENCHMARKS) {
  const main = fileURLToPath(new URL(`./${name}/main.ts`, import.meta.url));
  const args = named ? rest : process.argv.slice(2);
  const { status } = spawnSync(process.execPath, [main, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
