import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { importGraph } from '../checks/imports/import-graph.ts';
import type { Tree } from '../checks/tree.ts';

/** Files that every test depends on. */
const OF_EVERY_TEST = /^(package(-lock)?\.json|vitest\.config\.ts|scripts\/(unit|test|run)[^/]*(\/.*)?)$/;
/** Files that no test reads. */
const OF_NO_TEST = /^(docs\/(?!reference)|[A-Z]+\.md$|\.ci\/|\.gitignore$)/;
const UNIT_TEST = /(?<!\.long)\.test\.tsx?$/;

/**
 * The unit tests that a change can reach: those that load a changed module directly or through others, and those that load a module
 * which names a changed file of another kind (SQL, GraphQL, a script, a fixture) or its folder. A changed file that no module names
 * reaches the tests of its package.
 * @param since a commit; what is not committed counts, too
 * @returns paths below the root, sorted
 * @throws when git does not know the commit
 */
export function changedTests(tree: Tree, since: string): string[] {
  const changed = changedFiles(tree.root, since);
  return reachedTests(tree, changed);
}

function changedFiles(root: string, since: string): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
      .split('\0')
      .filter(Boolean);
  return [
    ...git('diff', '--name-only', '--no-renames', '-z', since, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
}

/** The unit tests that these files can reach. */
export function reachedTests(tree: Tree, changed: readonly string[]): string[] {
  const tests = tree.files.filter((path) => UNIT_TEST.test(path));
  if (changed.some((path) => OF_EVERY_TEST.test(path))) return tests;
  const { users, modules } = readUsers(tree);
  const reached = new Set<string>();
  const pending = changed.filter((path) => !OF_NO_TEST.test(path));
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    pending.push(...(users.get(path) ?? []));
    if (!modules.has(path)) pending.push(...namingModules(tree, modules, path));
  }
  return tests.filter((path) => reached.has(path));
}

/** Maps each file to the modules that import it, or name it by a path from their own folder or from the root. */
function readUsers(tree: Tree): { users: ReadonlyMap<string, ReadonlySet<string>>; modules: ReadonlySet<string> } {
  const known = new Set(tree.files);
  const graph = importGraph(tree, (path) => /\.(ts|tsx|mts|mjs)$/.test(path));
  const users = new Map<string, Set<string>>();
  const add = (path: string, user: string): void => {
    const all = users.get(path) ?? new Set();
    users.set(path, all.add(user));
  };
  for (const { from, to, typeOnly } of graph.edges) if (to !== undefined && !typeOnly) add(to, from);
  for (const module of graph.modules) {
    for (const named of namedPaths(tree.read(module))) {
      for (const path of [posix.join(posix.dirname(module), named), posix.normalize(named)]) {
        if (known.has(path) && path !== module) add(path, module);
      }
    }
  }
  return { users, modules: new Set(graph.modules) };
}

/** String literals that look like the path of a file. */
function namedPaths(text: string): string[] {
  return [...text.matchAll(/['"`]([\w@./-]+\.\w+)['"`]/g)].map(([, path = '']) => path);
}

/** The modules of its package that name this file or one of its folders there; else all tests of the package. */
function namingModules(tree: Tree, modules: ReadonlySet<string>, path: string): string[] {
  const [top = '', name = ''] = path.split('/');
  const home = top === 'packages' ? `packages/${name}/` : `${top}/`;
  const near = [...modules].filter((module) => module.startsWith(home));
  const folders = posix.dirname(path.slice(home.length)).split('/').toReversed();
  const found = [posix.basename(path), ...folders]
    .filter((one) => !['.', 'src', 'test'].includes(one))
    .map((one) => near.filter((module) => new RegExp(`['"\`/]${RegExp.escape(one)}['"\`/]`).test(tree.read(module))))
    .find((all) => all.length > 0);
  return found ?? tree.files.filter((file) => file.startsWith(home) && UNIT_TEST.test(file));
}
