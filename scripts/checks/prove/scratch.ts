import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Changes, openTree, type Tree } from '../tree.ts';

/** A copy of the tree on disk, in which tools run and breaches are planted. */
export type Scratch = {
  /** The copy as it is at this moment. */
  readonly tree: () => Tree;
  /** Writes the changes, and returns what restores the files as they were. */
  readonly apply: (changes: Changes) => () => void;
  readonly remove: () => void;
};

/**
 * Copies the tree into a temporary folder. Libraries are linked, not copied; our own packages are linked to the copy,
 * so that nothing in it reaches back into the original.
 */
export function openScratch(original: Tree): Scratch {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchboard-scratch-')));
  for (const path of original.files) copy(original.root, root, path);
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  linkLibraries(original.root, root);
  return {
    tree: () => openTree(root),
    apply: (changes) => {
      const before = [...changes.keys()].map((path) => [path, textOf(join(root, path))] as const);
      for (const [path, text] of changes) write(join(root, path), text);
      return () => {
        for (const [path, text] of before) write(join(root, path), text);
      };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Null when the file does not exist. */
function textOf(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function write(path: string, text: string | null): void {
  if (text === null) {
    rmSync(path);
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(from: string, to: string, path: string): void {
  if (existsSync(join(from, path))) cpSync(join(from, path), join(to, path), { recursive: true });
}

/** Below node_modules, but ours or made while running. */
const OWN = new Set(['@switchboard', '.cache', '.vite', '.vite-temp']);

function linkLibraries(from: string, to: string): void {
  const [theirs, ours] = [join(from, 'node_modules'), join(to, 'node_modules')];
  mkdirSync(join(ours, '@switchboard'), { recursive: true });
  for (const name of readdirSync(theirs)) {
    if (!OWN.has(name)) symlinkSync(join(theirs, name), join(ours, name));
  }
  for (const name of readdirSync(join(to, 'packages'))) {
    symlinkSync(join(to, 'packages', name), join(ours, '@switchboard', name), 'dir');
    const nested = join(from, 'packages', name, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, join(to, 'packages', name, 'node_modules'), 'dir');
  }
}
