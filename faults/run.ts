import { fileURLToPath } from 'node:url';

/**
 * Runs the named fault tests, by default kills at every fault point.
 * Run: npm run faults -- [kill | engine | fuzz | scripts | functions | data | tests | guards] [its options]
 */
const FAULTS = {
  kill: './kill-matrix.ts',
  engine: './engine/main.ts',
  fuzz: './language-fuzz.ts',
  scripts: './language-scripts.ts',
  functions: './language-functions.ts',
  data: './language-data.ts',
  tests: './long-tests.ts',
  guards: './guards.ts',
} as const;

const isNamed = (name: string): name is keyof typeof FAULTS => Object.hasOwn(FAULTS, name);

const [, , first = ''] = process.argv;
if (first !== '' && !first.startsWith('-') && !isNamed(first)) {
  console.error(`There is no "${first}". Known: ${Object.keys(FAULTS).join(', ')}.`);
  process.exit(1);
}
const named = isNamed(first);
const file = named ? FAULTS[first] : FAULTS.kill;
process.argv.splice(1, named ? 2 : 1, fileURLToPath(new URL(file, import.meta.url)));
await import(file);
