import { UnstyledButton } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { ResetPasswordDocument } from '../../api/generated/documents/reset-password.ts';
import { usePerson } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';

const FAILED = 'Error sending password reset email';

/** Mails the person a link to choose a new password. */
export function ResetPasswordItem() {
  const { email } = usePerson();
  const { run, isPending } = useMutationAction(ResetPasswordDocument, {
    done: () => `Password reset email sent to ${email}`,
    problem: ({ resetAuth0Password: result }) => (result.__typename === 'PasswordResetQueued' ? null : FAILED),
    failed: FAILED,
  });
  return (
    <UnstyledButton className={styles['item']} aria-busy={isPending} onClick={() => void run({ email })}>
      <IconKey size={ICON_SIZE} aria-hidden="true" />
      Reset password
    </UnstyledButton>
  );
}
