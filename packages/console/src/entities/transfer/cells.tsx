import { formatReportDate, parseTimestamp } from '@switchboard/model/format';
import { PURPOSE_LABELS, PURPOSES } from '@switchboard/model/status/status';
import { Link } from 'react-router';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { longDuration } from '../../lib/relative-time.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { Copyable } from '../../ui/text/copyable.tsx';

/** A report date in UTC. */
export function ReportDate({ value }: { readonly value: DownloadRowFragment['report_datetime'] }) {
  if (value === null) return <Text tone="faint">—</Text>;
  return (
    <Text as="time" tone="text" dateTime={value.iso.slice(0, 10)} data-tip={value.long_utc}>
      {formatReportDate(value.iso, { now: new Date() })}
    </Text>
  );
}

/** The label of a purpose: Published, Test, Backfill. */
export function purposeLabel(purpose: string): string {
  const known = PURPOSES.find((candidate) => candidate === purpose);
  return known === undefined ? purpose : PURPOSE_LABELS[known];
}

type NameProps = { readonly id: string; readonly name: string; readonly to: string };

/** A row's name as a link that opens the row, with a button that copies the id. */
export function NameCell({ id, name, to }: NameProps) {
  return (
    <Copyable text={id} what="id">
      <Text as={Link} tone="text" weight="medium" to={to} truncate data-tip={name} tabIndex={-1} underline="none">
        {name}
      </Text>
    </Copyable>
  );
}

type PathProps = { readonly value: string; readonly shown?: string; readonly mono: boolean };

/** A text truncated to its column, with the full text in the tooltip. */
export function CutText({ value, shown = value, mono }: PathProps) {
  if (value === '') return <Text tone="faint">—</Text>;
  return (
    <Text size={mono ? 'small' : undefined} mono={mono} truncate data-tip={value}>
      {shown}
    </Text>
  );
}

type DurationProps = { readonly from: string | null; readonly to: string | null };

/** The duration between two times; a dash while either is missing. */
export function Duration({ from, to }: DurationProps) {
  const start = from === null ? null : parseTimestamp(from);
  const end = to === null ? null : parseTimestamp(to);
  if (start === null || end === null) return <Text tone="faint">—</Text>;
  return <span>{longDuration(end.getTime() - start.getTime())}</span>;
}
