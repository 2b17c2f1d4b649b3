import { shortDay } from '@switchboard/model/format';
import { PURPOSE_LABELS } from '@switchboard/model/status/status';
import { formatClock } from '../../lib/clock.ts';
import { shortDuration } from '../../lib/relative-time.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { kindWord, type Unit } from './units.ts';

const { small, status, wide } = COLUMN_WIDTHS;
const PURPOSES: Readonly<Record<string, string>> = PURPOSE_LABELS;

function Clock({ at }: { readonly at: number | null }) {
  if (at === null) return <Text tone="faint">—</Text>;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      data-tip={`${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`}
    >
      {formatClock(at)}
    </time>
  );
}

/** The columns of the list of units. */
export const UNIT_COLUMNS: readonly Column<Unit>[] = [
  {
    ...{ id: 'name', header: 'Name', width: wide, grow: 1, essential: true, part: 'title' },
    cell: ({ name }) => (
      <Text weight="medium" truncate data-tip={name}>
        {name}
      </Text>
    ),
  },
  { id: 'kind', header: 'Type', width: small, part: 'detail', cell: ({ kind }) => kindWord(kind) },
  {
    ...{ id: 'status', header: 'Status', width: wide, grow: 1, essential: true, part: 'status' },
    cell: ({ tone, icon, label, is_late: isLate }) => (
      <Row as="span" gap={1}>
        <StatusBadge tone={tone} icon={icon} label={label} />
        {isLate && <StatusBadge tone="error" icon="warning" label="Late" />}
      </Row>
    ),
  },
  {
    ...{ id: 'date', header: 'Report date', width: small, part: 'detail' },
    cell: ({ report_date: date }) => (date === null ? <Text tone="faint">—</Text> : shortDay(date)),
  },
  { id: 'purpose', header: 'Purpose', width: status, cell: ({ purpose }) => PURPOSES[purpose] ?? purpose },
  { id: 'waited', header: 'Waited', width: small, cell: ({ waited }) => <Text tabular>{shortDuration(waited)}</Text> },
  { id: 'ran', header: 'Ran', width: small, cell: ({ ran }) => <Text tabular>{shortDuration(ran)}</Text> },
  { id: 'started', header: 'Started', width: small, cell: ({ started }) => <Clock at={started} /> },
  { id: 'finished', header: 'Finished', width: small, cell: ({ finished }) => <Clock at={finished} /> },
  { id: 'attempts', header: 'Attempts', width: small, cell: ({ attempts }) => <Text tabular>{attempts}</Text> },
];
