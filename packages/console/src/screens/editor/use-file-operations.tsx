import { type ReactNode, useCallback, useRef, useState } from 'react';
import { lazyComponent } from '../../lib/load-chunk.ts';
import type { FileLine } from '../../ui/editor/file-nodes.ts';
import type { Declaration } from '../../ui/editor/language/language-client.ts';
import { toastDone } from '../../ui/feedback/toasts.ts';
import type { DraftFiles } from './draft/draft-files.ts';
import { type Entry, movesOf } from './draft/file-rules.ts';
import type { OpenFiles } from './use-editor-state.ts';

const FileMenu = lazyComponent(async () => (await import('./panels/file-menu.tsx')).FileMenu);

export type FileOperations = {
  readonly isEditable: boolean;
  /** The name that is being entered; null while none is. */
  readonly entry: Entry | null;
  /** Returns the problem of the entered name; null for a valid one. */
  readonly problem: () => string | null;
  readonly setProblem: (problem: string | null) => void;
  readonly add: (kind: 'file' | 'folder', folder?: string) => void;
  readonly rename: (path: string, isFolder: boolean) => void;
  readonly remove: (path: string, isFolder: boolean) => void;
  readonly confirm: (path: string) => void;
  readonly cancel: () => void;
  readonly openMenu: (line: FileLine, button: HTMLElement) => void;
  readonly menu: ReactNode;
};

type Options = {
  readonly files: DraftFiles;
  readonly opened: OpenFiles;
  readonly declarations: readonly Declaration[];
  readonly isEditable: boolean;
  /** Compares a file with the other version. Absent where none can be compared. */
  readonly compare: ((path: string) => void) | undefined;
};

/** Adds, moves and deletes files of the draft. */
export function useFileOperations({ files, opened, declarations, isEditable, compare }: Options): FileOperations {
  const [entry, setEntry] = useState<Entry | null>(null);
  const problem = useRef<string | null>(null);
  const [menuOf, setMenuOf] = useState<{ readonly line: FileLine; readonly button: HTMLElement } | null>(null);
  const setProblem = useCallback((next: string | null) => {
    problem.current = next;
  }, []);
  const cancel = useCallback(() => {
    problem.current = null;
    setEntry(null);
  }, []);

  const add = (kind: 'file' | 'folder', folder = ''): void =>
    setEntry({ kind, initial: folder === '' ? '' : `${folder}/` });
  const rename = (path: string, isFolder: boolean): void => setEntry({ kind: 'rename', initial: path, isFolder });
  const remove = (path: string, isFolder: boolean): void => {
    const paths = isFolder ? files.snapshot().paths.filter((one) => one.startsWith(`${path}/`)) : [path];
    files.remove(paths.filter((one) => files.has(one)));
    toastDone(
      isFolder
        ? `${path} and its ${paths.length === 1 ? 'file' : `${paths.length} files`} are deleted with the next saving.`
        : `${path} is deleted with the next saving.`,
    );
  };
  const confirm = (path: string): void => {
    if (entry === null) return;
    cancel();
    // A folder exists by its files: the first one is named next.
    if (entry.kind === 'folder') add('file', path);
    else if (entry.kind === 'file') {
      files.create(path);
      opened.open(path);
    } else if (entry.kind === 'rename' && path !== entry.initial) {
      const moves = movesOf(entry.initial, path, entry.isFolder, files.snapshot().paths);
      files.rename(moves);
      opened.follow(moves);
    }
  };
  const path = menuOf?.line.path ?? '';
  const isFolder = menuOf?.line.isOpen != null;
  const menu = menuOf !== null && (
    <FileMenu
      button={menuOf.button}
      line={menuOf.line}
      isDeleted={!isFolder && !files.has(path)}
      uploads={declarations.filter((one) => one.path === path && one.declaration_type === 'export')}
      onClose={() => setMenuOf(null)}
      onAdd={() => add('file', path)}
      onEdit={() => rename(path, isFolder)}
      onDelete={() => remove(path, isFolder)}
      onRestore={() => files.restore(path)}
      onCompare={compare === undefined ? undefined : () => compare(path)}
    />
  );
  return {
    isEditable,
    entry,
    problem: () => (entry === null ? null : problem.current),
    setProblem,
    add,
    rename,
    remove,
    confirm,
    cancel,
    openMenu: (line, button) => setMenuOf({ line, button }),
    menu,
  };
}
