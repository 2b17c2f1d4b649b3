import '../../ui/theme/mantine-layer-styles.ts';
import type { Permission } from '@switchboard/model/permissions';
import { useState } from 'react';
import { AccountChoice, type ChosenAccount } from '../../entities/administration/account-choice.tsx';
import { RoleChoice } from '../../entities/administration/roles.tsx';
import { useSaveUser } from '../../entities/administration/use-save-user.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';

type Props = {
  readonly user: { readonly email: string; readonly name: string };
  readonly permissions: ReadonlySet<Permission>;
  readonly onClose: () => void;
};

/** Gives a user roles in further accounts. */
export function AddToAccountsDialog({ user, permissions, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly ChosenAccount[]>([]);
  const [roles, setRoles] = useState<readonly string[]>([]);
  const { save, isPending } = useSaveUser();
  const isReady = chosen.length > 0 && roles.length > 0;
  const submit = async (): Promise<void> => {
    const problems = await save(
      { userEmail: user.email, roles: [...roles], urlNames: chosen.map(({ urlName }) => urlName) },
      { done: 'User saved', failed: 'Error when saving user' },
    );
    if (problems === null) onClose();
  };
  return (
    <FormDialog
      title={`Add ${user.name} to accounts`}
      submitLabel="Save"
      isPending={isPending}
      isReady={isReady}
      onClose={onClose}
      onSubmit={submit}
    >
      <AccountChoice chosen={chosen} error={null} onChange={setChosen} />
      <RoleChoice roles={roles} permissions={permissions} onChange={setRoles} />
    </FormDialog>
  );
}
