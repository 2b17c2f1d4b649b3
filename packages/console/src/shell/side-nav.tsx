import { UnstyledButton } from '@mantine/core';
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { NavLink, useLocation } from 'react-router';
import { useSession } from '../api/session/session.ts';
import { type NavGroup, visibleNavigation } from '../screens.ts';
import { ICON_SIZE } from '../ui/theme/metrics.ts';
import styles from './shell.module.css';

type Props = {
  readonly mini: boolean;
  /** Undefined where the screen leaves no choice. */
  readonly onToggle: (() => void) | undefined;
};

/** The navigation at the side; narrow, it shows icons with their names in tooltips. */
export function SideNav({ mini, onToggle }: Props) {
  const { account, permissions } = useSession();
  const base = `/app/${account.urlName}`;
  return (
    <nav className={styles['nav']} aria-label="Main">
      {visibleNavigation(permissions).map((group) => (
        <Group key={group.label} group={group} base={base} mini={mini} />
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

type GroupProps = { readonly group: NavGroup; readonly base: string; readonly mini: boolean };

function Group({ group, base, mini }: GroupProps) {
  const { pathname } = useLocation();
  const GroupIcon = group.icon;
  const [first] = group.screens;
  if (first === undefined) return null;
  const within = group.screens.some((screen) => pathname.startsWith(`${base}/${screen.path}`));
  const icon = <GroupIcon size={ICON_SIZE} aria-hidden="true" />;
  if (mini || first.label === '') {
    return (
      <NavLink
        to={`${base}/${first.path}`}
        className={styles['item'] ?? ''}
        aria-label={mini ? first.name : undefined}
        data-tip={mini ? group.label : undefined}
      >
        {icon}
        {!mini && group.label}
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
        {group.label}
      </NavLink>
      {group.screens.map((screen) => (
        <NavLink
          key={screen.path}
          to={`${base}/${screen.path}`}
          className={`${styles['item']} ${styles['sub']}`}
          aria-label={`${group.label}: ${screen.label}`}
        >
          {screen.label}
        </NavLink>
      ))}
    </>
  );
}
