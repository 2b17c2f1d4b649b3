import type { EventRowFragment } from '../../api/generated/graphql.ts';
import { EVENT_COLUMNS } from '../../entities/event/event-columns.tsx';
import { EventComment } from '../../entities/event/event-comment.tsx';
import styles from '../../entities/event/event-text.module.css';
import type { FoldedEvent } from '../../entities/event/fold-events.ts';
import { QuietButton } from '../../entities/transfer/quiet-button.tsx';
import { pickColumns } from '../../ui/data-table/layout.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Stack } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';

type Props = { readonly row: FoldedEvent; readonly onOpen: (event: EventRowFragment) => void };

/** The whole message of an event with its comment, or of equal events the single ones. */
export function EventDetail({ row, onOpen }: Props) {
  return (
    <Stack gap={3}>
      <p className={styles['message']}>{row.message}</p>
      {row.events.length === 1 ? (
        row.comment !== null && <EventComment event={row} />
      ) : (
        <NestedTable
          label={`${row.events.length} equal events`}
          columns={singleColumns(onOpen)}
          rows={row.events}
          loading={false}
          note="No Items"
        />
      )}
    </Stack>
  );
}

/** The columns in which equal events differ. */
function singleColumns(onOpen: Props['onOpen']): readonly Column<EventRowFragment>[] {
  return [
    ...pickColumns(EVENT_COLUMNS, ['created', 'report_datetime']),
    {
      id: 'action',
      header: 'Actions',
      width: COLUMN_WIDTHS.wide,
      grow: 2,
      cell: (event) => (
        <QuietButton
          label="Show event"
          accessibleName={`Show the event of ${event.created}`}
          onClick={() => onOpen(event)}
        />
      ),
    },
  ];
}
