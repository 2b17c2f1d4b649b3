import { LIMITS } from '@switchboard/model/limits';
import styles from '../shell.module.css';

/** A count that stands on an entry of the navigation, and what it counts: "2 suspended". Nothing is shown for 0. */
export type NavigationBadge = { readonly count: number; readonly noun: string };

/** The badges by the path of their screen. */
export type NavigationBadges = ReadonlyMap<string, NavigationBadge>;

/** "Keys, 2 suspended": the name of an entry with what its badge says. */
export function nameWith(name: string, badge: NavigationBadge | undefined): string {
  return badge === undefined || badge.count === 0 ? name : `${name}, ${badge.count} ${badge.noun}`;
}

/** The count on an entry, up to a cap. */
export function Badge({ badge }: { readonly badge: NavigationBadge | undefined }) {
  if (badge === undefined || badge.count === 0) return null;
  return (
    <span className={styles['badge']} aria-hidden="true">
      {badge.count > LIMITS.badgeCap ? `${LIMITS.badgeCap}+` : badge.count}
    </span>
  );
}
