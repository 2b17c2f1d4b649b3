import { EraseUserDocument } from '../../api/generated/documents/erasure.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { TypedConfirmDialog } from '../../ui/feedback/typed-confirm-dialog.tsx';
import { Fates } from './fates.tsx';

type Props = {
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly onClose: () => void;
  readonly onErased: () => void;
};

/** Asks for the erasure of a user, and says what is lost and what stays. */
export function EraseUserDialog({ user: { id, name, email }, onClose, onErased }: Props) {
  const erase = useMutationAction(EraseUserDocument, {
    done: () => 'User erased',
  });
  return (
    <TypedConfirmDialog
      title="Erase user"
      name={email}
      confirmLabel="Erase"
      onClose={onClose}
      onConfirm={async () => {
        const isDone = (await erase.run({ userId: id })) !== null;
        if (isDone) onErased();
        return isDone;
      }}
    >
      This cannot be undone. <strong>{name}</strong> is signed out at once.
      <Fates
        erased={[
          'Name and address, in lists, runs, events and summaries: “Erased person” stands there',
          'Roles, sign-in methods, second factors, sessions',
          'Service tokens: programs that use them are refused',
          'Settings, saved views, invitations, what a directory says of them',
        ]}
        kept={[
          'The audit log, with names and addresses, until its entries expire',
          'Scripts, comments, keys and other things that they made, without their name',
        ]}
      />
    </TypedConfirmDialog>
  );
}
