import { formatDateTime, parseTimestamp } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';
import { relativeTime } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { StatusBadge } from '../../ui/status/status-badge.tsx';

type Props = {
  readonly expires: string | null | undefined;
  /** Name of the expiring part: "Client certificate". */
  readonly of: string | null | undefined;
};

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** When a key ends, from two weeks before on: nothing for other keys. */
export function KeyExpiry({ expires, of }: Props) {
  const now = useNow(MINUTE_MS);
  const end = expires ? parseTimestamp(expires) : null;
  if (end === null || end.getTime() > now + LIMITS.keyExpiryDays * DAY_MS) return null;
  const isOver = end.getTime() <= now;
  const utc = `${end.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return (
    <StatusBadge
      tone={isOver ? 'error' : 'warning'}
      label={`${isOver ? 'Ended' : 'Ends'} ${dayOf(end, now)}`}
      tip={`${of ?? 'It'} ${isOver ? 'ended' : 'ends'} ${relativeTime(end.getTime(), now)}: ${utc}`}
    />
  );
}

/** "Dec 3", with the year when it is not the current one. */
const dayOf = (end: Date, now: number): string =>
  formatDateTime(end.toISOString(), { now: new Date(now) }).replace(/, [^,]+$/, '');
