import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../lib/load-chunk.ts';
import type { FileLine } from '../../ui/editor/file-nodes.ts';
import type { Declaration } from '../../ui/editor/language/language-client.ts';
import { toastDone } from '../../ui/feedback/toasts.ts';
import { type Entry, movesOf } from './draft/file-rules.ts';
import type { EditorSession } from './session/editor-session.ts';
import { useEditorState } from './session/use-editor-session.ts';
import type { OpenFiles } from './use-editor-state.ts';

const FileMenu = lazyComponent(async () => (await import('./panels/file-menu.tsx')).FileMenu);

export type FileOperations = {
  readonly isEditable: boolean;
  /** The name that is being entered; null while none is. */
  readonly entry: Entry | null;
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
  readonly session: EditorSession;
  readonly opened: OpenFiles;
  readonly declarations: readonly Declaration[];
  readonly isEditable: boolean;
  /** Compares a file with the other version. Absent where none can be compared. */
  readonly compare: ((path: string) => void) | undefined;
};

/** Adds, moves and deletes files of the draft. */
export function useFileOperations({ session, opened, declarations, isEditable, compare }: Options): FileOperations {
  const { files, cancelEntry } = session;
  const { entry } = useEditorState(session);
  const [menuOf, setMenuOf] = useState<{ readonly line: FileLine; readonly button: HTMLElement } | null>(null);

  const add = (kind: 'file' | 'folder', folder = ''): void =>
    session.enterName({ kind, initial: folder === '' ? '' : `${folder}/` });
  const rename = (path: string, isFolder: boolean): void =>
    session.enterName({ kind: 'rename', initial: path, isFolder });
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
    cancelEntry();
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
    setProblem: session.setEntryProblem,
    add,
    rename,
    remove,
    confirm,
    cancel: cancelEntry,
    openMenu: (line, button) => setMenuOf({ line, button }),
    menu,
  };
}
