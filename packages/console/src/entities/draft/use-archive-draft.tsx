import { type ReactNode, useState } from 'react';
import { ArchiveDraftDocument } from '../../api/generated/documents/change-draft.ts';
import { usePermission } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';

const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

type Draft = { readonly id: string; readonly description: string };

export type DraftArchiving = {
  /** Asks whether to archive a draft; undefined for people without the permission. */
  readonly ask: ((draft: Draft) => void) | undefined;
  /** The question. */
  readonly dialog: ReactNode;
};

/** Archives a draft after a question. */
export function useArchiveDraft(onArchived: (id: string) => void): DraftArchiving {
  const mayDevelop = usePermission('develop-scripts');
  const [draft, setDraft] = useState<Draft | null>(null);
  const { run } = useMutationAction(ArchiveDraftDocument, {
    done: () => 'Draft archived',
    problem: ({ save_changelist: saved }) => ('problem' in saved ? `Error archiving draft: ${saved.problem}` : null),
    failed: 'Error archiving draft',
  });
  return {
    ask: mayDevelop ? setDraft : undefined,
    dialog: draft !== null && (
      <ConfirmDialog
        title="Archive this draft?"
        confirmLabel="Archive"
        danger
        onClose={() => setDraft(null)}
        onConfirm={async () => {
          const isDone = (await run({ id: draft.id })) !== null;
          if (isDone) onArchived(draft.id);
          return isDone;
        }}
      >
        <strong>{draft.description}</strong> leaves the active drafts, and cannot be edited, tested or published. Its
        files stay readable, and it can be cloned.
      </ConfirmDialog>
    ),
  };
}
