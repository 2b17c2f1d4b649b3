import { Button, Group, Modal } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { type SubmitEvent, useState } from 'react';
import { isPasswordReady, PasswordFields } from '../../entities/administration/password-fields.tsx';
import { type FieldProblems, useSaveUser } from '../../entities/administration/use-save-user.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Stack } from '../../ui/layout/layout.tsx';

type Props = {
  readonly user: { readonly email: string; readonly name: string };
  readonly onClose: () => void;
};

const NO_PASSWORD = { password: '', repeated: '' };

/** Sets the password of a user, who replaces it at the next sign-in. */
export function PasswordDialog({ user, onClose }: Props) {
  useReturnFocus();
  const [draft, setDraft] = useState(NO_PASSWORD);
  const [problems, setProblems] = useState<FieldProblems>({});
  const { save, isPending } = useSaveUser();
  const isReady = isPasswordReady(draft);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || isPending) return;
    const found = await save(
      { userEmail: user.email, userPassword: draft.password },
      { done: 'Password updated', failed: 'Error when updating password' },
    );
    if (found === null) onClose();
    else setProblems(found);
  };
  return (
    <Modal opened onClose={onClose} title={`Password of ${user.name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack as="form" gap={4} minWidth={0} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordFields
          draft={draft}
          problems={problems['userPassword'] ?? []}
          onChange={(next) => {
            setDraft(next);
            setProblems({});
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isPending} disabled={!isReady}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
