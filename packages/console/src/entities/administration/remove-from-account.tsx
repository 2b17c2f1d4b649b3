import { RemoveFromAccountDocument } from '../../api/generated/documents/administration.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';

const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);
const TypedConfirmDialog = lazyLayer(
  async () => (await import('../../ui/feedback/typed-confirm-dialog.tsx')).TypedConfirmDialog,
);

type Props = {
  readonly user: { readonly name: string; readonly email: string };
  readonly account: { readonly urlName: string; readonly name: string };
  /** Whether it is the user's last account. The server refuses if that has changed meanwhile. */
  readonly isLast: boolean;
  readonly onClose: () => void;
};

/** Asks before a user loses the roles of an account; for the last account "remove" is typed. */
export function RemoveFromAccount({ user, account, isLast, onClose }: Props) {
  const { run } = useMutationAction(RemoveFromAccountDocument, {
    done: () => 'User removed from account',
    failed: 'Error when removing user from account',
  });
  const confirm = async (): Promise<boolean> =>
    (await run({ urlName: account.urlName, email: user.email, isLast })) !== null;
  const frame = { title: 'Remove user from account', confirmLabel: 'Remove', onClose, onConfirm: confirm };
  const consequence = (
    <>
      <strong>{user.name}</strong> loses all roles in <strong>{account.name}</strong> at once.
    </>
  );
  return (
    <>
      {isLast ? (
        <TypedConfirmDialog {...frame} name="remove">
          {consequence} It is their last account: they can enter none any more.
        </TypedConfirmDialog>
      ) : (
        <ConfirmDialog {...frame} danger>
          {consequence}
        </ConfirmDialog>
      )}
    </>
  );
}
