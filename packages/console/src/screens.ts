import type { Permission } from '@switchboard/model';
import { type Icon, IconArrowDown, IconArrowUp, IconListDetails } from '@tabler/icons-react';

/** A screen of an account that people can go to. */
export type Screen = {
  readonly name: string;
  /** After /app/{account}/ */
  readonly path: string;
  /** Pressed after `g`. */
  readonly key: string;
  readonly permission: Permission;
};

export type NavGroup = {
  readonly label: string;
  readonly icon: Icon;
  /** One screen stands for the group itself; several stand below it. */
  readonly screens: readonly (Screen & { readonly label: string })[];
};

export const NAVIGATION: readonly NavGroup[] = [
  {
    label: 'Downloads',
    icon: IconArrowDown,
    screens: [{ label: 'Files', name: 'Downloads', path: 'downloads/list', key: 'd', permission: 'view' }],
  },
  {
    label: 'Uploads',
    icon: IconArrowUp,
    screens: [{ label: 'Files', name: 'Uploads', path: 'uploads/list', key: 'u', permission: 'view' }],
  },
  {
    label: 'Events',
    icon: IconListDetails,
    screens: [{ label: '', name: 'Events', path: 'events', key: 'e', permission: 'view' }],
  },
];

/** What a person with these permissions sees. */
export function visibleNavigation(permissions: ReadonlySet<Permission>): readonly NavGroup[] {
  return NAVIGATION.flatMap((group) => {
    const screens = group.screens.filter((screen) => permissions.has(screen.permission));
    return screens.length === 0 ? [] : [{ ...group, screens }];
  });
}

export function visibleScreens(permissions: ReadonlySet<Permission>): readonly Screen[] {
  return visibleNavigation(permissions).flatMap((group) => group.screens);
}
