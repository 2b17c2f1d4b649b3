import { lazyComponent } from '../../../lib/load-chunk.ts';
import type { Declaration } from '../../../ui/editor/language/language-client.ts';
import type { DraftFiles } from '../draft/draft-files.ts';
import type { DraftHead } from '../draft/load-draft.ts';
import type { DraftRefresh } from '../use-draft-refresh.ts';
import type { MergeDraft } from './use-merge-draft.ts';
import type { SaveDraft } from './use-save-draft.ts';

const StaleDialog = lazyComponent(async () => (await import('./stale-dialog.tsx')).StaleDialog);
const OverwriteDialog = lazyComponent(async () => (await import('./overwrite-dialog.tsx')).OverwriteDialog);
const MergeDialog = lazyComponent(async () => (await import('./merge-dialog.tsx')).MergeDialog);
const PublishDialog = lazyComponent(async () => (await import('../publish/publish-dialog.tsx')).PublishDialog);
const TestDialog = lazyComponent(async () => (await import('./test-dialog.tsx')).TestDialog);

type Props = {
  readonly saving: SaveDraft;
  readonly merging: MergeDraft;
  readonly refresh: DraftRefresh;
  /** Paths that the person has changed. */
  readonly changed: readonly string[];
  /** Null while no test is being launched. */
  readonly uploads: readonly Declaration[] | null;
  readonly onTestClose: () => void;
  /** Null while nothing is being published. */
  readonly publishing: { readonly head: DraftHead; readonly files: DraftFiles } | null;
  readonly onPublishClose: () => void;
};

/** The questions of saving, testing, publishing and merging; one at a time. */
export function SaveDialogs({ saving, merging, refresh, changed, uploads, onTestClose, ...props }: Props) {
  const { question, dismiss, save } = saving;
  if (question?.kind === 'stale') {
    const take = async (keepMine: boolean): Promise<boolean> => {
      const isRead = await refresh.reload(keepMine);
      if (isRead && keepMine) void save(question.action);
      return isRead;
    };
    return <StaleDialog stale={question.stale} changed={changed} onClose={dismiss} onTake={take} />;
  }
  if (question?.kind === 'overwrite')
    return (
      <OverwriteDialog
        message={question.message}
        onClose={dismiss}
        onConfirm={() => save({ kind: 'publish', force: true })}
      />
    );
  if (merging.conflicts !== null)
    return <MergeDialog conflicts={merging.conflicts} onClose={merging.dismiss} onMerge={merging.merge} />;
  if (props.publishing !== null)
    return (
      <PublishDialog
        {...props.publishing}
        onClose={props.onPublishClose}
        onPublish={() => {
          props.onPublishClose();
          void save({ kind: 'publish', force: false });
        }}
      />
    );
  if (uploads !== null)
    return (
      <TestDialog
        uploads={uploads}
        onClose={onTestClose}
        onLaunch={(names, fetchNew) => save({ kind: 'test', uploads: names, fetchNew })}
      />
    );
  return null;
}
