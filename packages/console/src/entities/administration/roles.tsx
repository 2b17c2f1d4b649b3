import { Checkbox } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { grantableRoles, type Permission, ROLE_LABELS, ROLES, type Role } from '@switchboard/model/permissions';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import styles from './administration.module.css';

export const readRoles = (roles: readonly string[]): readonly Role[] => ROLES.filter((role) => roles.includes(role));

/** The roles that a person holds, as chips. */
export function RoleChips({ roles }: { readonly roles: readonly string[] }) {
  const held = readRoles(roles);
  if (held.length === 0) return <Text tone="faint">—</Text>;
  return (
    <Row
      as="span"
      inline
      gap={1}
      align="center"
      minWidth={0}
      overflow="hidden"
      data-tip={held.map((role) => ROLE_LABELS[role]).join(', ')}
    >
      {held.map((role) => (
        <Chip key={role}>{ROLE_LABELS[role]}</Chip>
      ))}
    </Row>
  );
}

type ChoiceProps = {
  readonly roles: readonly Role[];
  /** Permissions of the person who grants the roles. */
  readonly permissions: ReadonlySet<Permission>;
  readonly error?: string | null;
  readonly onChange: (roles: readonly Role[]) => void;
};

/** A checkbox for each role. What the person may not grant is shown, and stays as it is. */
export function RoleChoice({ roles, permissions, error = null, onChange }: ChoiceProps) {
  const grantable = grantableRoles(permissions);
  return (
    <Checkbox.Group
      label="Roles"
      error={error}
      value={[...roles]}
      onChange={(values) => onChange(readRoles(values))}
      labelProps={{ mb: 'xs' }}
    >
      <div className={styles['roles']}>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={ROLE_LABELS[role]}
            disabled={!grantable.includes(role)}
            {...(grantable.includes(role) ? {} : { description: 'You cannot grant or revoke it.' })}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
