import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core';
import { IconFilePlus, IconFolderPlus, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Diagnostic, FileRange } from '../../../ui/editor/diagnostic.ts';
import { countErrors } from '../../../ui/editor/diagnostic.ts';
import type { FileLine } from '../../../ui/editor/file-nodes.ts';
import { type FileMark, FileTree } from '../../../ui/editor/file-tree.tsx';
import type { LanguageClient } from '../../../ui/editor/language/language-client.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { ICON_SIZE, SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import type { DraftSnapshot } from '../draft/draft-files.ts';
import styles from '../editor.module.css';
import type { EditorSession } from '../session/editor-session.ts';
import { useDraftSnapshot } from '../session/use-editor-session.ts';
import type { FileOperations } from '../use-file-operations.tsx';
import { NameEntry } from './name-entry.tsx';
import { useSymbols } from './use-symbols.ts';

type Props = {
  readonly session: EditorSession;
  readonly active: string | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly client: LanguageClient | null;
  readonly operations: FileOperations;
  readonly onOpen: (path: string) => void;
  readonly onOpenAt: (range: FileRange) => void;
};

function markOf({ created, renamed, deleted, updated }: DraftSnapshot['files'][number]['editFlags']): FileMark | null {
  if (deleted) return 'deleted';
  if (created) return 'created';
  return renamed ? 'renamed' : updated ? 'updated' : null;
}

/** The files of the draft: found by name, opened, added, renamed and deleted. */
export function FilesPanel({ session, active, diagnostics, client, operations, onOpen, onOpenAt }: Props) {
  const { files, unsaved, paths } = useDraftSnapshot(session);
  const [search, setSearch] = useState('');
  const words = useDeferredValue(search.trim().toLowerCase());
  const errors = useMemo(() => countErrors(diagnostics), [diagnostics]);
  const symbols = useSymbols(client, words);
  const shown = useMemo(
    () => [...new Set(files.map(({ path }) => path))].filter((path) => path.toLowerCase().includes(words)),
    [files, words],
  );
  const marks = useMemo(
    () =>
      new Map(
        files.flatMap(({ path, editFlags }) => {
          const mark = markOf(editFlags);
          return mark === null ? [] : [[path, mark] as const];
        }),
      ),
    [files],
  );
  const { entry, isEditable } = operations;
  const change = isEditable
    ? {
        onMenu: operations.openMenu,
        onRename: (line: FileLine) => operations.rename(line.path, line.isOpen !== null),
        onDelete: (line: FileLine) => operations.remove(line.path, line.isOpen !== null),
      }
    : {};
  return (
    <div className={styles['panel']}>
      <div className={styles['tools']}>
        <TextInput
          className={styles['grow'] ?? ''}
          aria-label="Search files and names"
          placeholder="Search files and names"
          leftSection={<IconSearch size={SMALL_ICON_SIZE} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {isEditable && (
          <>
            <ActionIcon aria-label="New file" data-tip="New file" onClick={() => operations.add('file')}>
              <IconFilePlus size={ICON_SIZE} />
            </ActionIcon>
            <ActionIcon aria-label="New folder" data-tip="New folder" onClick={() => operations.add('folder')}>
              <IconFolderPlus size={ICON_SIZE} />
            </ActionIcon>
          </>
        )}
      </div>
      {entry !== null && (
        <NameEntry
          key={`${entry.kind} ${entry.initial}`}
          entry={entry}
          paths={paths}
          onProblem={operations.setProblem}
          onConfirm={operations.confirm}
          onCancel={operations.cancel}
        />
      )}
      {shown.length === 0 && symbols.length === 0 && entry === null && (
        <EmptyState title="No Files">
          {words !== '' ? 'No file and no name matches.' : isEditable ? 'Add the first file of this draft.' : undefined}
        </EmptyState>
      )}
      {symbols.length > 0 && (
        <ul aria-label="Names" className={styles['symbols']}>
          {symbols.map(({ name, container, range }) => (
            <li key={`${range.path}:${range.line}:${range.column}`}>
              <UnstyledButton className={styles['listed'] ?? ''} onClick={() => onOpenAt(range)}>
                <span className={styles['cut']}>{name}</span>
                <span className={styles['place']}>{container || range.path}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <FileTree
          label="Files"
          paths={shown}
          active={active}
          unsaved={unsaved}
          marks={marks}
          errors={errors}
          onOpen={onOpen}
          {...change}
        />
      )}
      {operations.menu}
    </div>
  );
}
