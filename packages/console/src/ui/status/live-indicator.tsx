import { ActionIcon } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { formatClock } from '../../lib/clock.ts';
import { relativeTime } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { Row } from '../layout/layout.tsx';
import { SMALL_ICON_SIZE } from '../theme/metrics.ts';
import styles from './live-indicator.module.css';

export type LiveState = 'live' | 'polling' | 'paused' | 'offline';

type Props = {
  /** Live updates; times in milliseconds. */
  readonly live: {
    readonly state: LiveState;
    /** When something changed last; null before the first time. */
    readonly lastChange: number | null;
    /** When the server stopped answering; null while it answers. */
    readonly offlineSince: number | null;
    readonly setPaused: (paused: boolean) => void;
  };
  /** When what is shown was loaded, in milliseconds; null before the first time. */
  readonly loaded?: number | null;
};

const LABELS: Readonly<Record<LiveState, string>> = {
  live: 'Live',
  polling: 'Reconnecting',
  paused: 'Paused',
  offline: 'Offline',
};
const TIPS: Readonly<Record<LiveState, string>> = {
  live: 'Changes appear by themselves.',
  polling: 'Reconnecting. Until then the list is fetched every 10 s while anything is running.',
  paused: 'Changes do not appear until you resume.',
  offline: 'The server does not answer. The list is brought up to date when it is back.',
};

/** The state of live updates, the time of the last one, and a pause button. */
export function LiveIndicator({ live, loaded = null }: Props) {
  const { state, offlineSince, setPaused: onPause } = live;
  const updated = Math.max(live.lastChange ?? 0, loaded ?? 0) || null;
  const now = useNow(1000);
  const paused = state === 'paused';
  return (
    <Row as="span" inline gap={2} align="center" size="small" tone="dim" tabular>
      <span className={styles['dot']} data-state={state} aria-hidden="true" />
      <span data-tip={TIPS[state]}>
        {LABELS[state]}
        {offlineSince !== null && ` since ${formatClock(offlineSince)}`}
        {updated !== null && ` · updated ${relativeTime(Math.min(updated, now), now)}`}
      </span>
      <ActionIcon
        aria-label={paused ? 'Resume live updates' : 'Pause live updates'}
        data-tip={paused ? 'Resume live updates' : 'Pause live updates'}
        onClick={() => onPause(!paused)}
      >
        {paused ? <IconPlayerPlay size={SMALL_ICON_SIZE} /> : <IconPlayerPause size={SMALL_ICON_SIZE} />}
      </ActionIcon>
    </Row>
  );
}
