import type { Permission } from '@switchboard/model/permissions';

/** Screens about an account and its people, at addresses of their own. */
export function permittedAccountScreens(
  permissions: ReadonlySet<Permission>,
  urlName: string,
): readonly { readonly title: string; readonly path: string }[] {
  if (!permissions.has('manage-users')) return [];
  return [
    { title: 'Users', path: `/${urlName}/users` },
    ...(permissions.has('manage-account-settings')
      ? [{ title: 'Settings', path: `/${urlName}/users?currentTab=settings` }]
      : []),
  ];
}
