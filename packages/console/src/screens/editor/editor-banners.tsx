import { Button } from '@mantine/core';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import type { EditorSession } from './session/editor-session.ts';
import { useDraftSnapshot, useEditorState } from './session/use-editor-session.ts';
import type { Recovery } from './session/use-recovery.ts';

type Props = {
  readonly session: EditorSession;
  readonly recovery: Recovery;
  readonly isDraft: boolean;
  readonly isEditable: boolean;
};

/** Versions that the draft has fallen behind, and changes that were brought back. */
export function EditorBanners({ session, recovery, isDraft, isEditable }: Props) {
  const { head, newer, isMerging } = useEditorState(session);
  const isUnsaved = useDraftSnapshot(session).unsaved.size > 0;
  return (
    <>
      {isDraft && head.needs_merge && (
        <Banner
          tone="warning"
          title="This draft was branched from an older version than the current Published version. Its contents maybe out of date."
          actions={
            isEditable && (
              <Button
                loading={isMerging}
                disabled={isUnsaved}
                data-tip={isUnsaved ? 'Save first, then merge.' : 'Take over what was published since'}
                onClick={() => void session.merge()}
              >
                Merge
              </Button>
            )
          }
        />
      )}
      {newer !== null && (
        <Banner
          tone="warning"
          title={`${newer.updated_by?.name ?? 'Somebody else'} saved this draft. You are editing an older version.`}
          actions={
            <>
              <Button onClick={() => void session.reload(false)}>Discard my changes</Button>
              <Button onClick={() => void session.reload(true)}>Keep my changes</Button>
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
                void session.reload(false);
              }}
            >
              Discard them
            </Button>
          }
        >
          You made them <Timestamp value={new Date(recovery.recoveredAt).toISOString()} />.
        </Banner>
      )}
    </>
  );
}
