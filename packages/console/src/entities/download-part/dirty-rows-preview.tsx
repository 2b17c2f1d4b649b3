import { LIMITS } from '@switchboard/model/limits';
import { GENERIC_FAILURE } from '../../api/failure.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { CutText } from '../transfer/cells.tsx';
import { countReasons, type DirtyRow } from './dirty-row.ts';
import { useDirtyRows } from './use-dirty-rows.ts';

const COLUMNS: readonly Column<DirtyRow>[] = [
  {
    id: 'line',
    header: 'Line',
    width: COLUMN_WIDTHS.small,
    cell: (row) => <CutText value={row.line === null ? '' : String(row.line)} mono={false} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: COLUMN_WIDTHS.outcome,
    cell: (row) => <CutText value={row.reasons.join(', ')} mono={false} />,
  },
  { id: 'row', header: 'Row', width: COLUMN_WIDTHS.wide, grow: 2, cell: (row) => <CutText value={row.raw} mono /> },
];

const TOP_REASONS = 3;
const NO_ROWS: readonly DirtyRow[] = [];

/** The first new dirty rows of a part, with their most frequent reasons. */
export function DirtyRowsPreview({ partId, name }: { readonly partId: string; readonly name: string }) {
  const { state, retry } = useDirtyRows(partId);
  if (state.phase === 'error') {
    return <ErrorState title={GENERIC_FAILURE} failure={state.failure} onRetry={retry} />;
  }
  const rows = state.phase === 'ready' ? state.rows : NO_ROWS;
  const reasons = countReasons(rows).slice(0, TOP_REASONS);
  return (
    <Stack gap={3}>
      {reasons.length > 0 && (
        <Row as="p" gap={[1, 4]} wrap tone="warning">
          {reasons.map(([reason, count]) => (
            <span key={reason}>
              {reason} <b>{count}</b>
            </span>
          ))}
        </Row>
      )}
      <NestedTable
        label={`New dirty rows of ${name}`}
        columns={COLUMNS}
        rows={rows}
        loading={state.phase === 'loading'}
        note="No Items"
      />
      {rows.length === LIMITS.sampleRows && (
        <Text as="p" tone="dim">
          The first {LIMITS.sampleRows} rows are shown. Download the file for all rows.
        </Text>
      )}
    </Stack>
  );
}
