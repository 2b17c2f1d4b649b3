import { UnstyledButton } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router';
import { useSession } from '../api/session/session.ts';
import { Stack } from '../ui/layout/layout.tsx';
import { ICON_SIZE } from '../ui/theme/metrics.ts';
import { type NavigationGroup, navigationGroups } from './navigation-groups.ts';
import styles from './shell.module.css';

/** A count that stands on an entry of the navigation, and what it counts: "2 suspended". Nothing is shown for 0. */
export type NavigationBadge = { readonly count: number; readonly noun: string };

/** The badges by the path of their screen. */
export type NavigationBadges = ReadonlyMap<string, NavigationBadge>;

type Props = {
  readonly mini: boolean;
  readonly badges: NavigationBadges;
  /** Undefined where the window is too narrow to expand. */
  readonly onToggle: (() => void) | undefined;
};

/** The side navigation; collapsed, it shows icons with tooltips. */
export function SideNav({ mini, badges, onToggle }: Props) {
  const { account, permissions } = useSession();
  const base = `/app/${account.urlName}`;
  return (
    <Stack as="nav" padding={[3, 2]} overflowY="auto" background="soft" className={styles['nav']} aria-label="Main">
      {navigationGroups(permissions).map((group) => (
        <Group key={group.name} group={group} base={base} mini={mini} badges={badges} />
      ))}
      {onToggle !== undefined && (
        <UnstyledButton
          className={`${styles['item']} ${styles['collapse']}`}
          aria-label={mini ? 'Expand the navigation' : 'Collapse the navigation'}
          data-tip={mini ? 'Expand' : undefined}
          onClick={onToggle}
        >
          {mini ? <IconChevronsRight size={ICON_SIZE} /> : <IconChevronsLeft size={ICON_SIZE} />}
          {!mini && 'Collapse'}
        </UnstyledButton>
      )}
    </Stack>
  );
}

type GroupProps = Pick<Props, 'mini' | 'badges'> & { readonly group: NavigationGroup; readonly base: string };

function Group({ group, base, mini, badges }: GroupProps) {
  const { pathname } = useLocation();
  const GroupIcon = group.icon;
  const [first] = group.entries;
  if (first === undefined) return null;
  const within = group.entries.some((entry) => pathname.startsWith(`${base}/${entry.path}`));
  if (mini) {
    return group.entries.map(({ path, title, icon: EntryIcon }) => {
      const badge = badges.get(path);
      const name = nameWith(title, badge);
      return (
        <NavLink key={path} to={`${base}/${path}`} className={styles['item'] ?? ''} aria-label={name} data-tip={name}>
          <EntryIcon size={ICON_SIZE} aria-hidden="true" />
          <Badge badge={badge} />
        </NavLink>
      );
    });
  }
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
        data-within={within || undefined}
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

/** "Keys, 2 suspended": the name of an entry with what its badge says. */
function nameWith(name: string, badge: NavigationBadge | undefined): string {
  return badge === undefined || badge.count === 0 ? name : `${name}, ${badge.count} ${badge.noun}`;
}

function Badge({ badge }: { readonly badge: NavigationBadge | undefined }) {
  if (badge === undefined || badge.count === 0) return null;
  return (
    <span className={styles['badge']} aria-hidden="true">
      {badge.count > LIMITS.badgeCap ? `${LIMITS.badgeCap}+` : badge.count}
    </span>
  );
}
