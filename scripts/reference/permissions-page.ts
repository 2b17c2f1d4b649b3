import {
  GLOBAL_ONLY_PERMISSIONS,
  PERMISSIONS,
  permissionsOf,
  ROLE_LABELS,
  ROLES,
} from '@switchboard/model/permissions';
import { PERMISSION_TEXTS } from '@switchboard/model/presentation/permission-texts';
import { code, page, table } from './markdown.ts';

/** Roles and the permissions that they grant, after the roles they imply. */
export function permissionsPage(): string {
  const rows = PERMISSIONS.map((permission) => [
    code(permission),
    PERMISSION_TEXTS[permission].text,
    ...ROLES.map((role) => {
      if (permissionsOf([role], []).includes(permission)) return 'yes';
      return permissionsOf([], [role]).includes(permission) ? 'global' : '';
    }),
  ]);
  return page(
    'Roles and permissions',
    'A person holds roles in an account, and may hold some for every account. What they may do is the union over both. ' +
      'Beside these presets an account defines roles of its own, out of the permissions that are not global. ' +
      `"global": only when the role is held for every account (${GLOBAL_ONLY_PERMISSIONS.map(code).join(', ')}).`,
    table(['Permission', 'Allows to', ...ROLES.map((role) => ROLE_LABELS[role])], rows),
  );
}
