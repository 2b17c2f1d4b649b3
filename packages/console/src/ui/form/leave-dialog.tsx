import { ConfirmDialog } from '../feedback/confirm-dialog.tsx';

type Props = {
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

/** Asks whether to leave a form whose changes are not saved. */
export function LeaveDialog({ onStay, onLeave }: Props) {
  const leave = async (): Promise<boolean> => {
    onLeave();
    return true;
  };
  return (
    <ConfirmDialog
      title="Exit without saving?"
      confirmLabel="Exit"
      cancelLabel="Keep editing"
      danger
      onClose={onStay}
      onConfirm={leave}
    >
      If you exit now, the changes won’t be saved and you’ll lose the data.
    </ConfirmDialog>
  );
}
