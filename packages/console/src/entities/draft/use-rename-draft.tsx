import { type ReactNode, useState } from 'react';
import { usePermission } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';

const RenameDialog = lazyLayer(async () => (await import('./rename-dialog.tsx')).RenameDialog);

type Draft = { readonly id: string; readonly description: string };

export type DraftRenaming = {
  /** Asks for the description of a draft; undefined for people without the permission. */
  readonly ask: ((draft: Draft) => void) | undefined;
  /** The question. */
  readonly dialog: ReactNode;
};

/** Changes the description of a draft in a dialog. */
export function useRenameDraft(onRenamed: () => void): DraftRenaming {
  const mayDevelop = usePermission('develop-scripts');
  const [draft, setDraft] = useState<Draft | null>(null);
  return {
    ask: mayDevelop ? setDraft : undefined,
    dialog: draft !== null && <RenameDialog draft={draft} onClose={() => setDraft(null)} onRenamed={onRenamed} />,
  };
}
