import { abbreviateNumber, fullNumber } from '@switchboard/model/format';
import type { FlowSummaryRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import styles from './changelist-detail.module.css';

/** A phone shows the failed flows without being scrolled. */
const WIDTH = COLUMN_WIDTHS.minimum + COLUMN_WIDTHS.step;

type Row = FlowSummaryRowFragment & { readonly id: string };
type CountName = Exclude<keyof FlowSummaryRowFragment, 'purpose' | '__typename'>;

const PURPOSES: Readonly<Record<string, string>> = { production: 'Production', backfill: 'Backfill', proof: 'Test' };

/** A count of flows; what needs attention has its colour, a zero is grey. */
function Count({ count, tone }: { readonly count: number; readonly tone?: 'warning' | 'error' | undefined }) {
  return (
    <span className={styles['count']} data-tone={count === 0 ? 'none' : tone} data-tip={fullNumber(count)}>
      {abbreviateNumber(count)}
    </span>
  );
}

const countColumn = (name: CountName, header: string, tone?: 'warning' | 'error'): Column<Row> => ({
  id: name,
  header,
  width: WIDTH,
  cell: (row) => <Count count={row[name]} tone={tone} />,
});

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'purpose',
    header: 'Purpose',
    width: COLUMN_WIDTHS.small,
    cell: ({ purpose }) => PURPOSES[purpose] ?? purpose,
  },
  countColumn('unfinished', 'Unfinished'),
  countColumn('succeeded', 'Succeeded'),
  countColumn('failed', 'Failed', 'error'),
  countColumn('dirty_rows_all', 'All rows dirty', 'error'),
  countColumn('dirty_rows_some', 'Some rows dirty', 'warning'),
];

type Props = { readonly rows: readonly FlowSummaryRowFragment[]; readonly loading: boolean };

/** The flows of a version by purpose. */
export function FlowSummary({ rows, loading }: Props) {
  return (
    <NestedTable
      label="Flow summary"
      columns={COLUMNS}
      rows={rows.map((row) => ({ ...row, id: row.purpose }))}
      loading={loading}
      note="This version has no runs yet."
    />
  );
}
