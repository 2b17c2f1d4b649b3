import { posix } from 'node:path';
import { textCheck } from './check.ts';
import { isTest, type Tree } from './tree.ts';

const STYLE_SHEET = /^packages\/console\/(?:gallery|src)\/.*\.css$/;
const TOKENS = 'packages/console/src/ui/theme/tokens.css';
const CLASS = /\.(-?[a-z_][\w-]*)/gi;
const IMPORT = /^import (\w+) from '(\.[^']*\.module\.css)';$/gm;

type Use = { readonly path: string; readonly name: string };

/** The classes of a style sheet, and their uses in the files that import it. */
type StyleSheet = { readonly classes: ReadonlySet<string>; readonly uses: Use[]; isRead: boolean };

/** Classes and design tokens are those that something uses. */
export const styles = textCheck(
  'styles',
  'no class of a CSS module and no token without a use, no use of a class that does not exist',
  (tree) => {
    const sheets = readStyleSheets(tree);
    const findings = [...sheets].flatMap(([path, sheet]) => classFindings(path, sheet));
    return { findings: [...findings, ...tokenFindings(tree)], note: `${sheets.size} CSS modules` };
  },
);

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '');

/** The CSS modules by path, each with the uses of its classes. */
function readStyleSheets(tree: Tree): Map<string, StyleSheet> {
  const modules = tree.files.filter((path) => STYLE_SHEET.test(path) && path.endsWith('.module.css'));
  const sheets = new Map(
    modules.map((path) => [path, { classes: classesOf(tree.read(path)), uses: [] as Use[], isRead: false }]),
  );
  for (const path of tree.files.filter(
    (file) => /^packages\/console\/(?:gallery|src)\/.*\.tsx?$/.test(file) && !isTest(file),
  )) {
    const text = tree.read(path);
    for (const [, local = '', from = ''] of text.matchAll(IMPORT)) {
      const sheet = sheets.get(posix.join(posix.dirname(path), from));
      if (sheet === undefined) continue;
      for (const [, name] of text.matchAll(new RegExp(String.raw`\b${local}\[(?:'([\w-]+)'\])?`, 'g'))) {
        if (name === undefined) sheet.isRead = true;
        else sheet.uses.push({ path, name });
      }
    }
  }
  return sheets;
}

/** The classes that selectors name, without those of libraries. */
function classesOf(text: string): ReadonlySet<string> {
  const selectors = [...withoutComments(text).matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector);
  const own = selectors.filter((selector) => !selector.trim().startsWith('@'));
  return new Set(
    own.flatMap((selector) =>
      [...selector.replace(/:global\([^)]*\)/g, '').matchAll(CLASS)].map(([, name = '']) => name),
    ),
  );
}

function classFindings(path: string, { classes, uses, isRead }: StyleSheet): string[] {
  const used = new Set(uses.map(({ name }) => name));
  // A class that is looked up by a computed name may be any of them.
  const unused = isRead ? [] : [...classes].filter((name) => !used.has(name));
  return [
    ...unused.map((name) => `${path}: nothing uses the class .${name}; remove it`),
    ...uses
      .filter(({ name }) => !classes.has(name))
      .map(({ path: user, name }) => `${user} uses the class .${name}, which ${path} lacks`),
  ];
}

/** Code names tokens as a whole, or by a word and an ending, as in `var(--${tone}-bg)`. */
function tokenFindings(tree: Tree): string[] {
  if (!tree.files.includes(TOKENS)) return [];
  const sources = tree.files.filter((path) => STYLE_SHEET.test(path) || /^packages\/console\/.*\.tsx?$/.test(path));
  const text = sources.map((path) => tree.read(path)).join('\n');
  const named = new Set([...text.matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name));
  const words = new Set([...text.matchAll(/'([a-z-]+)'/g)].map(([, word]) => word));
  const endings = new Set([...text.matchAll(/var\(--\$\{\w+\}([\w-]*)\)/g)].map(([, ending = '']) => ending));
  const isUsed = (name: string): boolean =>
    named.has(name) ||
    // Steps of the grid are named by their numbers.
    name.startsWith('space-') ||
    [...endings].some((ending) => name.endsWith(ending) && words.has(name.slice(0, name.length - ending.length)));
  const tokens = [...withoutComments(tree.read(TOKENS)).matchAll(/^\s+--([\w-]+):/gm)].map(([, name = '']) => name);
  return [...new Set(tokens)]
    .filter((name) => !isUsed(name))
    .map((name) => `${TOKENS}: nothing uses the token --${name}; remove it`);
}
