import { Checkbox, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { DEFINABLE_PERMISSIONS, lackedPermissions, type Permission } from '@switchboard/model/permissions';
import { PERMISSION_SUBJECTS, PERMISSION_TEXTS } from '@switchboard/model/presentation/permission-texts';
import { useState } from 'react';
import { SaveRoleDocument } from '../../api/generated/documents/account-roles.ts';
import type { RoleFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';

type Props = {
  readonly urlName: string;
  /** Null adds a role. */
  readonly role: RoleFactsFragment | null;
  /** Permissions of the person who defines the role. */
  readonly permissions: ReadonlySet<Permission>;
  readonly onClose: () => void;
};

type Problem = { readonly field: string; readonly message: string };

const MAX_NAME = 60;

/** Names a role of an account and selects what it permits. Permissions that the person lacks are shown, and cannot be selected. */
export function RoleDialog({ urlName, role, permissions, onClose }: Props) {
  const [name, setName] = useState(role?.name ?? '');
  const [selected, setSelected] = useState<readonly string[]>(role?.permissions ?? ['view']);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { run, isPending } = useMutationAction(SaveRoleDocument, {
    done: ({ saveAccountRole: saved }) =>
      saved.__typename === 'InvalidRoleError' ? null : role === null ? 'Role added' : 'Role saved',
    problem: ({ saveAccountRole: saved }) =>
      'problem' in saved && saved.__typename !== 'InvalidRoleError' ? saved.problem : null,
    failed: 'Error when saving role',
  });
  const of = (field: string): string | null => (problem?.field === field ? problem.message : null);
  const lacked = lackedPermissions(role?.permissions ?? [], permissions);
  const isReady = name.trim() !== '' && selected.length > 0 && lacked.length === 0;
  const submit = async (): Promise<void> => {
    const data = await run({
      urlName,
      name: name.trim(),
      permissions: [...selected],
      ...(role === null ? {} : { roleId: role.id, version: role.version }),
    });
    const saved = data?.saveAccountRole;
    if (saved === undefined) return;
    if (saved.__typename === 'InvalidRoleError') setProblem({ field: saved.field, message: saved.problem });
    else onClose();
  };
  return (
    <FormDialog
      title={role === null ? 'Add role' : `Role ${role.name}`}
      submitLabel="Save"
      isPending={isPending}
      isReady={isReady}
      onClose={onClose}
      onSubmit={submit}
    >
      {lacked.length > 0 && (
        <Banner tone="warning" title={`You lack ${lacked.join(', ')}. Ask a person who has it to change the role.`} />
      )}
      {role !== null && role.holders > 0 && (
        <Banner
          tone="info"
          title={`The change counts at once for ${role.holders === 1 ? '1 person' : `${role.holders} people`}.`}
        />
      )}
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={MAX_NAME}
        value={name}
        error={of('name')}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Checkbox.Group
        label="Permissions"
        error={of('permissions') ?? (selected.length === 0 ? 'Select at least one permission.' : null)}
        value={[...selected]}
        onChange={(values) => setSelected(DEFINABLE_PERMISSIONS.filter((each) => values.includes(each)))}
      >
        <Stack gap={3} paddingBlock={2}>
          {PERMISSION_SUBJECTS.map((subject) => (
            <Stack key={subject} gap={2}>
              <Text size="small" weight="medium" tone="dim">
                {subject}
              </Text>
              {DEFINABLE_PERMISSIONS.filter((each) => PERMISSION_TEXTS[each].subject === subject).map((each) => (
                <Checkbox
                  key={each}
                  value={each}
                  label={PERMISSION_TEXTS[each].text}
                  description={permissions.has(each) ? each : `${each}: you lack it.`}
                  disabled={!permissions.has(each)}
                />
              ))}
            </Stack>
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
