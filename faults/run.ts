import { fileURLToPath } from 'node:url';
import { printUsage, refuseArguments } from '../scripts/arguments/read-arguments.ts';

const USAGE = `npm run faults -- [NAME] [its options]   by default kill; NAME --help prints its options

kill       kills the program at every fault point
engine     breaks the engine's inputs, processes and destinations
fuzz       compiles and formats broken scripts
scripts    compiles random valid scripts
functions  compares functions with second implementations
data       loads hostile files with random valid scripts
tests      the long tests and whole matrices, or repetitions of npm test
deploy     builds the image twice, runs the demo in it, validates the files of deploy/
guards     removes each guard and runs the tests that must fail
mutations  changes the product in one place each and runs the tests that must fail`;

/** Runs the named fault tests. */
const FAULTS = {
  kill: './kill-matrix.ts',
  engine: './engine/main.ts',
  fuzz: './language-fuzz.ts',
  scripts: './language-scripts.ts',
  functions: './language-functions.ts',
  data: './language-data.ts',
  tests: './long-tests.ts',
  deploy: './deploy.ts',
  guards: './guards.ts',
  mutations: './mutations.ts',
} as const;

const isNamed = (name: string): name is keyof typeof FAULTS => Object.hasOwn(FAULTS, name);

const [, , first = ''] = process.argv;
if (first === '--help' || first === '-h') printUsage(USAGE);
if (first !== '' && !first.startsWith('-') && !isNamed(first)) refuseArguments(USAGE, `There is no "${first}".`);
const named = isNamed(first);
const file = named ? FAULTS[first] : FAULTS.kill;
process.argv.splice(1, named ? 2 : 1, fileURLToPath(new URL(file, import.meta.url)));
await import(file);
