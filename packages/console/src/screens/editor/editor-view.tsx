import { Skeleton } from '@mantine/core';
import { DRAFT_STATUSES, READ_ONLY_DRAFT } from '@switchboard/model/changelist';
import { Suspense, useRef, useState } from 'react';
import { usePermission, useSession } from '../../api/session/session.ts';
import { readFailureRef, writeFailureRef } from '../../entities/failure/failure-ref.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { lazyComponent, lazyLayer } from '../../lib/load-chunk.ts';
import type { SelectionRef } from '../../ui/editor/code-editor.tsx';
import { useLeaveGuard } from '../../ui/form/use-leave-guard.tsx';
import type { OpenedDraft } from './draft/load-draft.ts';
import { useComparison } from './draft/use-comparison.ts';
import { useScriptLanguage } from './draft/use-script-language.ts';
import styles from './editor.module.css';
import { EditorBanners } from './editor-banners.tsx';
import { editorCommands } from './editor-commands.ts';
import { EDITOR_PARAMETERS, modesOf } from './editor-parameters.ts';
import { useEditorShortcuts } from './editor-shortcuts.ts';
import { EditorHeader } from './header/editor-header.tsx';
import { ModeRail } from './panels/mode-rail.tsx';
import { SidePanel } from './panels/side-panel.tsx';
import { TextPane } from './panels/text-pane.tsx';
import { LowerPanel } from './preview/lower-panel.tsx';
import { useTablePreview } from './preview/use-table-preview.ts';
import { SaveDialogs } from './save/save-dialogs.tsx';
import { useDraftSnapshot, useEditorSession, useEditorState } from './session/use-editor-session.ts';
import { useRecovery } from './session/use-recovery.ts';
import { useEditorActions } from './use-editor-actions.ts';
import { useActiveText, useOpenFiles } from './use-editor-state.ts';
import { useFileOperations } from './use-file-operations.tsx';
import { useRefusedDrops } from './use-refused-drops.ts';

const LineageView = lazyComponent(async () => (await import('./lineage/lineage-view.tsx')).LineageView);
const FailurePanel = lazyLayer(async () => (await import('./explain/failure-panel.tsx')).FailurePanel);
const EditorReview = lazyLayer(async () => (await import('./review/editor-review.tsx')).EditorReview);

type Props = {
  readonly opened: OpenedDraft;
  /** The file in the path of the address. */
  readonly path: string;
};

/** The editor of one version of the script. */
export function EditorView({ opened, path }: Props) {
  const { account } = useSession();
  const mayDevelop = usePermission('develop-scripts');
  const mayPublish = usePermission('publish-scripts');
  const mayCompare = usePermission('view-diffs-beta');
  const address = useUrlState(EDITOR_PARAMETERS);
  const [url, changeUrl] = address;
  const session = useEditorSession(opened);
  const { files, models } = session;
  const { head, publishedId, isSaving } = useEditorState(session);
  const snapshot = useDraftSnapshot(session);
  const tabs = useOpenFiles(files, address, path);
  const text = useActiveText(head.id, files, tabs.active);
  const language = useScriptLanguage(head.id, files, models, tabs.openAt);
  const previews = useTablePreview(session);

  const isDraft = DRAFT_STATUSES.some((status) => status === head.status);
  const isEditable = isDraft && mayDevelop;
  const readOnlyReason = isEditable
    ? undefined
    : isDraft
      ? 'You need the permission develop-scripts to edit drafts.'
      : READ_ONLY_DRAFT;
  const recovery = useRecovery(session, isEditable);
  const guard = useLeaveGuard(isEditable && snapshot.unsaved.size > 0);

  const otherId = mayCompare && head.status !== 'running' ? url.compare || publishedId : null;
  const isCompared =
    otherId !== null && (url.mode === 'Changes' || url.variant !== 'editor' || url.fileType === 'original');
  const comparison = useComparison(head.id, isCompared ? otherId : null, snapshot, head.version);
  const compared = otherId === null ? null : { id: otherId, comparison };
  const compare = (file: string): void => {
    tabs.open(file);
    changeUrl({ variant: 'diff', file }, { replace: true });
  };
  const modes = modesOf(head.status, mayCompare);
  const mode = modes.includes(url.mode) ? url.mode : 'Files';

  const selection: SelectionRef = useRef(null);
  const commentAtCursor = useRef<(() => void) | null>(null);
  const [reviewSlot, setReviewSlot] = useState<HTMLElement | null>(null);
  const [isHelp, setIsHelp] = useState(false);
  const operations = useFileOperations({
    session,
    opened: tabs,
    declarations: language.declarations,
    isEditable: isEditable && !isSaving,
    compare: otherId === null ? undefined : compare,
  });
  const actions = useEditorActions({ session, tabs, language, previews, selection, address, mayPublish });
  const commands = editorCommands(actions, {
    mayPreview: mayDevelop,
    comment: isEditable ? () => commentAtCursor.current?.() : undefined,
  });
  const root = useRef<HTMLDivElement>(null);
  useRefusedDrops();
  useEditorShortcuts(root, isEditable ? actions : null);
  const explained = readFailureRef(url.explain);

  return (
    <div className={styles['editor']} ref={root} role="dialog" aria-label="Script editor">
      <EditorHeader
        head={head}
        isEditable={isEditable}
        unsaved={snapshot.unsaved.size}
        isSaving={isSaving}
        onRenamed={(description) => session.rename(description)}
        onSave={actions.save}
        onTest={actions.test}
        onPublish={actions.publish}
        onHelp={() => setIsHelp(!isHelp)}
        closeTo={url.referrer || `/app/${account.urlName}/scripts/${isDraft ? 'drafts' : 'published'}`}
        slot={setReviewSlot}
      />
      <EditorBanners session={session} recovery={recovery} isDraft={isDraft} isEditable={isEditable} />
      {explained !== null && (
        <FailurePanel
          failure={explained}
          onOpenAt={tabs.openAt}
          onExplain={(behind) => changeUrl({ explain: writeFailureRef(behind) })}
          onClose={() => changeUrl({ explain: '' }, { replace: true })}
        />
      )}
      <div className={styles['body']}>
        <ModeRail
          modes={modes}
          mode={mode}
          onMode={(next) =>
            changeUrl({ mode: next, ...(next === 'Changes' ? { variant: 'diff' } : {}) }, { replace: true })
          }
        />
        <SidePanel
          mode={mode}
          session={session}
          tabs={tabs}
          language={language}
          operations={operations}
          comparison={comparison}
          address={address}
        />
        {url.lineage !== '' ? (
          <Suspense fallback={<Skeleton className={styles['fill'] ?? ''} aria-label="Loading the lineage" />}>
            <LineageView
              language={language}
              address={address}
              onOpenAt={(range) => {
                changeUrl({ lineage: '', lineageColumn: '' });
                tabs.openAt(range);
              }}
            />
          </Suspense>
        ) : (
          <div className={styles['work']}>
            <TextPane
              session={session}
              opened={tabs}
              text={text}
              variant={url.variant}
              onVariant={(variant) => changeUrl({ variant, fileType: 'draft' }, { replace: true })}
              deleted={url.fileType === 'original' && otherId !== null ? url.file : null}
              compared={compared}
              readOnlyReason={readOnlyReason}
              diagnostics={language.diagnostics}
              commands={commands}
              selection={selection}
              isHelp={isHelp}
              onCopyLink={actions.copyLink}
              onLineage={() => actions.showLineage(null)}
              onPreview={mayDevelop ? actions.preview : undefined}
            />
            <LowerPanel
              language={language}
              onOpenAt={tabs.openAt}
              onFix={isEditable ? actions.fix : undefined}
              previews={previews}
            />
          </div>
        )}
        <EditorReview
          session={session}
          tabs={tabs}
          selection={selection}
          commentAtCursor={commentAtCursor}
          slot={reviewSlot}
          isOpen={url.review}
          onToggle={(review) => changeUrl({ review }, { replace: true })}
        />
      </div>
      {guard.dialog}
      <Suspense fallback={null}>
        <SaveDialogs session={session} declarations={language.declarations} />
      </Suspense>
    </div>
  );
}
