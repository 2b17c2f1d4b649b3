import { Button } from '@mantine/core';
import { DRAFT_STATUSES } from '@switchboard/model/changelist';
import { moveLine } from '@switchboard/model/text/move-line';
import { IconMessage } from '@tabler/icons-react';
import { type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useQuery } from 'urql';
import { DraftReviewDocument } from '../../../api/generated/documents/review.ts';
import type { Changes } from '../../../api/live/live.ts';
import { useRefetchOnChanges } from '../../../api/live/use-refetch-on-changes.ts';
import { usePermission } from '../../../api/session/session.ts';
import { PresentPeople } from '../../../entities/draft/presence/present-people.tsx';
import { lazyComponent } from '../../../lib/load-chunk.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import type { SelectionRef } from '../../../ui/editor/code-editor.tsx';
import type { FileModels } from '../../../ui/editor/monaco/file-models.ts';
import { useMonaco } from '../../../ui/editor/monaco/use-monaco.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { toastFailed } from '../../../ui/feedback/toasts.ts';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { ICON_SIZE } from '../../../ui/theme/metrics.ts';
import type { DraftFiles } from '../draft/draft-files.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { useDraftSnapshot, useEditorState } from '../session/use-editor-session.ts';
import type { OpenFiles } from '../use-editor-state.ts';
import { keepCommentMarks } from './comment-marks.ts';
import styles from './review.module.css';
import { commentCount, reviewState, type Thread } from './review-texts.ts';
import { usePresence } from './use-presence.ts';
import { type Place, useReviewActions } from './use-review-actions.ts';

const ReviewPanel = lazyComponent(async () => (await import('./review-panel.tsx')).ReviewPanel);

type Props = {
  readonly session: EditorSession;
  readonly tabs: OpenFiles;
  readonly selection: SelectionRef;
  /** Takes the action of the command that comments on the line of the cursor; null where nothing may be commented. */
  readonly commentAtCursor: RefObject<(() => void) | null>;
  /** Where the head of the editor shows who is here and the button of the review. */
  readonly slot: HTMLElement | null;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
};

/** Shows who else has the draft open, its comments in the margin of the texts, and the panel of its review. */
export function EditorReview(props: Props) {
  const { session, tabs, selection, commentAtCursor, slot, isOpen, onToggle } = props;
  const { files, models } = session;
  const { head } = useEditorState(session);
  const isUnsaved = useDraftSnapshot(session).unsaved.size > 0;
  const { id, version } = head;
  const isDraft = DRAFT_STATUSES.some((status) => status === head.status);
  const mayDevelop = usePermission('develop-scripts');
  const presence = usePresence(id, isDraft && mayDevelop && isUnsaved);
  const [{ data, error }, ask] = useQuery({
    query: DraftReviewDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const refetch = useCallback(() => ask({ requestPolicy: 'network-only' }), [ask]);
  const concerns = useCallback(
    ({ changelists, events }: Changes) =>
      changelists.some((changelist) => changelist.id === id) || events.some(({ code }) => code.startsWith('APPROVAL_')),
    [id],
  );
  useRefetchOnChanges(refetch, concerns);
  // A saving of this person moves lines and withdraws answers.
  const known = useRef(version);
  useEffect(() => {
    if (known.current === version) return;
    known.current = version;
    refetch();
  }, [version, refetch]);

  const draft = data?.changelist ?? null;
  const [place, setPlace] = useState<Place | null>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const actions = useReviewActions(id, version);

  /** Makes the next comment about a line of the shown text, if it is saved. */
  const chooseLine = (): void => {
    const { active } = tabs;
    const line = selection.current?.()?.line ?? null;
    if (active === null || line === null) return;
    const saved = files.savedTextOf(active);
    const savedLine = saved === null ? null : moveLine(files.textOf(active) ?? '', saved, line);
    const file = files.snapshot().files.find(({ path, editFlags }) => path === active && !editFlags.deleted);
    const path = file?.editFlags.originalPath ?? null;
    if (savedLine === null || path === null) {
      toastFailed(`Save the draft first: line ${line} of ${active} is not saved yet.`);
      return;
    }
    setPlace({ path, line: savedLine });
    onToggle(true);
  };
  const canComment = isDraft && mayDevelop;
  useCommentMarks(draft?.comments ?? NO_THREADS, files, models, (thread) => {
    setActiveId(thread);
    onToggle(true);
  });
  useEffect(() => {
    commentAtCursor.current = canComment ? chooseLine : null;
  });

  const presentPath = (saved: string): string =>
    files.snapshot().files.find(({ editFlags }) => editFlags.originalPath === saved)?.path ?? saved;
  const open = (thread: Thread): void => {
    if (thread.path == null || thread.line == null) return;
    setActiveId(thread.id);
    const path = presentPath(thread.path);
    const saved = files.savedTextOf(path);
    const line = (saved === null ? null : moveLine(saved, files.textOf(path) ?? '', thread.line)) ?? thread.line;
    tabs.openAt({ path, line, endLine: line, column: 1, endColumn: 1 });
  };
  const openCount = draft?.open_comments ?? 0;
  return (
    <>
      {slot !== null &&
        createPortal(
          <>
            <PresentPeople people={presence.others} />
            {presence.own_tabs > 0 && (
              <StatusBadge
                tone="warning"
                label="Also open in another tab of yours"
                tip="What you save in one tab, the other does not have."
              />
            )}
            {draft?.approved_by != null && (
              <StatusBadge tone="completed" label={`Approved by ${draft.approved_by.name}`} />
            )}
            {draft !== null && isDraft && (draft.review.state !== 'none' || draft.review.is_required) && (
              <StatusBadge {...reviewState(draft.review)} tip={draft.review.publish_problem ?? undefined} />
            )}
            <Button
              variant="subtle"
              aria-expanded={isOpen}
              leftSection={<IconMessage size={ICON_SIZE} />}
              data-tip={openCount === 0 ? 'No open comments' : `${commentCount(openCount)} open`}
              onClick={() => onToggle(!isOpen)}
            >
              Review{openCount > 0 && ` (${openCount})`}
            </Button>
          </>,
          slot,
        )}
      {isOpen && draft !== null && (
        <Suspense fallback={<PanelNotice />}>
          <ReviewPanel
            // What is approved is the version that this person sees.
            draft={{ ...draft, version }}
            actions={canComment ? actions : undefined}
            isUnsaved={isUnsaved}
            place={place}
            onPlace={setPlace}
            onChooseLine={tabs.active === null ? undefined : chooseLine}
            activeId={activeId}
            onOpen={open}
            onSettings={refetch}
            onClose={() => onToggle(false)}
          />
        </Suspense>
      )}
      {isOpen && draft === null && <PanelNotice problem={error?.message} onRetry={refetch} />}
    </>
  );
}

type NoticeProps = { readonly problem?: string | undefined; readonly onRetry?: () => void };

/** Replaces the panel while it loads, and when it could not be loaded. */
function PanelNotice({ problem, onRetry }: NoticeProps) {
  return (
    <aside className={styles['panel']} aria-label="Review">
      {problem === undefined ? (
        <p role="status">Loading the review…</p>
      ) : (
        <ErrorState title="The review could not be loaded." detail={problem} onRetry={onRetry} />
      )}
    </aside>
  );
}

const NO_THREADS: readonly Thread[] = [];

/** Marks the lines of open threads in the texts of the editor. */
function useCommentMarks(
  threads: readonly Thread[],
  files: DraftFiles,
  models: FileModels,
  onOpen: (id: string) => void,
): void {
  const load = useMonaco();
  const monaco = load.phase === 'ready' ? load.monaco : null;
  const latest = useLatest(onOpen);
  const marks = useMemo(
    () =>
      threads.flatMap(({ id, path, line, resolved, body, created_by: author }) =>
        path == null || line == null || resolved != null
          ? []
          : [{ id, path, line, text: `${author?.name ?? 'Somebody'}: ${body.slice(0, 200)}` }],
      ),
    [threads],
  );
  useEffect(() => {
    if (monaco === null) return;
    const moved = new Map(files.snapshot().files.map(({ path, editFlags }) => [editFlags.originalPath, path]));
    return keepCommentMarks({
      monaco,
      models,
      files,
      marks: marks.map((mark) => ({ ...mark, path: moved.get(mark.path) ?? mark.path })),
      onOpen: (id) => latest.current(id),
    });
  }, [monaco, models, files, marks]);
}
