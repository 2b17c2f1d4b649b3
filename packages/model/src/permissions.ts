export const ROLES = ['operator', 'viewer', 'developer', 'tester', 'cs', 'beta_backfill'] as const;
export type Role = (typeof ROLES)[number];

/** The label of a role where it differs from its value. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  operator: 'operator',
  viewer: 'viewer',
  developer: 'developer',
  tester: 'tester',
  cs: 'CS',
  beta_backfill: 'beta_backfill',
};

/** The permissions that the specification names, in its order. */
export const SPECIFIED_PERMISSIONS = [
  'beta-messages',
  'hidden-integrations',
  'email-ingest-v3',
  'test-screens',
  'backfills',
  'manage-pipelines',
  'view',
  'develop-scripts',
  'manage-keys',
  'publish-scripts',
  'manage-integrations',
  'list-accounts',
  'list-accounts-v2',
  'manage-accounts',
  'manage-account-settings',
  'manage-global-users',
  'manage-users',
  'view-diffs-beta',
  'operate-wizards-beta',
] as const;

export const PERMISSIONS = [
  ...SPECIFIED_PERMISSIONS,
  // Of those who watch over developers, and which developers therefore lack.
  'manage-publish-rules',
  'read-audit-log',
  'manage-audit-log',
  'manage-sign-in',
  // Apart from publishing, so that an account may separate the two.
  'approve-scripts',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const OPERATE = [
  'manage-pipelines',
  'manage-integrations',
  'manage-account-settings',
  'manage-keys',
  'backfills',
  'email-ingest-v3',
] as const;
const GOVERN = ['manage-publish-rules', 'read-audit-log', 'manage-audit-log', 'manage-sign-in'] as const;
const DEVELOP = ['develop-scripts', 'publish-scripts', 'approve-scripts', 'view-diffs-beta'] as const;
const SUPPORT = ['manage-users', 'list-accounts'] as const;
const TEST = ['hidden-integrations', 'test-screens', 'beta-messages', 'operate-wizards-beta'] as const;

/** Permissions that a role grants by itself; `expandRoles` adds the roles it implies. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['view'],
  operator: ['view', ...OPERATE, ...GOVERN],
  developer: ['view', ...OPERATE, ...DEVELOP],
  beta_backfill: ['view', 'backfills'],
  cs: ['view', ...OPERATE, ...GOVERN, ...DEVELOP, ...SUPPORT],
  tester: ['view', ...OPERATE, ...GOVERN, ...DEVELOP, ...SUPPORT, ...TEST],
};

/** Granted by cs and tester only when they are held globally. */
export const GLOBAL_ONLY_PERMISSIONS: readonly Permission[] = [
  'list-accounts-v2',
  'manage-accounts',
  'manage-global-users',
];

/** The permissions that a role of an account may hold. */
export const DEFINABLE_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter(
  (permission) => !GLOBAL_ONLY_PERMISSIONS.includes(permission),
);

/** A role that an account defines out of permissions, beside the presets. */
export type DefinedRole = { readonly name: string; readonly permissions: readonly Permission[] };

const EXPANSION: Readonly<Record<Role, readonly Role[]>> = {
  tester: ROLES,
  cs: ['cs', 'operator', 'viewer', 'developer', 'beta_backfill'],
  operator: ['operator', 'viewer'],
  viewer: ['viewer'],
  developer: ['developer'],
  beta_backfill: ['beta_backfill'],
};

/** The roles held once implied ones are added, in the order of `ROLES`. */
export function expandRoles(roles: readonly Role[]): Role[] {
  const held = new Set(roles.flatMap((role) => EXPANSION[role]));
  return ROLES.filter((role) => held.has(role));
}

/**
 * The permissions of a person in one account: the union over the roles held there, presets and defined ones, and everywhere. No
 * role, no permission.
 */
export function permissionsOf(
  accountRoles: readonly Role[],
  globalRoles: readonly Role[],
  definedRoles: readonly DefinedRole[] = [],
): Permission[] {
  const granted = new Set<Permission>(
    expandRoles([...accountRoles, ...globalRoles]).flatMap((role) => ROLE_PERMISSIONS[role]),
  );
  const defined = new Set(definedRoles.flatMap(({ permissions }) => permissions));
  for (const permission of DEFINABLE_PERMISSIONS) if (defined.has(permission)) granted.add(permission);
  if (globalRoles.some((role) => role === 'cs' || role === 'tester')) {
    for (const permission of GLOBAL_ONLY_PERMISSIONS) granted.add(permission);
  }
  return PERMISSIONS.filter((permission) => granted.has(permission));
}

/** Permissions of a list that a person with others lacks. Without one they may define, change and grant a role of the list. */
export const lackedPermissions = <Name extends string>(
  permissions: readonly Name[],
  held: ReadonlySet<string>,
): readonly Name[] => permissions.filter((permission) => !held.has(permission));

/**
 * The roles that a person with these permissions may grant, in the order of `ROLES`: none that holds a permission they lack, and
 * cs and tester only with a global role that manages global users.
 */
export function grantableRoles(permissions: ReadonlySet<Permission>): Role[] {
  return ROLES.filter((role) => {
    if ((role === 'cs' || role === 'tester') && !permissions.has('manage-global-users')) return false;
    return permissionsOf([role], []).every((permission) => permissions.has(permission));
  });
}
