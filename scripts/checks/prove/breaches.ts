import type { Changes, Tree } from '../tree.ts';

/** A small wrong thing, kept as text, that one check has to find. */
export type Breach = {
  /** Its file, below scripts/breaches. */
  readonly path: string;
  readonly check: string;
  /** Pattern that the finding must match. */
  readonly expect: RegExp;
  /** The texts that it changes. Throws when the tree no longer has the line to replace. */
  readonly changesTo: (tree: Tree) => Changes;
};

const FOLDER = 'scripts/breaches/';

/**
 * Reads every planted breach: `scripts/breaches/<check>/<what>.txt`. Its first line is `expect: <pattern>`; then come
 * files, each behind a line `--- <path>` (its whole text), `+++ <path>` (text to append) or `~~~ <path>` (one line to
 * find and, behind `=>`, what replaces it).
 */
export function readBreaches(tree: Tree): Breach[] {
  return tree.files.filter((path) => path.startsWith(FOLDER)).map((path) => parseBreach(tree, path));
}

function parseBreach(tree: Tree, path: string): Breach {
  const [head = '', ...parts] = tree.read(path).split(/^(?=(?:---|\+\+\+|~~~) \S)/m);
  const pattern = /^expect: (.+)$/m.exec(head)?.[1];
  if (pattern === undefined || parts.length === 0) throw new Error(`${path} lacks its expect: line or its files`);
  return {
    path,
    check: path.slice(FOLDER.length).split('/')[0] ?? '',
    expect: new RegExp(pattern),
    changesTo: (before) => new Map(parts.map((part) => changeOf(before, path, part))),
  };
}

function changeOf(tree: Tree, path: string, part: string): [target: string, text: string] {
  const [, how = '', target = '', text = ''] = /^(\S+) (\S+)\n([\s\S]*)$/.exec(part) ?? [];
  return [target, changed(tree, path, how, target, text)];
}

function changed(tree: Tree, path: string, how: string, target: string, text: string): string {
  if (how === '---') return text;
  if (!tree.files.includes(target)) throw new Error(`${path}: ${target} does not exist`);
  const before = tree.read(target);
  if (how === '+++') return before + text;
  const [, find = '', replacement = ''] = /^(.*)\n=>\n([\s\S]*?)\n?$/.exec(text) ?? [];
  if (find === '' || !before.includes(find)) throw new Error(`${path}: ${target} no longer has the line to replace`);
  return before.replace(find, () => replacement);
}
