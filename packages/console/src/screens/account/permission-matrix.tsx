import { VisuallyHidden } from '@mantine/core';
import { DEFINABLE_PERMISSIONS, permissionsOf, ROLE_LABELS, ROLES } from '@switchboard/model/permissions';
import { PERMISSION_SUBJECTS, PERMISSION_TEXTS } from '@switchboard/model/presentation/permission-texts';
import { IconCheck } from '@tabler/icons-react';
import type { RoleFactsFragment } from '../../api/generated/graphql.ts';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './permission-matrix.module.css';

type RoleColumn = { readonly key: string; readonly label: string; readonly permissions: ReadonlySet<string> };

const PRESETS: readonly RoleColumn[] = ROLES.map((role) => ({
  key: role,
  label: ROLE_LABELS[role],
  permissions: new Set(permissionsOf([role], [])),
}));

/** Each permission in plain words, with the roles that have it: those of the account first, then the presets. */
export function PermissionMatrix({ definedRoles }: { readonly definedRoles: readonly RoleFactsFragment[] }) {
  const defined = definedRoles.map(
    (role): RoleColumn => ({
      key: role.id,
      label: role.name,
      permissions: new Set(role.permissions),
    }),
  );
  const columns = [...defined, ...PRESETS];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways is reached by keyboard
    <section className={styles['frame']} tabIndex={0} aria-label="Permissions by role">
      <table className={styles['matrix']}>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {columns.map(({ key, label }, index) => (
              <th key={key} scope="col" data-defined={index < defined.length || undefined} data-tip={label}>
                <span>{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        {PERMISSION_SUBJECTS.map((subject) => (
          <tbody key={subject}>
            <tr data-subject>
              <th scope="rowgroup" colSpan={columns.length + 1}>
                <span>{subject}</span>
              </th>
            </tr>
            {DEFINABLE_PERMISSIONS.filter((permission) => PERMISSION_TEXTS[permission].subject === subject).map(
              (permission) => (
                <tr key={permission}>
                  <th scope="row" data-tip={permission}>
                    {PERMISSION_TEXTS[permission].text}
                  </th>
                  {columns.map(({ key, permissions }) => (
                    <td key={key}>
                      {permissions.has(permission) ? (
                        <>
                          <IconCheck size={SMALL_ICON_SIZE} aria-hidden="true" />
                          <VisuallyHidden>yes</VisuallyHidden>
                        </>
                      ) : (
                        <VisuallyHidden>no</VisuallyHidden>
                      )}
                    </td>
                  ))}
                </tr>
              ),
            )}
          </tbody>
        ))}
      </table>
    </section>
  );
}
