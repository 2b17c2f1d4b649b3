import { CancelBackfillDocument } from '../../api/generated/documents/backfill.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';

type Props = {
  readonly backfill: { readonly id: string; readonly title: string };
  /** The toast about a failure. */
  readonly failed: string;
  readonly onClose: () => void;
  readonly onCancelled: () => void;
};

/** Asks whether to cancel a backfill. */
export function CancelBackfillDialog({ backfill, failed, onClose, onCancelled }: Props) {
  const { run } = useMutationAction(CancelBackfillDocument, {
    done: () => 'Backfill cancelled',
    failed,
  });
  return (
    <ConfirmDialog
      title={`Do you want to cancel backfill ${backfill.title}?`}
      confirmLabel="Confirm"
      danger
      onClose={onClose}
      onConfirm={async () => {
        const isDone = (await run({ backfill_id: backfill.id })) !== null;
        onCancelled();
        return isDone;
      }}
    >
      Runs that have not ended are stopped. What they have delivered stays. A cancelled backfill cannot be continued.
    </ConfirmDialog>
  );
}
