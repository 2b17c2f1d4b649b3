import { Checkbox } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { grantableRoles, lackedPermissions, type Permission, ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import type { RoleFactsFragment } from '../../api/generated/graphql.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import styles from './administration.module.css';
import { useAccountRoles } from './use-account-roles.ts';

/** The label of a preset; the name of a role that an account defines. */
export const roleLabel = (name: string): string => {
  const preset = ROLES.find((role) => role === name);
  return preset === undefined ? name : ROLE_LABELS[preset];
};

/** Presets in their order, then roles that accounts define. */
const inOrder = (roles: readonly string[]): readonly string[] => [
  ...ROLES.filter((role) => roles.includes(role)),
  ...roles.filter((name) => ROLES.every((role) => role !== name)),
];

/** The roles that a person holds, as chips. */
export function RoleChips({ roles }: { readonly roles: readonly string[] }) {
  const held = inOrder(roles);
  if (held.length === 0) return <Text tone="faint">—</Text>;
  return (
    <Row
      as="span"
      inline
      gap={1}
      align="center"
      minWidth={0}
      overflow="hidden"
      data-tip={held.map(roleLabel).join(', ')}
    >
      {held.map((role) => (
        <Chip key={role}>{roleLabel(role)}</Chip>
      ))}
    </Row>
  );
}

type ChoiceProps = {
  readonly roles: readonly string[];
  /** The account whose own roles are offered beside the presets; null for none. */
  readonly urlName?: string | null;
  /** Permissions of the person who grants the roles. */
  readonly permissions: ReadonlySet<Permission>;
  readonly error?: string | null;
  readonly onChange: (roles: readonly string[]) => void;
};

/** A checkbox for each role. What the person may not grant is shown, and stays as it is. */
export function RoleChoice({ roles, urlName = null, permissions, error = null, onChange }: ChoiceProps) {
  const definedRoles = useAccountRoles(urlName);
  const grantable: readonly string[] = [
    ...grantableRoles(permissions),
    ...definedRoles.filter((role) => lacksNothing(role, permissions)).map(({ name }) => name),
  ];
  return (
    <Checkbox.Group
      label="Roles"
      error={error}
      value={[...roles]}
      onChange={(values) => onChange(inOrder(values))}
      labelProps={{ mb: 'xs' }}
    >
      <div className={styles['roles']}>
        {[...ROLES, ...definedRoles.map(({ name }) => name)].map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={roleLabel(role)}
            disabled={!grantable.includes(role)}
            {...(grantable.includes(role) ? {} : { description: 'You cannot grant or revoke it.' })}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

const lacksNothing = (role: RoleFactsFragment, held: ReadonlySet<string>): boolean =>
  lackedPermissions(role.permissions, held).length === 0;
