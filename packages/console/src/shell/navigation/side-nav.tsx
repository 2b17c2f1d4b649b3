import { UnstyledButton } from '@mantine/core';
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useSession } from '../../api/session/session.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';
import type { NavigationBadges } from './navigation-badge.tsx';
import { NavigationGroups } from './navigation-groups.tsx';
import { NavigationRail } from './navigation-rail.tsx';
import { permittedGroups } from './permitted-groups.ts';

type Props = {
  readonly mini: boolean;
  readonly badges: NavigationBadges;
  /** Undefined where the window is too narrow to expand. */
  readonly onToggle: (() => void) | undefined;
};

/** The side navigation; collapsed, it has an icon with a short label for each group, and the rest under "More". */
export function SideNav({ mini, badges, onToggle }: Props) {
  const { account, permissions } = useSession();
  const props = { groups: permittedGroups(permissions), base: `/app/${account.urlName}`, badges };
  return (
    <Stack as="nav" padding={[3, 2]} overflowY="auto" background="soft" className={styles['nav']} aria-label="Main">
      {mini ? <NavigationRail {...props} /> : <NavigationGroups {...props} />}
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
