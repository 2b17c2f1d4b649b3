import { Button, Skeleton } from '@mantine/core';
import { DRAFT_STATUSES, READ_ONLY_DRAFT } from '@switchboard/model/changelist';
import { Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { usePermission, useSession } from '../../api/session/session.ts';
import { readFailureRef, writeFailureRef } from '../../entities/failure/failure-ref.ts';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { lazyComponent } from '../../lib/load-chunk.ts';
import { useLatest } from '../../lib/use-latest.ts';
import type { EditorCommand, SelectionRef } from '../../ui/editor/code-editor.tsx';
import type { Diagnostic } from '../../ui/editor/diagnostic.ts';
import { applyFix } from '../../ui/editor/language/apply-fix.ts';
import type { MonacoEditor } from '../../ui/editor/monaco/load-monaco.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { toastDone, toastFailed } from '../../ui/feedback/toasts.ts';
import { useLeaveGuard } from '../../ui/form/use-leave-guard.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { writeLines } from './draft/lines.ts';
import type { OpenedDraft } from './draft/load-draft.ts';
import { useComparison } from './draft/use-comparison.ts';
import { useRecovery } from './draft/use-recovery.ts';
import { useScriptLanguage } from './draft/use-script-language.ts';
import styles from './editor.module.css';
import { EDITOR_PARAMETERS, modesOf } from './editor-parameters.ts';
import { useEditorShortcuts } from './editor-shortcuts.ts';
import { EditorHeader } from './header/editor-header.tsx';
import { lineageAt } from './lineage/lineage-at.ts';
import { ModeRail } from './panels/mode-rail.tsx';
import { SidePanel } from './panels/side-panel.tsx';
import { TextPane } from './panels/text-pane.tsx';
import { LowerPanel } from './preview/lower-panel.tsx';
import { previewCommand } from './preview/preview-command.ts';
import { usePreviewAtCursor } from './preview/use-preview-at-cursor.ts';
import { useTablePreview } from './preview/use-table-preview.ts';
import { commentCommand } from './review/comment-command.ts';
import { SaveDialogs } from './save/save-dialogs.tsx';
import { useMergeDraft } from './save/use-merge-draft.ts';
import { errorsToast, useSaveDraft } from './save/use-save-draft.ts';
import { useDraftRefresh } from './use-draft-refresh.ts';
import { useActiveText, useDraftFiles, useDraftState, useOpenFiles } from './use-editor-state.ts';
import { useFileOperations } from './use-file-operations.tsx';
import { useRefusedDrops } from './use-refused-drops.ts';

const LineageView = lazyComponent(async () => (await import('./lineage/lineage-view.tsx')).LineageView);
const FailurePanel = lazyComponent(async () => (await import('./explain/failure-panel.tsx')).FailurePanel);
const EditorReview = lazyComponent(async () => (await import('./review/editor-review.tsx')).EditorReview);

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
  const { files, models } = useDraftFiles(opened);
  const [{ head, publishedId }, setState] = useDraftState(opened);
  const snapshot = useSyncExternalStore(files.subscribe, files.snapshot);
  const tabs = useOpenFiles(files, address, path);
  const text = useActiveText(head.id, files, tabs.active);
  const language = useScriptLanguage(head.id, files, models, tabs.openAt);

  const isDraft = DRAFT_STATUSES.some((status) => status === head.status);
  const isEditable = isDraft && mayDevelop;
  const readOnlyReason = isEditable
    ? undefined
    : isDraft
      ? 'You need the permission develop-scripts to edit drafts.'
      : READ_ONLY_DRAFT;

  const otherId = mayCompare && head.status !== 'running' ? url.compare || publishedId : null;
  const isCompared =
    otherId !== null && (url.mode === 'Changes' || url.variant !== 'editor' || url.fileType === 'original');
  const comparison = useComparison(head.id, isCompared ? otherId : null, snapshot, head.version);
  const compared = otherId === null ? null : { id: otherId, comparison };
  const modes = modesOf(head.status, mayCompare);
  const mode = modes.includes(url.mode) ? url.mode : 'Files';

  const version = useRef(head.version);
  useEffect(() => {
    version.current = head.version;
  }, [head.version]);
  const [readVersion] = useState(() => () => version.current);
  const recovery = useRecovery({ id: head.id, files, models }, readVersion, isEditable);
  const refresh = useDraftRefresh({ head, files, models, onState: setState });
  const { reload } = refresh;
  const reloadMerged = useCallback(() => reload(false), [reload]);
  const reloadSaved = useCallback(() => reload(true), [reload]);
  const saving = useSaveDraft({
    files,
    head,
    onState: setState,
    onOutdated: refresh.refreshHead,
    onReload: reloadSaved,
  });
  const merging = useMergeDraft(head, reloadMerged);
  const guard = useLeaveGuard(isEditable && snapshot.unsaved.size > 0);
  const [isTesting, setIsTesting] = useState(false);
  const [isPublishing, setIsPublishing] = useState(false);
  const [isHelp, setIsHelp] = useState(false);

  const compare = (file: string): void => {
    tabs.open(file);
    changeUrl({ variant: 'diff', file }, { replace: true });
  };
  const operations = useFileOperations({
    files,
    opened: tabs,
    declarations: language.declarations,
    isEditable: isEditable && !saving.isSaving,
    compare: otherId === null ? undefined : compare,
  });

  const hasErrors = language.diagnostics.some(({ severity }) => severity === 'error');
  /** Whether a name is being entered that cannot be taken. */
  const isBlocked = (): boolean => {
    const problem = operations.problem();
    if (problem === null) return false;
    toastFailed('Cannot Save');
    return true;
  };
  const save = (): void => {
    if (!isBlocked()) void saving.save({ kind: 'save' });
  };
  const test = (): void => {
    if (isBlocked()) return;
    if (hasErrors) toastFailed(errorsToast('test'));
    else setIsTesting(true);
  };
  const publish = (): void => {
    if (!mayPublish || isBlocked()) return;
    if (hasErrors) toastFailed(errorsToast('publish'));
    else setIsPublishing(true);
  };
  const selected: SelectionRef = useRef(null);
  const copyLink = (): void => {
    const selection = selected.current?.();
    const link = new URL(window.location.href);
    if (tabs.active !== null) link.searchParams.set('file', tabs.active);
    if (selection !== null && selection !== undefined) link.searchParams.set('lines', writeLines(selection));
    link.searchParams.delete('referrer');
    navigator.clipboard.writeText(link.href).then(
      () => toastDone('Copied to clipboard!'),
      () => toastFailed('The link could not be copied.'),
    );
  };
  const previews = useTablePreview({ id: head.id, files, readVersion });
  const preview = usePreviewAtCursor({ language, active: tabs.active, selection: selected, previews });
  const showLineage = async (editor: MonacoEditor | null): Promise<void> => {
    const at = editor === null || language.client === null ? null : await lineageAt(language.client, editor);
    changeUrl({ lineage: at?.node ?? 'all', lineageColumn: at?.column ?? '' });
  };
  const latest = useLatest({ save, test, publish, copyLink, preview, showLineage });
  const commentAtCursor = useRef<(() => void) | null>(null);
  const [commands] = useState((): readonly EditorCommand[] => [
    { id: 'save', label: 'Save', run: () => latest.current.save() },
    { id: 'test', label: 'Test', run: () => latest.current.test() },
    { id: 'publish', label: 'Publish', run: () => latest.current.publish() },
    {
      id: 'lineage',
      label: 'Show lineage',
      isInMenu: true,
      keys: ({ KeyMod, KeyCode }) => KeyMod.Alt | KeyMod.Shift | KeyCode.KeyL,
      run: (editor) => void latest.current.showLineage(editor),
    },
    { id: 'link', label: 'Copy link to lines', isInMenu: true, run: () => latest.current.copyLink() },
    ...(mayDevelop ? [previewCommand(() => latest.current.preview())] : []),
    ...(isEditable ? [commentCommand(() => commentAtCursor.current?.())] : []),
  ]);
  const fix = (diagnostic: Diagnostic): void => {
    if (language.client === null) return;
    tabs.openAt(diagnostic);
    applyFix(language.client, models, diagnostic).then(
      (isApplied) => {
        if (!isApplied) toastFailed('The problem has changed. Choose its fix again.');
      },
      () => toastFailed('The problem could not be fixed.'),
    );
  };
  const closeTo = url.referrer || `/app/${account.urlName}/scripts/${isDraft ? 'drafts' : 'published'}`;
  const [reviewSlot, setReviewSlot] = useState<HTMLElement | null>(null);
  const root = useRef<HTMLDivElement>(null);
  useRefusedDrops();
  useEditorShortcuts(root, isEditable ? { save, test, publish } : null);
  const explained = readFailureRef(url.explain);
  const deleted = url.fileType === 'original' && otherId !== null ? url.file : null;

  return (
    <div className={styles['editor']} ref={root} role="dialog" aria-label="Script editor">
      <EditorHeader
        head={head}
        isEditable={isEditable}
        unsaved={snapshot.unsaved.size}
        isSaving={saving.isSaving}
        onRenamed={(description) => setState((state) => ({ ...state, head: { ...state.head, description } }))}
        onSave={save}
        onTest={test}
        onPublish={publish}
        onHelp={() => setIsHelp(!isHelp)}
        closeTo={closeTo}
        slot={setReviewSlot}
      />
      {isDraft && head.needs_merge && (
        <Banner
          tone="warning"
          title="This draft was branched from an older version than the current Published version. Its contents maybe out of date."
          actions={
            isEditable && (
              <Button
                loading={merging.isMerging}
                disabled={snapshot.unsaved.size > 0}
                data-tip={snapshot.unsaved.size > 0 ? 'Save first, then merge.' : 'Take over what was published since'}
                onClick={() => void merging.merge()}
              >
                Merge
              </Button>
            )
          }
        />
      )}
      {refresh.newer !== null && (
        <Banner
          tone="warning"
          title={`${refresh.newer.updated_by?.name ?? 'Somebody else'} saved this draft. You are editing an older version.`}
          actions={
            <>
              <Button onClick={() => void refresh.reload(false)}>Discard my changes</Button>
              <Button onClick={() => void refresh.reload(true)}>Keep my changes</Button>
            </>
          }
        />
      )}
      {recovery.recoveredAt !== null && (
        <Banner
          tone="info"
          title="Your unsaved changes were recovered."
          onDismiss={recovery.dismiss}
          actions={
            <Button
              onClick={() => {
                recovery.dismiss();
                void refresh.reload(false);
              }}
            >
              Discard them
            </Button>
          }
        >
          You made them <Timestamp value={new Date(recovery.recoveredAt).toISOString()} />.
        </Banner>
      )}
      {explained !== null && (
        <Suspense fallback={null}>
          <FailurePanel
            failure={explained}
            onOpenAt={tabs.openAt}
            onExplain={(behind) => changeUrl({ explain: writeFailureRef(behind) })}
            onClose={() => changeUrl({ explain: '' }, { replace: true })}
          />
        </Suspense>
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
          snapshot={snapshot}
          tabs={tabs}
          language={language}
          operations={operations}
          comparison={comparison}
          publishedId={publishedId}
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
              label={head.description}
              models={models}
              opened={tabs}
              text={text}
              unsaved={snapshot.unsaved}
              variant={url.variant}
              onVariant={(variant) => changeUrl({ variant, fileType: 'draft' }, { replace: true })}
              deleted={deleted}
              compared={compared}
              readOnlyReason={readOnlyReason}
              diagnostics={language.diagnostics}
              reveal={tabs.reveal}
              commands={commands}
              selection={selected}
              isHelp={isHelp}
              onCopyLink={copyLink}
              onLineage={() => void showLineage(null)}
              onPreview={mayDevelop ? preview : undefined}
            />
            <LowerPanel
              language={language}
              onOpenAt={tabs.openAt}
              onFix={isEditable ? fix : undefined}
              previews={previews}
            />
          </div>
        )}
        <Suspense fallback={null}>
          <EditorReview
            head={head}
            files={files}
            models={models}
            tabs={tabs}
            selection={selected}
            commentAtCursor={commentAtCursor}
            isUnsaved={snapshot.unsaved.size > 0}
            slot={reviewSlot}
            isOpen={url.review}
            onToggle={(review) => changeUrl({ review }, { replace: true })}
          />
        </Suspense>
      </div>
      {guard.dialog}
      <Suspense fallback={null}>
        <SaveDialogs
          saving={saving}
          merging={merging}
          refresh={refresh}
          changed={[...snapshot.unsaved]}
          uploads={isTesting ? language.declarations.filter(({ declaration_type: type }) => type === 'export') : null}
          onTestClose={() => setIsTesting(false)}
          publishing={isPublishing ? { head, files } : null}
          onPublishClose={() => setIsPublishing(false)}
        />
      </Suspense>
    </div>
  );
}
