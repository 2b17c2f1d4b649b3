import { NativeSelect } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import { EditorVersionsDocument } from '../../../api/generated/documents/editor.ts';
import { FileTree } from '../../../ui/editor/file-tree.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import type { Comparison } from '../draft/use-comparison.ts';
import styles from '../editor.module.css';
import type { EditorSession } from '../session/editor-session.ts';
import { useDraftSnapshot, useEditorState } from '../session/use-editor-session.ts';

type Props = {
  readonly comparison: Comparison;
  readonly session: EditorSession;
  /** The chosen version; the published one without it. */
  readonly compared: string;
  readonly active: string | null;
  readonly onCompare: (id: string) => void;
  readonly onOpen: (path: string, isOriginal: boolean) => void;
};

const NO_ERRORS: ReadonlyMap<string, number> = new Map();

/** The files in which the draft differs from the published version, or from one before it. */
export function ChangesPanel({ session, comparison, compared, active, onCompare, onOpen }: Props) {
  const { publishedId } = useEditorState(session);
  const { unsaved } = useDraftSnapshot(session);
  const [{ data }] = useQuery({ query: EditorVersionsDocument, pause: publishedId === null });
  const former = (data?.history.nodes ?? []).filter(({ id }) => id !== publishedId);
  const paths = useMemo(() => [...comparison.marks.keys()], [comparison.marks]);
  if (publishedId === null)
    return (
      <EmptyState title="No Published version">Once a version is published, the draft is compared with it.</EmptyState>
    );
  return (
    <div className={styles['panel']}>
      <div className={styles['tools']}>
        <NativeSelect
          className={styles['grow'] ?? ''}
          aria-label="Compare with"
          value={compared || publishedId}
          onChange={(event) => onCompare(event.currentTarget.value === publishedId ? '' : event.currentTarget.value)}
          data={[
            { value: publishedId, label: 'Published version' },
            ...former.map(({ id, description }) => ({ value: id, label: `Before: ${description}` })),
          ]}
        />
      </div>
      {comparison.phase === 'failed' && (
        <ErrorState title="The versions could not be compared." onRetry={comparison.retry} />
      )}
      {comparison.phase === 'missing' && <EmptyState title="The version does not exist" />}
      {comparison.phase === 'ready' &&
        (paths.length === 0 ? (
          <EmptyState title="No changes">The draft has the same files as {comparison.name}.</EmptyState>
        ) : (
          <FileTree
            label={`Changes from ${comparison.name}`}
            paths={paths}
            active={active}
            unsaved={unsaved}
            marks={comparison.marks}
            errors={NO_ERRORS}
            onOpen={(path) => onOpen(path, comparison.marks.get(path) === 'deleted')}
          />
        ))}
    </div>
  );
}
