// Runs every npm script: installs what is missing, then goes on under the Node that the product is made for.
// Plain JavaScript, because it must run before anything is installed, on Node 20 or newer.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
const OLDEST = 20;
/** Milliseconds between two checks of the parent. */
const ORPHAN_INTERVAL = 500;
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// The young generation of the heap is sized by the machine; at most 16 MB each half gives the same speed in less memory.
const START = ['--max-semi-space-size=16', 'packages/cli/bin/switchboard.mjs', 'start'];

/** Commands of the npm scripts: a file below the repository, and its first arguments. */
const COMMANDS = {
  start: START,
  dev: [
    '--watch-path=packages/server/src',
    '--watch-path=packages/engine/src',
    '--watch-path=packages/connectors/src',
    ...START,
  ],
  test: ['scripts/test.ts'],
  check: ['scripts/check.ts'],
  fix: ['scripts/fix.ts'],
  generate: ['scripts/generate.ts'],
  e2e: ['scripts/e2e.ts'],
  bench: ['bench/run.ts'],
  faults: ['faults/run.ts'],
  image: ['scripts/image/main.ts'],
  new: ['scripts/new.ts'],
};

const [name = '', ...rest] = process.argv.slice(2);
const command = COMMANDS[name];

if (command === undefined) fail(`There is no "${name}". Known: ${Object.keys(COMMANDS).join(', ')}.`);
if (major(process.versions.node) < OLDEST) {
  fail(`Node ${OLDEST} or newer is needed to begin with; this is Node ${process.versions.node}.`);
}
if (!isInstalled()) install();
const node = findNode();
run(node, [...command, ...rest]);

function major(version) {
  return Number(version.split('.')[0]);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Whether the installed packages are those of the lockfile. Packages of other platforms may be absent. */
function isInstalled() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const there = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  if (there === undefined || there === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const found = there[path];
    if (found === undefined) return entry.optional === true || entry.peer === true;
    return entry.link === true || (found.version === entry.version && found.integrity === entry.integrity);
  });
}

/**
 * Installs exactly what the lockfile names, and leaves the lockfile alone. Not `npm ci`: it refuses a lockfile without the
 * packages of other platforms, which a registry that does not carry them cannot give, and begins by removing everything.
 * Packages run no scripts of their own; `.npmrc` says so to npm in the hands of people, too.
 */
function install() {
  const different = unlocked();
  if (different.length > 0) {
    fail(
      `package-lock.json does not have what the packages ask for: ${different.join(', ')}. ` +
        'Run "npm install", and commit the lockfile if the change is meant.',
    );
  }
  console.error('Installing what is missing …');
  const started = Date.now();
  const cli = process.env.npm_execpath;
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--progress=true'];
  const options = ['install', '--no-save', '--ignore-scripts', ...quiet];
  const [program, args] = cli?.endsWith('.js') ? [process.execPath, [cli, ...options]] : ['npm', options];
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (status !== 0)
    fail(`npm install did not succeed${error === undefined ? '' : ` (${error.message})`}. Its own messages are above.`);
  if (!isInstalled())
    fail('npm installed other packages than package-lock.json names. Remove node_modules and try again.');
  console.error(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Names each package that a package.json asks for at another version than the lockfile knows, as "name version". */
function unlocked() {
  const locked = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  return Object.keys(locked)
    .filter((path) => !path.includes('node_modules/'))
    .flatMap((path) => {
      const manifest = readJson(join(root, path, 'package.json')) ?? {};
      return kinds.flatMap((kind) =>
        Object.entries(manifest[kind] ?? {})
          .filter(([dependency, version]) => locked[path][kind]?.[dependency] !== version)
          .map(([dependency, version]) => `${dependency} ${version}`),
      );
    });
}

/** The Node that npm installed from the lockfile; else the one that runs this, when it is new enough. */
function findNode() {
  const [system, file] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
  const installed = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', file);
  if (existsSync(installed)) return installed;
  if (major(process.versions.node) === NEEDED) return process.execPath;
  return fail(
    `Switchboard runs on Node ${NEEDED}; this is Node ${process.versions.node}, and the lockfile has none for ` +
      `${process.platform}-${process.arch}. Use Node ${NEEDED} yourself.`,
  );
}

function run(node, args) {
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH ?? ''].join(delimiter);
  // Every process of a script would remove the types from the same sources, and compile the same libraries.
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/switchboard/compiled');
  const child = spawn(node, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: compiled },
  });
  child.once('error', (error) => fail(`${node} could not be started: ${error.message}`));
  // In a terminal Ctrl-C reaches the child by itself; without one, what is sent to this process alone is passed on.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  // npm passes SIGTERM on to a shell that ends by it alone. A process whose shell has ended is to stop.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined) {
    const checking = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(checking);
      child.kill('SIGTERM');
    }, ORPHAN_INTERVAL).unref();
  }
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 130);
  });
}
