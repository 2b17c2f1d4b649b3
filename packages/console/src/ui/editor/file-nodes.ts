/** A file or a folder of a tree of files. */
export type FileNode = { readonly value: string; readonly label: string; readonly children?: FileNode[] };

/** The tree of the files of these paths: folders first, then files, by name. */
export function fileTree(paths: readonly string[]): FileNode[] {
  return nodesBelow(paths, '');
}

function nodesBelow(paths: readonly string[], folder: string): FileNode[] {
  const names = [...Map.groupBy(paths, (path) => path.slice(folder.length).split('/')[0] ?? '')];
  const nodes = names.map(([name, inside]): FileNode => {
    const path = folder + name;
    return inside.includes(path)
      ? { value: path, label: name }
      : { value: path, label: name, children: nodesBelow(inside, `${path}/`) };
  });
  return nodes.toSorted(
    (one, other) =>
      Number(one.children === undefined) - Number(other.children === undefined) || one.label.localeCompare(other.label),
  );
}

/** The folders of a tree. */
export function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = paths.flatMap((path) => {
    const parts = path.split('/').slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  });
  return [...new Set(folders)];
}
