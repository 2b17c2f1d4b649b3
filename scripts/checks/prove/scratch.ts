import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Changes, openTree, type Tree } from '../tree.ts';

/** A copy of the tree on disk that tools can run in, and that may be spoilt. */
export type Scratch = {
  /** The copy as it is at this moment. */
  readonly tree: () => Tree;
  readonly apply: (changes: Changes) => void;
  /** Puts back what `apply` changed. */
  readonly undo: (changes: Changes) => void;
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
      for (const [path, text] of changes) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    undo: (changes) => {
      for (const path of changes.keys()) {
        rmSync(join(root, path), { force: true });
        if (original.files.includes(path)) copy(original.root, root, path);
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
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
