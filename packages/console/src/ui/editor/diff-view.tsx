import { Skeleton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ErrorState } from '../feedback/states.tsx';
import styles from './editor.module.css';
import { EDITOR_OPTIONS, keepLabel, LEAVE_HINT, leaveByEscape } from './monaco/editor-options.ts';
import type { Monaco } from './monaco/load-monaco.ts';
import { useMonaco } from './monaco/use-monaco.ts';

type Props = {
  /** Names what is compared: "orders.sbs: published and draft". */
  readonly label: string;
  readonly original: string;
  readonly modified: string;
  readonly language: string;
  readonly layout: 'side-by-side' | 'inline';
  /** Receives the right text when it is edited; without it both are read-only. */
  readonly onChange?: (text: string) => void;
};

/** Two texts with their differences. */
export function DiffView(props: Props) {
  const load = useMonaco();
  if (load.phase === 'failed') return <ErrorState title="The editor could not be loaded." onRetry={load.retry} />;
  if (load.phase === 'loading') return <Skeleton className={styles['fill'] ?? ''} aria-label="Loading the editor" />;
  return <LoadedDiff {...props} monaco={load.monaco} />;
}

type DiffEditor = ReturnType<Monaco['editor']['createDiffEditor']>;

function LoadedDiff({ monaco, original, modified, language, layout, ...props }: Props & { readonly monaco: Monaco }) {
  const { label } = props;
  const isEditable = props.onChange !== undefined;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<DiffEditor | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (place.current === null) return;
    const created = monaco.editor.createDiffEditor(place.current, {
      ...EDITOR_OPTIONS,
      originalEditable: false,
      // The layout is chosen by the person, not by the width.
      useInlineViewWhenSpaceIsLimited: false,
      hideUnchangedRegions: { enabled: true },
    });
    const models = {
      original: monaco.editor.createModel('', language),
      modified: monaco.editor.createModel('', language),
    };
    created.setModel(models);
    const sides = { before: created.getOriginalEditor(), after: created.getModifiedEditor() };
    for (const [name, side] of Object.entries(sides)) {
      leaveByEscape(monaco, side);
      keepLabel(monaco, side, `${label}, ${name}. ${LEAVE_HINT}`);
    }
    models.modified.onDidChangeContent((event) => {
      if (!event.isFlush) latest.current.onChange?.(models.modified.getValue());
    });
    editor.current = created;
    return () => {
      editor.current = null;
      created.dispose();
      models.original.dispose();
      models.modified.dispose();
    };
  }, [monaco, language, label]);

  useEffect(() => {
    const models = editor.current?.getModel();
    if (models?.original.getValue() !== original) models?.original.setValue(original);
    if (models?.modified.getValue() !== modified) models?.modified.setValue(modified);
  }, [original, modified]);
  useEffect(() => {
    editor.current?.updateOptions({
      renderSideBySide: layout === 'side-by-side',
      readOnly: !isEditable,
    });
  }, [layout, isEditable]);
  return <div ref={place} className={styles['fill']} />;
}
