import { posix } from 'node:path';
import { textCheck } from '../check.ts';
import { readModule } from '../modules.ts';
import { isSource, isTest, type Tree } from '../tree.ts';
import { importGraph } from './import-graph.ts';

const PRODUCT = /^(?:packages|scripts)\/.*\.(?:ts|tsx|mjs)$/;
/** Files that name exports without an import that can be followed: programs in plain JavaScript, settings and generators. */
const NAMING = /^packages\/.*(?:\.mjs|\.config\.ts)$|^scripts\/(?:lists\/)?generate-[\w-]+\.ts$/;
const isProduct = (path: string): boolean => PRODUCT.test(path) && !isTest(path);

/** Exports that only tests use: product code that runs nowhere. Faces of packages serve the tests of others, too. */
export const testOnly = textCheck(
  'test-only',
  'product code uses what product code exports, not tests alone',
  (tree) => {
    const { edges } = importGraph(tree, (path) => PRODUCT.test(path));
    const users = Map.groupBy(
      edges.filter(({ from }) => isProduct(from)),
      ({ to }) => to,
    );
    const faces = facesOf(tree);
    const naming = tree.files.filter((path) => NAMING.test(path)).map(tree.read);
    // A file that passes a name on mentions it once; one that uses it, too, mentions it again.
    const isUsed = (path: string, word: RegExp): boolean =>
      (users.get(path) ?? []).some(({ from }) => {
        const mentions = tree.read(from).split(word).length - 1;
        return readModule(tree, from).passesOn ? mentions > 1 || isUsed(from, word) : mentions > 0;
      });
    const files = tree.files.filter(
      (path) => path.startsWith('packages/') && isProduct(path) && isSource(path) && !faces.has(path),
    );
    const findings = files.flatMap((path) => {
      const { exports, text } = readModule(tree, path);
      return exports.flatMap(({ name, line }) => {
        const word = new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', String.raw`\$`)}(?![\w$])`);
        // What its own file uses, too, may be exported for its test.
        const runs =
          name === 'default' ||
          text.split(word).length > 2 ||
          isUsed(path, word) ||
          naming.some((other) => word.test(other));
        return runs ? [] : [`${path}:${line} exports ${name}, which only tests use; remove it, or use it`];
      });
    });
    return { findings, note: `${files.length} files` };
  },
);

/** The files that a package.json names. */
function facesOf(tree: Tree): ReadonlySet<string> {
  const manifests = tree.files.filter((path) => /^packages\/[^/]+\/package\.json$/.test(path));
  return new Set(
    manifests.flatMap((path) =>
      [...tree.read(path).matchAll(/"\.\/([^"*]+\.tsx?)"/g)].map(([, file = '']) =>
        posix.join(posix.dirname(path), file),
      ),
    ),
  );
}
