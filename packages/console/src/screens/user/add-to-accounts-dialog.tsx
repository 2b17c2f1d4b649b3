import { Button, Group, Modal } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import type { Permission } from '@switchboard/model/permissions';
import { type SubmitEvent, useState } from 'react';
import { AccountChoice, type ChosenAccount } from '../../entities/administration/account-choice.tsx';
import { RoleChoice } from '../../entities/administration/roles.tsx';
import { useSaveUser } from '../../entities/administration/use-save-user.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { Stack } from '../../ui/layout/layout.tsx';

type Props = {
  readonly user: { readonly email: string; readonly name: string };
  readonly permissions: ReadonlySet<Permission>;
  readonly onClose: () => void;
};

/** Gives a user roles in further accounts. */
export function AddToAccountsDialog({ user, permissions, onClose }: Props) {
  useReturnFocus();
  const [chosen, setChosen] = useState<readonly ChosenAccount[]>([]);
  const [roles, setRoles] = useState<readonly string[]>([]);
  const { save, isPending } = useSaveUser();
  const isReady = chosen.length > 0 && roles.length > 0;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady || isPending) return;
    const problems = await save(
      { userEmail: user.email, roles: [...roles], urlNames: chosen.map(({ urlName }) => urlName) },
      { done: 'User saved', failed: 'Error when saving user' },
    );
    if (problems === null) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={`Add ${user.name} to accounts`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack as="form" gap={4} minWidth={0} noValidate onSubmit={(event) => void submit(event)}>
        <AccountChoice chosen={chosen} error={null} onChange={setChosen} />
        <RoleChoice roles={roles} permissions={permissions} onChange={setRoles} />
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
