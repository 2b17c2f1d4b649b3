import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { grantableRoles, lackedPermissions, ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useSession } from '../../api/session/session.ts';
import { useAccountRoles } from '../../entities/administration/use-account-roles.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import type { GroupRole } from './connection-form.ts';
import styles from './single-sign-on.module.css';

type Props = {
  readonly roles: readonly GroupRole[];
  readonly error: string | undefined;
  readonly onChange: (roles: readonly GroupRole[]) => void;
};

/** The roles that groups of the provider give. What the person may not grant is shown, and stays as it is. */
export function GroupRolesInput({ roles, error, onChange }: Props) {
  const { permissions, account } = useSession();
  const defined = useAccountRoles(account?.urlName ?? null);
  const presets: readonly string[] = grantableRoles(permissions);
  const choices = [
    ...ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role], disabled: !presets.includes(role) })),
    ...defined.map(({ id, name, permissions: of }) => ({
      value: id,
      label: name,
      disabled: lackedPermissions(of, permissions).length > 0,
    })),
  ];
  const isFixed = ({ role }: GroupRole): boolean => choices.some(({ value, disabled }) => value === role && disabled);
  const change = (place: number, patch: Partial<GroupRole>): void =>
    onChange(roles.map((one, at) => (at === place ? { ...one, ...patch } : one)));
  return (
    <Stack as="fieldset" gap={2} className={styles['fields']}>
      <Text as="legend" weight="strong">
        Roles by group
      </Text>
      <Text as="p" tone="dim" size="small">
        Each sign-in gives the roles of the person’s groups, and takes those of this list that their groups do not give.
        Who is left without a role gets the default role.
      </Text>
      {roles.map((one, place) => {
        const [row, fixed] = [place + 1, isFixed(one)];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity besides their place.
          <Row key={place} gap={2} align="end">
            <TextInput
              className={styles['grow'] ?? ''}
              label={`Group ${row}`}
              labelProps={{ mb: 'xs' }}
              autoComplete="off"
              maxLength={200}
              disabled={fixed}
              value={one.group}
              onChange={(event) => change(place, { group: event.currentTarget.value })}
            />
            <Select
              className={styles['grow'] ?? ''}
              label={`Role of group ${row}`}
              labelProps={{ mb: 'xs' }}
              data={choices}
              allowDeselect={false}
              disabled={fixed}
              value={one.role}
              onChange={(role) => change(place, { role: role ?? one.role })}
            />
            <ActionIcon
              variant="subtle"
              aria-label={`Remove group ${row}`}
              disabled={fixed}
              onClick={() => onChange(roles.filter((_, at) => at !== place))}
            >
              <IconTrash size={SMALL_ICON_SIZE} />
            </ActionIcon>
          </Row>
        );
      })}
      {error !== undefined && (
        <Text as="p" tone="error" size="small" role="alert">
          {error}
        </Text>
      )}
      <Row>
        <Button
          variant="subtle"
          data-field="groupRoles"
          leftSection={<IconPlus size={SMALL_ICON_SIZE} />}
          onClick={() =>
            onChange([...roles, { group: '', role: presets.find((role) => role === 'viewer') ?? presets[0] ?? '' }])
          }
        >
          Add group
        </Button>
      </Row>
    </Stack>
  );
}
