import type { Permission } from '@switchboard/model';
import { type Icon, IconArrowDown, IconArrowUp, IconListDetails } from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** A screen of an account. Routes, guards, navigation, palette, document titles and the e2e list derive from it. */
export type Screen = {
  /** Below /app/{account}/. */
  readonly path: string;
  readonly title: string;
  /** Without it the person sees the no-access page. */
  readonly permission: Permission;
  /** The letter that opens the screen after `g`. */
  readonly key?: string;
  /** Its entry in the side navigation, below its group. */
  readonly navigation?: { readonly group: string; readonly icon: Icon; readonly label?: string };
  /** Former and shorter paths that redirect here. */
  readonly aliases?: readonly string[];
  readonly load: () => Promise<ComponentType>;
};

/** A screen outside an account: part of signing in and out. */
export type PublicScreen = Pick<Screen, 'path' | 'title' | 'load'>;

export const SCREENS: readonly Screen[] = [
  {
    path: 'downloads/list',
    title: 'Downloads',
    permission: 'view',
    key: 'd',
    navigation: { group: 'Downloads', icon: IconArrowDown, label: 'Files' },
    // The first screen of an account.
    aliases: ['', 'dashboard', 'homepage', 'downloads'],
    load: async () => (await import('./screens/downloads/downloads-page.tsx')).DownloadsPage,
  },
  {
    path: 'uploads/list',
    title: 'Uploads',
    permission: 'view',
    key: 'u',
    navigation: { group: 'Uploads', icon: IconArrowUp, label: 'Files' },
    aliases: ['uploads'],
    load: async () => (await import('./screens/uploads/uploads-page.tsx')).UploadsPage,
  },
  {
    path: 'events',
    title: 'Events',
    permission: 'view',
    key: 'e',
    navigation: { group: 'Events', icon: IconListDetails },
    load: async () => (await import('./screens/events/events-page.tsx')).EventsPage,
  },
];

export const PUBLIC_SCREENS: readonly PublicScreen[] = [
  {
    path: '/callback',
    title: 'Signing in',
    load: async () => (await import('./screens/sign-in/callback-page.tsx')).CallbackPage,
  },
  {
    path: '/logout',
    title: 'Logout',
    load: async () => (await import('./screens/sign-in/logout-page.tsx')).LogoutPage,
  },
  {
    path: '/error',
    title: 'No access',
    load: async () => (await import('./screens/sign-in/not-recognized-page.tsx')).NotRecognizedPage,
  },
];

export type NavigationEntry = { readonly path: string; readonly title: string; readonly label: string };

export type NavigationGroup = {
  readonly name: string;
  readonly icon: Icon;
  /** At least one. An entry without a label is the group's own link. */
  readonly entries: readonly NavigationEntry[];
};

/** The screens that a person with these permissions may open. */
export function permittedScreens(permissions: ReadonlySet<Permission>, screens = SCREENS): readonly Screen[] {
  return screens.filter((screen) => permissions.has(screen.permission));
}

/** The side navigation of a person with these permissions: groups in the order of their first screen. */
export function navigationGroups(permissions: ReadonlySet<Permission>, screens = SCREENS): readonly NavigationGroup[] {
  const groups = new Map<string, { name: string; icon: Icon; entries: NavigationEntry[] }>();
  for (const { path, title, navigation } of permittedScreens(permissions, screens)) {
    if (navigation === undefined) continue;
    const { group, icon, label = '' } = navigation;
    const known = groups.get(group) ?? { name: group, icon, entries: [] };
    known.entries.push({ path, title, label });
    groups.set(group, known);
  }
  return [...groups.values()];
}
