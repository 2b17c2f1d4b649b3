import { ReactivateAccountDocument } from '../../api/generated/documents/erasure.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import type { DeactivatedAccount } from './deactivated-columns.tsx';

type Props = {
  readonly account: DeactivatedAccount;
  readonly onClose: () => void;
  readonly onActivated: () => void;
};

/** Asks before a deactivated account is active again. */
export function ActivateAccountDialog({ account: { name, urlName }, onClose, onActivated }: Props) {
  const activate = useMutationAction(ReactivateAccountDocument, {
    done: () => 'Account activated',
  });
  return (
    <ConfirmDialog
      title="Activate account again?"
      confirmLabel="Activate"
      onClose={onClose}
      onConfirm={async () => {
        const isDone = (await activate.run({ urlName })) !== null;
        if (isDone) onActivated();
        return isDone;
      }}
    >
      The users of <strong>{name}</strong> can enter it again, its schedules go on at once, and it is not erased.
    </ConfirmDialog>
  );
}
