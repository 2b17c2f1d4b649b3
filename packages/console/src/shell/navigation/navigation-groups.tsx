import { NavLink, useLocation } from 'react-router';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';
import { Badge, type NavigationBadges, nameWith } from './navigation-badge.tsx';
import type { NavigationGroup } from './permitted-groups.ts';

export type NavigationProps = {
  readonly groups: readonly NavigationGroup[];
  /** Address of the account. */
  readonly base: string;
  readonly badges: NavigationBadges;
};

/** Every group with its entries. */
export function NavigationGroups({ groups, ...props }: NavigationProps) {
  return groups.map((group) => <Group key={group.name} group={group} {...props} />);
}

/** Whether an address is that of an entry of the group, or below it. */
export const isWithin = (group: NavigationGroup, base: string, pathname: string): boolean =>
  group.entries.some((entry) => pathname.startsWith(`${base}/${entry.path}`));

type GroupProps = Omit<NavigationProps, 'groups'> & { readonly group: NavigationGroup };

function Group({ group, base, badges }: GroupProps) {
  const { pathname } = useLocation();
  const GroupIcon = group.icon;
  const [first] = group.entries;
  if (first === undefined) return null;
  const icon = <GroupIcon size={ICON_SIZE} aria-hidden="true" />;
  if (first.label === '') {
    const badge = badges.get(first.path);
    return (
      <NavLink to={`${base}/${first.path}`} className={styles['item'] ?? ''} aria-label={nameWith(group.name, badge)}>
        {icon}
        {group.name}
        <Badge badge={badge} />
      </NavLink>
    );
  }
  return (
    <>
      <NavLink
        to={`${base}/${first.path}`}
        className={styles['item'] ?? ''}
        aria-current="false"
        data-within={isWithin(group, base, pathname) || undefined}
      >
        {icon}
        {group.name}
      </NavLink>
      {group.entries.map((entry) => (
        <NavLink
          key={entry.path}
          to={`${base}/${entry.path}`}
          className={`${styles['item']} ${styles['sub']}`}
          aria-label={`${group.name}: ${entry.label}`}
        >
          {entry.label}
        </NavLink>
      ))}
    </>
  );
}
