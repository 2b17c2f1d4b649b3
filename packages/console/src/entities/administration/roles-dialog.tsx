import { Switch } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import type { Permission } from '@switchboard/model/permissions';
import { useState } from 'react';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { RoleChoice } from './roles.tsx';
import { useSaveUser } from './use-save-user.ts';

type Props = {
  readonly user: { readonly name: string; readonly email: string };
  /** Where the roles are held; null for global roles. */
  readonly account: { readonly urlName: string; readonly name: string } | null;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<Permission>;
  readonly onClose: () => void;
};

const ONE_ROLE = 'Select at least one role.';

/** The roles of a user in an account, or everywhere. At least one remains, unless global access is taken away. */
export function RolesDialog({ user, account, roles: held, permissions, onClose }: Props) {
  const [roles, setRoles] = useState<readonly string[]>(held);
  const [isGlobal, setIsGlobal] = useState(held.length > 0);
  const { save, isPending } = useSaveUser();
  const isRefused = roles.length === 0 && (account !== null || isGlobal);
  const submit = async (): Promise<void> => {
    const problems =
      account === null
        ? await save(
            { userEmail: user.email, roles: isGlobal ? [...roles] : [] },
            { done: 'Global roles updated', failed: 'Error when updating global roles' },
          )
        : await save(
            { userEmail: user.email, roles: [...roles], urlNames: [account.urlName] },
            { done: 'Roles updated', failed: 'Error when updating roles' },
          );
    if (problems === null) onClose();
  };
  return (
    <FormDialog
      title={account === null ? `Global roles of ${user.name}` : `Roles of ${user.name} in ${account.name}`}
      submitLabel="Save"
      isPending={isPending}
      isReady={!isRefused}
      onClose={onClose}
      onSubmit={submit}
    >
      {account === null && (
        <Switch
          label="Global access"
          description="The roles count in every account."
          data-autofocus
          checked={isGlobal}
          onChange={(event) => setIsGlobal(event.currentTarget.checked)}
        />
      )}
      {(account !== null || isGlobal) && (
        <RoleChoice
          roles={roles}
          urlName={account?.urlName ?? null}
          permissions={permissions}
          error={isRefused ? ONE_ROLE : null}
          onChange={setRoles}
        />
      )}
    </FormDialog>
  );
}
