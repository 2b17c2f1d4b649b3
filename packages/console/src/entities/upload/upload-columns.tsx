import { truncate } from '@switchboard/model/format';
import { LIMITS } from '@switchboard/model/limits';
import type { UploadRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { CutText } from '../transfer/cells.tsx';
import { durationColumn, transferColumns } from '../transfer/transfer-columns.tsx';
import { UploadStatusCell } from './upload-status-cell.tsx';

const { outcome, text, wide } = COLUMN_WIDTHS;

/** The columns of every list of uploads. `linkTo` is where an upload's name leads. */
export function uploadColumns(linkTo: (upload: UploadRowFragment) => string): readonly Column<UploadRowFragment>[] {
  const shared = transferColumns({ linkTo, kind: 'upload', createdHeader: 'Ready', durationId: 'upload_duration' });
  return [
    ...shared.dates,
    durationColumn(
      'queued_duration',
      'Queued for',
      (row) => row.created,
      (row) => row.started,
    ),
    shared.duration,
    shared.project,
    { ...shared.name, grow: 1.8 },
    { ...shared.purpose, hidden: true },
    {
      id: 'description',
      header: 'Description',
      part: 'detail',
      width: text,
      hidden: true,
      cell: (row) => <CutText value={row.handle} mono />,
    },
    {
      id: 'destination',
      header: 'Destination',
      part: 'detail',
      width: wide,
      grow: 4.2,
      cell: (row) => (
        <CutText value={row.destination} shown={truncate(row.destination, LIMITS.destinationLength)} mono />
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: outcome,
      grow: 2.6,
      essential: true,
      part: 'status',
      cell: (row) => <UploadStatusCell upload={row} />,
    },
  ];
}
