import type { Permission } from '@switchboard/model/permissions';
import type { Icon } from '@tabler/icons-react';
import { permittedScreens, SCREENS } from '../../screens.ts';

type NavigationEntry = {
  readonly path: string;
  readonly label: string;
};

export type NavigationGroup = {
  readonly name: string;
  readonly icon: Icon;
  /** At least one. An entry without a label is the group's own link. */
  readonly entries: readonly NavigationEntry[];
};

/** The side navigation of a person with these permissions: groups in the order of their first screen. */
export function permittedGroups(permissions: ReadonlySet<Permission>, screens = SCREENS): readonly NavigationGroup[] {
  const groups = new Map<string, { name: string; icon: Icon; entries: NavigationEntry[] }>();
  for (const { path, navigation } of permittedScreens(permissions, screens)) {
    if (navigation === undefined) continue;
    const { group, icon, label = '' } = navigation;
    const known = groups.get(group) ?? { name: group, icon, entries: [] };
    known.entries.push({ path, label });
    groups.set(group, known);
  }
  return [...groups.values()];
}
