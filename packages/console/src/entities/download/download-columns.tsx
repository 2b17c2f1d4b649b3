import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { CutText } from '../transfer/cells.tsx';
import { transferColumns } from '../transfer/transfer-columns.tsx';
import { DownloadStatusCell } from './download-status-cell.tsx';

const { outcome, text } = COLUMN_WIDTHS;

/** The columns of every list of downloads. `linkTo` is where a download's name leads. */
export function downloadColumns(
  linkTo: (download: DownloadRowFragment) => string,
): readonly Column<DownloadRowFragment>[] {
  const shared = transferColumns({ linkTo, createdHeader: 'Found', durationId: 'download_duration' });
  return [
    ...shared.dates,
    shared.duration,
    shared.project,
    shared.name,
    shared.purpose,
    {
      id: 'description',
      header: 'Description',
      width: text,
      grow: 2,
      cell: (row) => <CutText value={row.description} mono={row.description === row.handle.filename} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: outcome,
      grow: 2.8,
      essential: true,
      cell: (row) => <DownloadStatusCell download={row} />,
    },
  ];
}
