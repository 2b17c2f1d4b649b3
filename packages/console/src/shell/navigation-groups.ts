import type { Permission } from '@switchboard/model/permissions';
import type { Icon } from '@tabler/icons-react';
import { permittedScreens, SCREENS } from '../screens.ts';

type NavigationEntry = {
  readonly path: string;
  readonly title: string;
  readonly label: string;
  /** Stands for the entry where the navigation is collapsed. */
  readonly icon: Icon;
};

export type NavigationGroup = {
  readonly name: string;
  readonly icon: Icon;
  /** At least one. An entry without a label is the group's own link. */
  readonly entries: readonly NavigationEntry[];
};

/** The side navigation of a person with these permissions: groups in the order of their first screen. */
export function navigationGroups(permissions: ReadonlySet<Permission>, screens = SCREENS): readonly NavigationGroup[] {
  const groups = new Map<string, { name: string; icon: Icon; entries: NavigationEntry[] }>();
  for (const { path, title, navigation } of permittedScreens(permissions, screens)) {
    if (navigation === undefined) continue;
    const { group, icon, label = '' } = navigation;
    const known = groups.get(group) ?? { name: group, icon, entries: [] };
    known.entries.push({ path, title, label, icon });
    groups.set(group, known);
  }
  return [...groups.values()];
}
