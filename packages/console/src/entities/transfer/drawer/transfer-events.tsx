import type { EventRowFragment } from '../../../api/generated/graphql.ts';
import { pickColumns } from '../../../ui/data-table/layout.ts';
import { NestedTable } from '../../../ui/nested-table/nested-table.tsx';
import { EVENT_COLUMNS } from '../../event/event-columns.tsx';

const COLUMNS = pickColumns(EVENT_COLUMNS, ['severity', 'created', 'message']).map((column) =>
  // The message takes the width that the others leave.
  column.id === 'message' ? { ...column, grow: 2 } : column,
);

type Props = { readonly name: string; readonly events: readonly EventRowFragment[]; readonly loading: boolean };

/** The latest events of a download or an upload. */
export function TransferEvents({ name, events, loading }: Props) {
  return <NestedTable label={`Events of ${name}`} columns={COLUMNS} rows={events} loading={loading} note="No Items" />;
}
