import { formatDateTime, parseTimestamp } from '@switchboard/model/format';
import { relativeTime } from '../../lib/relative-time.ts';
import { Text } from '../layout/layout.tsx';

type Props = { readonly value: string | null | undefined; readonly timezone?: string };

/** A point in time in the viewer's zone. The tooltip has it in UTC and relative to now. */
export function Timestamp({ value }: Props) {
  const date = value === null || value === undefined ? null : parseTimestamp(value);
  if (date === null) return <Text tone="faint">—</Text>;
  const now = new Date();
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time dateTime={date.toISOString()} data-tip={`${utc} · ${relativeTime(date.getTime(), now.getTime())}`}>
      {formatDateTime(date.toISOString(), { now })}
    </time>
  );
}
