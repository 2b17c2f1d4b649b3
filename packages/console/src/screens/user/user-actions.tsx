import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSaveFile } from '../../api/files/use-save-file.ts';
import { ResetPasswordDocument } from '../../api/generated/documents/reset-password.ts';
import { DeactivateUserDocument, EndUserSessionsDocument } from '../../api/generated/documents/user.ts';
import type { UserFactsFragment } from '../../api/generated/graphql.ts';
import { usePerson } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';

const PasswordDialog = lazyLayer(async () => (await import('./password-dialog.tsx')).PasswordDialog);
const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);
const TypedConfirmDialog = lazyLayer(
  async () => (await import('../../ui/feedback/typed-confirm-dialog.tsx')).TypedConfirmDialog,
);

const EraseUserDialog = lazyLayer(
  async () => (await import('../../entities/administration/erase-user-dialog.tsx')).EraseUserDialog,
);

const RESET_FAILED = 'Error sending password reset email';

/** Administrative commands for a whole user. */
export function UserActions({ user }: { readonly user: UserFactsFragment }) {
  const { id, email, name } = user;
  const navigate = useNavigate();
  const { permissions, email: ownEmail } = usePerson();
  const [dialog, setDialog] = useState<'password' | 'sessions' | 'deactivate' | 'erase' | null>(null);
  const close = (): void => setDialog(null);
  const reset = useMutationAction(ResetPasswordDocument, {
    done: () => 'Password reset email sent',
    problem: ({ resetAuth0Password: result }) => (result.__typename === 'PasswordResetQueued' ? null : RESET_FAILED),
    failed: RESET_FAILED,
  });
  const deactivate = useMutationAction(DeactivateUserDocument, {
    done: () => 'User deactivated',
    failed: 'Error when deactivating user',
  });
  const data = useSaveFile('Error downloading the data of the user');
  const endSessions = useMutationAction(EndUserSessionsDocument, {
    done: () => 'Sessions ended',
  });
  return (
    <>
      {permissions.has('manage-global-users') && (
        <Button loading={reset.isPending} onClick={() => void reset.run({ email })}>
          Reset password
        </Button>
      )}
      <Button onClick={() => setDialog('password')}>Set password</Button>
      {email !== ownEmail && <Button onClick={() => setDialog('sessions')}>End sessions</Button>}
      {permissions.has('manage-accounts') && (
        <Button
          loading={data.isPending}
          onClick={() => void data.save({ path: `/api/users/${id}/data`, name: `switchboard-user-${id}.json` })}
        >
          Download data
        </Button>
      )}
      {permissions.has('manage-accounts') && <Button onClick={() => setDialog('deactivate')}>Deactivate</Button>}
      {permissions.has('manage-accounts') && <Button onClick={() => setDialog('erase')}>Erase</Button>}
      {dialog === 'password' && <PasswordDialog user={user} onClose={close} />}
      {dialog === 'sessions' && (
        <ConfirmDialog
          title="End all sessions?"
          confirmLabel="End sessions"
          danger
          onClose={close}
          onConfirm={async () => (await endSessions.run({ userId: user.id })) !== null}
        >
          <strong>{name}</strong> is signed out everywhere at once, and can sign in again.
        </ConfirmDialog>
      )}
      {dialog === 'erase' && (
        <EraseUserDialog user={user} onClose={close} onErased={() => void navigate('/admin?currentTab=users')} />
      )}
      {dialog === 'deactivate' && (
        <TypedConfirmDialog
          title="Deactivate user"
          name="deactivate"
          isAnyCase
          confirmLabel="Deactivate"
          onClose={close}
          onConfirm={async () => {
            const isDone = (await deactivate.run({ email })) !== null;
            if (isDone) void navigate('/admin?currentTab=users');
            return isDone;
          }}
        >
          <strong>{name}</strong> is signed out everywhere at once and loses all roles. What they did keeps their name:
          erase them instead if it must not.
        </TypedConfirmDialog>
      )}
    </>
  );
}
