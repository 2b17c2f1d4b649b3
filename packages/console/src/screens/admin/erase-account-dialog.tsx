import { EraseAccountDocument } from '../../api/generated/documents/erasure.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Fates } from '../../entities/administration/fates.tsx';
import { TypedConfirmDialog } from '../../ui/feedback/typed-confirm-dialog.tsx';
import type { DeactivatedAccount } from './deactivated-columns.tsx';

type Props = { readonly account: DeactivatedAccount; readonly onClose: () => void; readonly onBegun: () => void };

/** Asks for the erasure of a deactivated account, and says what is lost and what stays. */
export function EraseAccountDialog({ account: { name, urlName }, onClose, onBegun }: Props) {
  const erase = useMutationAction(EraseAccountDocument, {
    done: () => 'The account is being erased',
  });
  return (
    <TypedConfirmDialog
      title="Erase account"
      name={urlName}
      confirmLabel="Erase"
      onClose={onClose}
      onConfirm={async () => {
        const isDone = (await erase.run({ urlName, confirmation: urlName })) !== null;
        if (isDone) onBegun();
        return isDone;
      }}
    >
      This cannot be undone or stopped. <strong>{name}</strong> is erased within minutes.
      <Fates
        erased={[
          'Scripts with all versions, drafts and comments: export them before if they may be needed',
          'Keys, integrations and their secrets, service tokens, single sign-on',
          'Downloads, uploads, results, events and all stored files',
          'Received mail and its addresses',
          'Its audit log: take it away by its export or streams before',
        ]}
        kept={[
          'What was delivered to destinations',
          'Its users, as users of the installation without this account',
          'One entry in the audit log of the installation: who erased it when, and the end of its audit log',
          'Backups, until you delete them',
        ]}
      />
    </TypedConfirmDialog>
  );
}
