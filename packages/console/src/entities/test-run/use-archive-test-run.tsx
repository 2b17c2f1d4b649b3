import { type ReactNode, useCallback, useState } from 'react';
import { ArchiveTestRunDocument } from '../../api/generated/documents/test-run.ts';
import { usePermission } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';

const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

/** A test run by its id and the description of its draft. */
type Named = { readonly id: string; readonly description: string };

export type TestRunArchiving = {
  /** Asks whether to archive a test run; undefined for people without the permission. */
  readonly ask: ((run: Named) => void) | undefined;
  /** The question. */
  readonly dialog: ReactNode;
};

/**
 * Archives test runs after a question.
 * @param onArchived takes the run from the list
 */
export function useArchiveTestRun(onArchived: (id: string) => void): TestRunArchiving {
  const mayArchive = usePermission('develop-scripts');
  const [asked, setAsked] = useState<Named | null>(null);
  const ask = useCallback((run: Named) => setAsked(run), []);
  const { run } = useMutationAction(ArchiveTestRunDocument, {
    done: () => 'Test run archived',
  });
  return {
    ask: mayArchive ? ask : undefined,
    dialog: asked !== null && (
      <ConfirmDialog
        title="Archive this test run?"
        confirmLabel="Archive"
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          const isDone = (await run({ id: asked.id, archived: true })) !== null;
          if (isDone) onArchived(asked.id);
          return isDone;
        }}
      >
        The test run of <strong>{asked.description}</strong> leaves this list. Its draft stays, and so do its downloads,
        uploads and events.
      </ConfirmDialog>
    ),
  };
}
