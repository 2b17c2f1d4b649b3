import { Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { ErrorState } from '../feedback/states.tsx';
import styles from './editor.module.css';
import { EDITOR_OPTIONS, keepLabel, LEAVE_HINT, leaveByEscape } from './monaco/editor-options.ts';
import type { FileModels } from './monaco/file-models.ts';
import { loadDiffMonaco, type Monaco } from './monaco/load-monaco.ts';
import { useMonaco } from './monaco/use-monaco.ts';

type Props = {
  /** Names what is compared: "orders.sbs: published and draft". */
  readonly label: string;
  readonly original: string;
  /** A text, or a file that is edited here as in the editor. */
  readonly modified: string | { readonly models: FileModels; readonly path: string };
  readonly language: string;
  readonly layout: 'side-by-side' | 'inline';
  /** Receives the right text when it is edited; without it a text is read-only. */
  readonly onChange?: (text: string) => void;
  /** Whether a file is read-only. */
  readonly readOnly?: boolean;
};

/** Two texts with their differences. */
export function DiffView(props: Props) {
  const load = useMonaco(loadDiffMonaco);
  if (load.phase === 'failed') return <ErrorState title="The editor could not be loaded." onRetry={load.retry} />;
  if (load.phase === 'loading') return <Skeleton className={styles['fill'] ?? ''} aria-label="Loading the editor" />;
  return <LoadedDiff {...props} monaco={load.monaco} />;
}

type DiffEditor = ReturnType<Monaco['editor']['createDiffEditor']>;

function LoadedDiff({ monaco, original, modified, language, layout, ...props }: Props & { readonly monaco: Monaco }) {
  const { label } = props;
  const file = typeof modified === 'string' ? null : modified;
  const text = typeof modified === 'string' ? modified : null;
  const isEditable = file === null ? props.onChange !== undefined : props.readOnly !== true;
  const models = file?.models ?? null;
  const path = file?.path ?? '';
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<DiffEditor | null>(null);
  const isSideBySide = layout === 'side-by-side';
  const latest = useLatest({ ...props, original, text, isSideBySide, isEditable });

  useEffect(() => {
    if (place.current === null) return;
    const created = monaco.editor.createDiffEditor(place.current, {
      ...EDITOR_OPTIONS,
      originalEditable: false,
      renderSideBySide: latest.current.isSideBySide,
      readOnly: !latest.current.isEditable,
      renderOverviewRuler: false,
      // The layout is chosen by the person, not by the width.
      useInlineViewWhenSpaceIsLimited: false,
      hideUnchangedRegions: { enabled: true },
    });
    const before = monaco.editor.createModel(latest.current.original, language);
    const shown = models?.open(monaco, path) ?? null;
    const after = shown ?? monaco.editor.createModel(latest.current.text ?? '', language);
    created.setModel({ original: before, modified: after });
    const sides = { before: created.getOriginalEditor(), after: created.getModifiedEditor() };
    for (const [name, side] of Object.entries(sides)) {
      leaveByEscape(monaco, side);
      keepLabel(monaco, side, `${label}, ${name}. ${LEAVE_HINT}`);
    }
    const changed = after.onDidChangeContent((event) => {
      if (!event.isFlush) latest.current.onChange?.(after.getValue());
    });
    editor.current = created;
    return () => {
      editor.current = null;
      changed.dispose();
      created.dispose();
      before.dispose();
      // The model of a file belongs to the editor.
      if (shown === null) after.dispose();
    };
  }, [monaco, language, label, models, path]);

  useEffect(() => {
    const shown = editor.current?.getModel();
    if (shown?.original.getValue() !== original) shown?.original.setValue(original);
    if (text !== null && shown?.modified.getValue() !== text) shown?.modified.setValue(text);
  }, [original, text]);
  useEffect(() => {
    editor.current?.updateOptions({
      renderSideBySide: isSideBySide,
      readOnly: !isEditable,
    });
  }, [isSideBySide, isEditable]);
  return <div ref={place} className={styles['fill']} />;
}
