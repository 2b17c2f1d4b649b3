import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import type { Deletion } from './views-menu.tsx';

type Props = { readonly deletion: Deletion; readonly onClose: () => void };

/** Asks before a view is deleted for everybody. */
export function DeleteViewDialog({ deletion: { view, run }, onClose }: Props) {
  return (
    <ConfirmDialog title="Delete this view?" confirmLabel="Delete" danger onClose={onClose} onConfirm={run}>
      <strong>{view.name}</strong> will no longer be there for the other members of the account. Links that were made
      from it still work.
    </ConfirmDialog>
  );
}
