import { Skeleton } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { ErrorState } from '../feedback/states.tsx';
import type { Diagnostic, FileRange } from './diagnostic.ts';
import styles from './editor.module.css';
import { EDITOR_OPTIONS, LEAVE_HINT, leaveByEscape } from './monaco/editor-options.ts';
import type { FileModels } from './monaco/file-models.ts';
import type { Monaco, MonacoEditor } from './monaco/load-monaco.ts';
import { keepMarkers } from './monaco/markers.ts';
import { useMonaco } from './monaco/use-monaco.ts';

/** A request to show a place. A new object shows it again. */
export type Reveal = FileRange | null;

/** A command of the editor: in its context menu, in its list of commands, and by its keys. */
export type EditorCommand = {
  readonly id: string;
  readonly label: string;
  readonly keys?: (monaco: Monaco) => number;
  readonly isInMenu?: boolean;
  readonly run: (editor: MonacoEditor) => void;
};

/** Reads the selected stretch of the shown file; null while no text is shown. */
export type SelectionRef = RefObject<(() => Omit<FileRange, 'path'> | null) | null>;

type Props = {
  readonly label: string;
  readonly models: FileModels;
  /** The path of the file that is shown; its text is loaded. */
  readonly active: string;
  readonly readOnly: boolean;
  /** Why nothing can be changed. */
  readonly readOnlyReason?: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly reveal: Reveal;
  /** Their ids, labels and keys are constant: Monaco takes them once. */
  readonly commands: readonly EditorCommand[];
  readonly selection?: SelectionRef;
};

/** The text of one of several files. Escape, then Tab, leaves it by the keyboard. */
export function CodeEditor(props: Props) {
  const load = useMonaco();
  if (load.phase === 'failed') return <ErrorState title="The editor could not be loaded." onRetry={load.retry} />;
  if (load.phase === 'loading') return <Skeleton className={styles['fill'] ?? ''} aria-label="Loading the editor" />;
  return <LoadedEditor {...props} monaco={load.monaco} />;
}

function LoadedEditor({
  monaco,
  models,
  active,
  label,
  readOnly,
  readOnlyReason,
  diagnostics,
  reveal,
  commands,
  selection,
}: Props & { readonly monaco: Monaco }) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<MonacoEditor | null>(null);
  const latestCommands = useLatest(commands);

  useEffect(() => {
    if (place.current === null) return;
    const created = monaco.editor.create(place.current, { ...EDITOR_OPTIONS, model: null });
    editor.current = created;
    leaveByEscape(monaco, created);
    for (const { id, label: title, keys, isInMenu = false } of latestCommands.current)
      created.addAction({
        id: `switchboard.${id}`,
        label: title,
        ...(keys === undefined ? {} : { keybindings: [keys(monaco)] }),
        ...(isInMenu ? { contextMenuGroupId: '9_cutcopypaste', contextMenuOrder: 9 } : {}),
        run: () => latestCommands.current.find((command) => command.id === id)?.run(created),
      });
    return () => {
      editor.current = null;
      created.dispose();
    };
  }, [monaco]);
  useEffect(() => {
    if (selection === undefined) return;
    selection.current = () => {
      const selected = editor.current?.getSelection();
      if (selected === null || selected === undefined) return null;
      const { startLineNumber: line, startColumn: column, endLineNumber: endLine, endColumn } = selected;
      return { line, column, endLine, endColumn };
    };
    return () => {
      selection.current = null;
    };
  }, [selection]);

  const views = useRef(new Map<string, ReturnType<MonacoEditor['saveViewState']>>());
  useEffect(() => {
    const shown = editor.current;
    if (shown === null) return;
    const seen = views.current;
    shown.setModel(models.open(monaco, active));
    shown.restoreViewState(seen.get(active) ?? null);
    shown.updateOptions({ ariaLabel: `${label}: ${active}. ${LEAVE_HINT}` });
    return () => void seen.set(active, shown.saveViewState());
  }, [monaco, models, active, label]);

  useEffect(() => {
    const value = readOnlyReason ?? '';
    editor.current?.updateOptions({ readOnly, domReadOnly: readOnly, readOnlyMessage: { value } });
  }, [readOnly, readOnlyReason]);
  useEffect(() => keepMarkers(monaco, models.scope, diagnostics), [monaco, models, diagnostics]);
  useEffect(() => {
    const shown = editor.current;
    if (shown === null || reveal === null || reveal.path !== active) return;
    const range = {
      startLineNumber: reveal.line,
      startColumn: reveal.column,
      endLineNumber: reveal.endLine,
      endColumn: reveal.endColumn,
    };
    shown.setSelection(range);
    shown.revealRangeInCenterIfOutsideViewport(range);
    shown.focus();
  }, [reveal, active]);
  return <div ref={place} className={styles['fill']} />;
}
