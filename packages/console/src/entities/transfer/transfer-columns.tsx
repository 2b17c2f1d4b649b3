import type { Column } from '../../ui/data-table/types.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { MaintenanceMark } from '../maintenance/maintenance-mark.tsx';
import { CutText, Duration, NameCell, purposeLabel, ReportDate } from './cells.tsx';
import type { TransferRow } from './transfer-row.ts';

const { date, project, small, medium, name, wide } = COLUMN_WIDTHS;

type TimeOf<Row> = (row: Row) => string | null;

type TransferColumns<Row> = {
  /** The report date, then when the transfer was created, started and finished. */
  readonly dates: readonly Column<Row>[];
  /** From the start to the end. */
  readonly duration: Column<Row>;
  readonly project: Column<Row>;
  readonly name: Column<Row>;
  readonly purpose: Column<Row>;
};

type Options<Row> = {
  /** Where a row's name leads. */
  readonly linkTo: (row: Row) => string;
  readonly kind: 'download' | 'upload';
  readonly createdHeader: string;
  readonly durationId: string;
};

/** The columns that lists of downloads and of uploads share. */
export function transferColumns<Row extends TransferRow>(options: Options<Row>): TransferColumns<Row> {
  const { linkTo, kind, createdHeader, durationId } = options;
  return {
    dates: [
      {
        id: 'report_datetime',
        header: 'Report Date',
        essential: true,
        width: date,
        sort: 'REPORT_DATETIME',
        cell: (row) => <ReportDate value={row.report_datetime} />,
      },
      { ...timeColumn<Row>('created', createdHeader, 'CREATED', (row) => row.created), hidden: true },
      {
        id: 'started_finished',
        header: 'Started and finished',
        width: wide,
        sort: 'STARTED',
        hidden: true,
        cell: (row) => (
          <>
            <Timestamp value={row.started} /> to <Timestamp value={row.finished} />
          </>
        ),
      },
      { ...timeColumn<Row>('started', 'Started', 'STARTED', (row) => row.started), part: 'spare' },
      { ...timeColumn<Row>('finished', 'Finished', 'FINISHED', (row) => row.finished), hidden: true },
    ],
    duration: durationColumn(
      durationId,
      'Duration',
      (row) => row.started,
      (row) => row.finished,
    ),
    project: {
      id: 'project',
      header: 'Project',
      part: 'detail',
      width: project,
      cell: (row) => <CutText value={row.project} mono={false} />,
    },
    name: {
      id: 'name',
      header: 'Name',
      essential: true,
      part: 'title',
      width: name,
      grow: 1.7,
      cell: (row) => (
        <Row as="span" gap={1} align="center" minWidth={0}>
          <NameCell id={row.id} name={row.name} to={linkTo(row)} />
          <MaintenanceMark kind={kind} name={row.name} />
        </Row>
      ),
    },
    purpose: {
      id: 'purpose',
      header: 'Purpose',
      part: 'detail',
      width: small,
      cell: (row) => purposeLabel(row.purpose),
    },
  };
}

/** A point in time by which the server can sort. */
function timeColumn<Row>(id: string, header: string, sort: string, timeOf: TimeOf<Row>): Column<Row> {
  return { id, header, width: medium, sort, cell: (row) => <Timestamp value={timeOf(row)} /> };
}

/** The time between two points, hidden at first. */
export function durationColumn<Row>(id: string, header: string, from: TimeOf<Row>, to: TimeOf<Row>): Column<Row> {
  return { id, header, width: small, hidden: true, cell: (row) => <Duration from={from(row)} to={to(row)} /> };
}
