import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The project's own files at one moment. Checks read nothing else, so a planted breach is a tree with other contents. */
export type Tree = {
  /** Absolute folder; tools that read the disk themselves run here. */
  readonly root: string;
  /** Paths below the root with forward slashes, sorted. */
  readonly files: readonly string[];
  /** Text of one of `files`. */
  readonly read: (path: string) => string;
};

/** Changes of a planted breach to a tree: the new text of each path. */
export type Changes = ReadonlyMap<string, string>;

/**
 * Reads the tree as git sees it: tracked and new files, without ignored ones.
 * @throws when `root` is not a git work tree
 */
export function openTree(root: string): Tree {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  const files = [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort();
  const texts = new Map<string, string>();
  return {
    root,
    files,
    read: (path) => {
      const known = texts.get(path);
      if (known !== undefined) return known;
      const text = readFileSync(join(root, path), 'utf8');
      texts.set(path, text);
      return text;
    },
  };
}

/** A tree with some texts replaced or added, in memory. */
export function withChanges(tree: Tree, changes: Changes): Tree {
  return {
    root: tree.root,
    files: [...new Set([...tree.files, ...changes.keys()])].sort(),
    read: (path) => changes.get(path) ?? tree.read(path),
  };
}

/** Code that the project writes itself: TypeScript that no generator made. */
export function isSource(path: string): boolean {
  return /\.(ts|tsx|mts|mjs)$/.test(path) && !/\.generated\.|\/generated\/|\.d\.ts$/.test(path);
}

/** Tests and their builders, which may import more than the product. */
export function isTest(path: string): boolean {
  return /\.(test|e2e)\.tsx?$|(^|\/)(test|testing)\/|\/harness\.ts$/.test(path);
}
