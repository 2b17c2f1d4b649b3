import { UnstyledButton } from '@mantine/core';
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router';
import { useSession } from '../api/session/session.ts';
import { type NavigationGroup, navigationGroups } from '../screens.ts';
import { ICON_SIZE } from '../ui/theme/metrics.ts';
import styles from './shell.module.css';

type Props = {
  readonly mini: boolean;
  /** Undefined where the window is too narrow to expand. */
  readonly onToggle: (() => void) | undefined;
};

/** The side navigation; collapsed, it shows icons with tooltips. */
export function SideNav({ mini, onToggle }: Props) {
  const { account, permissions } = useSession();
  const base = `/app/${account.urlName}`;
  return (
    <nav className={styles['nav']} aria-label="Main">
      {navigationGroups(permissions).map((group) => (
        <Group key={group.name} group={group} base={base} mini={mini} />
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
    </nav>
  );
}

type GroupProps = { readonly group: NavigationGroup; readonly base: string; readonly mini: boolean };

function Group({ group, base, mini }: GroupProps) {
  const { pathname } = useLocation();
  const GroupIcon = group.icon;
  const [first] = group.entries;
  if (first === undefined) return null;
  const within = group.entries.some((entry) => pathname.startsWith(`${base}/${entry.path}`));
  if (mini) {
    return group.entries.map(({ path, title, icon: EntryIcon }) => (
      <NavLink key={path} to={`${base}/${path}`} className={styles['item'] ?? ''} aria-label={title} data-tip={title}>
        <EntryIcon size={ICON_SIZE} aria-hidden="true" />
      </NavLink>
    ));
  }
  const icon = <GroupIcon size={ICON_SIZE} aria-hidden="true" />;
  if (first.label === '') {
    return (
      <NavLink to={`${base}/${first.path}`} className={styles['item'] ?? ''}>
        {icon}
        {group.name}
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
