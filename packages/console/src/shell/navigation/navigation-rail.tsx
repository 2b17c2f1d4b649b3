import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Popup } from '../../ui/layers/popup.tsx';
import { ICON_SIZE, PHONE_QUERY } from '../../ui/theme/metrics.ts';
import styles from '../shell.module.css';
import { Badge, nameWith } from './navigation-badge.tsx';
import { isWithin, NavigationGroups, type NavigationProps } from './navigation-groups.tsx';

/** Groups that stand on a phone, where the person may see them; others fill their places. */
const FIRST_ON_PHONE = ['Home', 'Incidents', 'Downloads', 'Uploads', 'Keys'];

/** The collapsed navigation: a labelled icon for each group, on a phone for five, and "More" with every entry. */
export function NavigationRail({ groups, base, badges }: NavigationProps) {
  const { pathname } = useLocation();
  const phone = useMediaQuery(PHONE_QUERY, false, { getInitialValueInEffect: false });
  const shown = phone ? firstOnPhone(groups) : groups;
  return (
    <>
      {shown.map((group) => {
        const [first] = group.entries;
        if (first === undefined) return null;
        const GroupIcon = group.icon;
        const badge = badges.get(first.path);
        return (
          <Link
            key={group.name}
            to={`${base}/${first.path}`}
            className={styles['item']}
            aria-label={nameWith(group.name, badge)}
            aria-current={isWithin(group, base, pathname) ? 'page' : undefined}
          >
            <GroupIcon size={ICON_SIZE} aria-hidden="true" />
            <span className={styles['label']}>{group.name}</span>
            <Badge badge={badge} />
          </Link>
        );
      })}
      <More groups={groups} base={base} badges={badges} />
    </>
  );
}

function firstOnPhone(groups: NavigationProps['groups']): NavigationProps['groups'] {
  const chosen = groups.filter(({ name }) => FIRST_ON_PHONE.includes(name));
  const others = groups.filter(({ name }) => !FIRST_ON_PHONE.includes(name));
  return [...chosen, ...others].slice(0, FIRST_ON_PHONE.length);
}

function More(props: NavigationProps) {
  const { pathname } = useLocation();
  // Another screen closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  return (
    <Popup
      label="More screens"
      position="bottom-start"
      className={styles['more']}
      opened={openedAt === pathname}
      onChange={(opened) => setOpenedAt(opened ? pathname : null)}
      button={(button) => (
        <UnstyledButton {...button} className={styles['item']} aria-label="More screens">
          <IconDots size={ICON_SIZE} aria-hidden="true" />
          <span className={styles['label']}>More</span>
        </UnstyledButton>
      )}
    >
      {() => <NavigationGroups {...props} />}
    </Popup>
  );
}
