import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { changeText } from './change-text.ts';

type AuditRow = {
  readonly created: string;
  readonly kind: string;
  readonly person_email: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly request_id: string | null;
};

type Options<Row> = {
  readonly timeWidth: number;
  readonly labelOf: (kind: string) => string;
  readonly actorOf: (row: Row) => string;
  /** Columns with what an act concerns. */
  readonly subjects: readonly Column<Row>[];
  /** Columns with where it came from. */
  readonly origin?: readonly Column<Row>[];
};

/** A value in one line; its tip says more, or all of it. */
export function Cut({ value, tip = value }: { readonly value: string | null; readonly tip?: string | null }) {
  if (value === null || value === '') return <Text tone="faint">—</Text>;
  return (
    <Text truncate data-tip={tip ?? value}>
      {value}
    </Text>
  );
}

/** The columns of a list of acts. */
export const auditColumns = <Row extends AuditRow>(options: Options<Row>): readonly Column<Row>[] => [
  {
    id: 'created',
    header: 'Time',
    essential: true,
    width: options.timeWidth,
    cell: ({ created }) => <Timestamp value={created} />,
  },
  {
    id: 'kind',
    header: 'What',
    essential: true,
    part: 'title',
    width: COLUMN_WIDTHS.wide,
    cell: ({ kind }) => <Cut value={options.labelOf(kind)} />,
  },
  {
    id: 'person',
    header: 'By',
    part: 'detail',
    width: COLUMN_WIDTHS.wide,
    grow: 1,
    cell: (row) => <Cut value={options.actorOf(row)} tip={row.person_email} />,
  },
  ...options.subjects,
  {
    id: 'change',
    header: 'Change',
    width: COLUMN_WIDTHS.wide,
    grow: 3,
    cell: ({ before, after }) => <Cut value={changeText(before, after)} />,
  },
  ...(options.origin ?? []),
  {
    id: 'request_id',
    header: 'Request-ID',
    hidden: true,
    width: COLUMN_WIDTHS.wide,
    cell: (row) => <Cut value={row.request_id} />,
  },
];
