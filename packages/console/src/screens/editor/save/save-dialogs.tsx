import { lazyComponent } from '../../../lib/load-chunk.ts';
import type { Declaration } from '../../../ui/editor/language/language-client.ts';
import { scriptOf } from '../draft/script-of.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { useDraftSnapshot, useEditorState } from '../session/use-editor-session.ts';

const StaleDialog = lazyComponent(async () => (await import('./stale-dialog.tsx')).StaleDialog);
const OverwriteDialog = lazyComponent(async () => (await import('./overwrite-dialog.tsx')).OverwriteDialog);
const MergeDialog = lazyComponent(async () => (await import('./merge-dialog.tsx')).MergeDialog);
const PublishDialog = lazyComponent(async () => (await import('../publish/publish-dialog.tsx')).PublishDialog);
const TestDialog = lazyComponent(async () => (await import('./test-dialog.tsx')).TestDialog);

type Props = {
  readonly session: EditorSession;
  readonly declarations: readonly Declaration[];
};

/** The questions of saving, testing, publishing and merging; one at a time. */
export function SaveDialogs({ session, declarations }: Props) {
  const { head, question, conflicts, dialog } = useEditorState(session);
  const { unsaved } = useDraftSnapshot(session);
  if (question?.kind === 'stale') {
    const take = async (keepMine: boolean): Promise<boolean> => {
      const isRead = await session.reload(keepMine);
      if (isRead && keepMine) void session.save(question.action);
      return isRead;
    };
    return (
      <StaleDialog stale={question.stale} changed={[...unsaved]} onClose={session.dismissQuestion} onTake={take} />
    );
  }
  if (question?.kind === 'overwrite')
    return (
      <OverwriteDialog
        message={question.message}
        onClose={session.dismissQuestion}
        onConfirm={() => session.save({ kind: 'publish', force: true })}
      />
    );
  if (conflicts !== null)
    return <MergeDialog conflicts={conflicts} onClose={session.dismissConflicts} onMerge={session.merge} />;
  if (dialog === 'publish')
    return (
      <PublishDialog
        head={head}
        files={session.files}
        onClose={session.closeDialog}
        onPublish={(title) => {
          session.closeDialog();
          void session.save({ kind: 'publish', force: false, title });
        }}
      />
    );
  if (dialog === 'test')
    return (
      <TestDialog
        script={() => scriptOf(head, session.files)}
        uploads={declarations.filter(({ declaration_type: type }) => type === 'export')}
        onClose={session.closeDialog}
        onLaunch={(names, fetchNew) => session.save({ kind: 'test', uploads: names, fetchNew })}
      />
    );
  return null;
}
