import { ActionIcon, SegmentedControl, Skeleton } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { IconBinaryTree2, IconLink, IconTable } from '@tabler/icons-react';
import { CodeEditor, type EditorCommand, type SelectionRef } from '../../../ui/editor/code-editor.tsx';
import type { Diagnostic } from '../../../ui/editor/diagnostic.ts';
import { DiffView } from '../../../ui/editor/diff-view.tsx';
import { FileTabs } from '../../../ui/editor/file-tabs.tsx';
import { SCRIPT_LANGUAGE } from '../../../ui/editor/language/script-language.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { SMALL_ICON_SIZE } from '../../../ui/theme/metrics.ts';
import { type Comparison, useOriginalText } from '../draft/use-comparison.ts';
import styles from '../editor.module.css';
import type { Variant } from '../editor-parameters.ts';
import { PREVIEW_KEYS } from '../editor-shortcuts.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { useDraftSnapshot, useEditorState } from '../session/use-editor-session.ts';
import type { ActiveText, OpenFiles } from '../use-editor-state.ts';
import { ShortcutsHelp } from './shortcuts-help.tsx';

const VARIANT_LABELS = [
  { value: 'editor', label: 'Text' },
  { value: 'diff', label: 'Side by side' },
  { value: 'inline-diff', label: 'Inline' },
];

type Props = {
  readonly session: EditorSession;
  readonly opened: OpenFiles;
  readonly text: readonly [ActiveText, () => void];
  readonly variant: Variant;
  readonly onVariant: (variant: Variant) => void;
  /** A file that only the compared version has; null while a file of the draft is shown. */
  readonly deleted: string | null;
  /** Null where nothing can be compared. */
  readonly compared: { readonly id: string; readonly comparison: Comparison } | null;
  readonly readOnlyReason: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly commands: readonly EditorCommand[];
  readonly selection: SelectionRef;
  readonly isHelp: boolean;
  readonly onCopyLink: () => void;
  /** Absent where nothing may be previewed. */
  readonly onPreview: (() => void) | undefined;
  readonly onLineage: () => void;
};

/** The open files: the text of the active one, or how it differs from the other version. */
export function TextPane({ opened, variant, compared, deleted, ...props }: Props) {
  const { tabs, active } = opened;
  const { unsaved } = useDraftSnapshot(props.session);
  const shown = deleted ?? active;
  const isDiff = compared !== null && shown !== null && (variant !== 'editor' || deleted !== null);
  return (
    <div className={styles['text']}>
      {active !== null && deleted === null && (
        <FileTabs
          open={tabs}
          active={active}
          unsaved={unsaved}
          mayBeEmpty
          onOpen={opened.open}
          onClose={opened.close}
          actions={
            <>
              {compared !== null && (
                <SegmentedControl
                  size="xs"
                  aria-label="View"
                  className={styles['variants'] ?? ''}
                  data={VARIANT_LABELS}
                  value={variant}
                  onChange={(value) => props.onVariant(value as Variant)}
                />
              )}
              {props.onPreview !== undefined && (
                <ActionIcon
                  aria-label="Preview table"
                  data-tip={`Preview the table at the cursor · ${PREVIEW_KEYS}`}
                  onClick={props.onPreview}
                >
                  <IconTable size={SMALL_ICON_SIZE} />
                </ActionIcon>
              )}
              <ActionIcon aria-label="Lineage" data-tip="Lineage of the script" onClick={props.onLineage}>
                <IconBinaryTree2 size={SMALL_ICON_SIZE} />
              </ActionIcon>
              <ActionIcon aria-label="Copy link to lines" data-tip="Copy link to lines" onClick={props.onCopyLink}>
                <IconLink size={SMALL_ICON_SIZE} />
              </ActionIcon>
            </>
          }
        />
      )}
      {isDiff && shown !== null ? (
        <FileDiff {...props} variant={variant} compared={compared} path={shown} isDeleted={deleted !== null} />
      ) : (
        <FileText {...props} opened={opened} />
      )}
    </div>
  );
}

type TextProps = Omit<Props, 'opened' | 'variant' | 'compared' | 'deleted'>;

function FileText({
  opened: { active, reveal },
  session,
  text: [phase, retry],
  isHelp,
  ...props
}: TextProps & Pick<Props, 'opened'>) {
  const { head } = useEditorState(session);
  if (active === null || isHelp) return <ShortcutsHelp />;
  if (phase === 'failed') return <ErrorState title={`${active} could not be loaded.`} onRetry={retry} />;
  if (phase === 'loading') return <Skeleton className={styles['fill'] ?? ''} aria-label={`Loading ${active}`} />;
  return (
    <CodeEditor
      label={head.description}
      models={session.models}
      active={active}
      readOnly={props.readOnlyReason !== undefined}
      readOnlyReason={props.readOnlyReason}
      diagnostics={props.diagnostics}
      reveal={reveal}
      commands={props.commands}
      selection={props.selection}
    />
  );
}

type DiffProps = TextProps & {
  readonly variant: Variant;
  readonly compared: { readonly id: string; readonly comparison: Comparison };
  readonly path: string;
  readonly isDeleted: boolean;
};

function FileDiff({
  compared: { id, comparison },
  path,
  isDeleted,
  variant,
  text: [phase, retry],
  session,
  ...props
}: DiffProps) {
  const label = useEditorState(session).head.description;
  const original = useOriginalText(id, isDeleted ? path : comparison.originalOf(path));
  if (comparison.phase === 'missing') return <EmptyState title="The version does not exist" />;
  if (original.phase === 'failed' || comparison.phase === 'failed')
    return <ErrorState title="The versions could not be compared." onRetry={comparison.retry} />;
  if (phase === 'failed' && !isDeleted) return <ErrorState title={`${path} could not be loaded.`} onRetry={retry} />;
  if (original.phase === 'loading' || comparison.phase === 'loading' || (phase === 'loading' && !isDeleted))
    return <Skeleton className={styles['fill'] ?? ''} aria-label={`Comparing ${path}`} />;
  const isReadOnly = props.readOnlyReason !== undefined;
  return (
    <>
      <p className={styles['compared']}>
        {comparison.name} <span aria-hidden="true">→</span> {isDeleted ? 'deleted' : label}
        {isReadOnly && ' · read-only'}
      </p>
      <DiffView
        label={`${path}: ${comparison.name} and ${label}`}
        original={original.text}
        modified={isDeleted ? '' : { models: session.models, path }}
        language={SCRIPT_LANGUAGE}
        layout={variant === 'inline-diff' ? 'inline' : 'side-by-side'}
        readOnly={isReadOnly}
      />
    </>
  );
}
