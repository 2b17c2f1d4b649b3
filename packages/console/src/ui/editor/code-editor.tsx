import { Skeleton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ErrorState } from '../feedback/states.tsx';
import type { Diagnostic, FilePlace } from './diagnostic.ts';
import styles from './editor.module.css';
import { EDITOR_OPTIONS, LEAVE_HINT, leaveByEscape } from './monaco/editor-options.ts';
import type { Monaco, MonacoEditor } from './monaco/load-monaco.ts';
import { applyMarkers, disposeModels, modelOf } from './monaco/models.ts';
import { useMonaco } from './monaco/use-monaco.ts';
import { TextSync } from './text-sync.ts';

export type EditorFile = { readonly path: string; readonly text: string };

/** A request to show a place. A new object shows it again. */
export type Reveal = FilePlace | null;

type Props = {
  readonly label: string;
  /** Keeps the files of several editors of a page apart. */
  readonly scope: string;
  readonly files: readonly EditorFile[];
  /** The path of the file that is shown. */
  readonly active: string;
  readonly language: string;
  readonly readOnly: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly reveal: Reveal;
  readonly onChange: (path: string, text: string) => void;
  /** Ctrl+S, or Cmd+S. */
  readonly onSave: () => void;
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
  scope,
  files,
  active,
  language,
  diagnostics,
  reveal,
  ...props
}: Props & { readonly monaco: Monaco }) {
  const { label, readOnly } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<MonacoEditor | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (place.current === null) return;
    const created = monaco.editor.create(place.current, { ...EDITOR_OPTIONS, model: null });
    editor.current = created;
    leaveByEscape(monaco, created);
    created.addAction({
      id: 'switchboard.save',
      label: 'Save',
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS],
      run: () => latest.current.onSave(),
    });
    return () => {
      editor.current = null;
      created.dispose();
    };
  }, [monaco]);

  const [sync] = useState(() => new TextSync());
  useEffect(() => {
    for (const { path, text } of files) {
      const model = modelOf(monaco, { scope, path, text, language }, (changed, next) => {
        sync.report(changed, next);
        latest.current.onChange(changed, next);
      });
      if (sync.isForeign(path, text) && model.getValue() !== text) model.setValue(text);
    }
  }, [monaco, scope, files, language, sync]);
  useEffect(() => () => disposeModels(monaco, scope), [monaco, scope]);

  const views = useRef(new Map<string, ReturnType<MonacoEditor['saveViewState']>>());
  useEffect(() => {
    const shown = editor.current;
    if (shown === null) return;
    const seen = views.current;
    shown.setModel(monaco.editor.getModel(monaco.Uri.from({ scheme: 'file', authority: scope, path: `/${active}` })));
    shown.restoreViewState(seen.get(active) ?? null);
    shown.updateOptions({ ariaLabel: `${label}: ${active}. ${LEAVE_HINT}` });
    return () => void seen.set(active, shown.saveViewState());
  }, [monaco, scope, active, label]);

  useEffect(() => {
    editor.current?.updateOptions({ readOnly, domReadOnly: readOnly });
  }, [readOnly]);
  useEffect(() => applyMarkers(monaco, scope, diagnostics), [monaco, scope, diagnostics]);
  useEffect(() => {
    if (reveal === null || reveal.path !== active) return;
    const at = { lineNumber: reveal.line, column: reveal.column };
    editor.current?.setPosition(at);
    editor.current?.revealPositionInCenterIfOutsideViewport(at);
    editor.current?.focus();
  }, [reveal, active]);
  return <div ref={place} className={styles['fill']} />;
}
