/** A file or a folder of a tree of files. */
export type FileNode = { readonly value: string; readonly label: string; readonly children?: FileNode[] };

/** A line of a tree: a file, or a folder that is open or closed. */
export type FileLine = {
  readonly path: string;
  readonly name: string;
  /** From 1. */
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** Null for a file. */
  readonly isOpen: boolean | null;
};

const collator = new Intl.Collator('en');

/** The tree of the files of these paths: folders first, then files, by name. */
export function fileTree(paths: readonly string[]): FileNode[] {
  return nodesBelow(paths, '');
}

function nodesBelow(paths: readonly string[], folder: string): FileNode[] {
  const names = [...Map.groupBy(paths, (path) => path.slice(folder.length).split('/', 1)[0] ?? '')];
  const nodes = names.map(([name, inside]): FileNode => {
    const path = folder + name;
    return inside.includes(path)
      ? { value: path, label: name }
      : { value: path, label: name, children: nodesBelow(inside, `${path}/`) };
  });
  return nodes.toSorted(
    (one, other) =>
      Number(one.children === undefined) - Number(other.children === undefined) ||
      collator.compare(one.label, other.label),
  );
}

/** The lines of a tree that are visible while these folders are closed. */
export function visibleLines(nodes: readonly FileNode[], isClosed: (folder: string) => boolean): FileLine[] {
  const lines: FileLine[] = [];
  const add = (siblings: readonly FileNode[], level: number): void => {
    for (const [index, { value, label, children }] of siblings.entries()) {
      const isOpen = children === undefined ? null : !isClosed(value);
      lines.push({ path: value, name: label, level, position: index + 1, siblings: siblings.length, isOpen });
      if (isOpen === true && children !== undefined) add(children, level + 1);
    }
  };
  add(nodes, 1);
  return lines;
}

/** The folders above a path, the outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The line that a key leads to; null for other keys. */
export function lineAt(lines: readonly FileLine[], current: number, key: string): number | null {
  switch (key) {
    case 'ArrowDown':
      return Math.min(lines.length - 1, current + 1);
    case 'ArrowUp':
      return Math.max(0, current - 1);
    case 'Home':
      return 0;
    case 'End':
      return lines.length - 1;
    case 'ArrowLeft': {
      const level = lines[current]?.level ?? 1;
      const above = lines.slice(0, current).findLastIndex((line) => line.level < level);
      return above === -1 ? null : above;
    }
    case 'ArrowRight':
      return lines[current]?.isOpen === true ? Math.min(lines.length - 1, current + 1) : null;
    default:
      return null;
  }
}
