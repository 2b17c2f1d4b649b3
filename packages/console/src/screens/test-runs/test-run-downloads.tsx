import { Button } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { FlowDownloadsDocument } from '../../api/generated/documents/download.ts';
import type { DownloadRowFragment, FlowDownloadsQuery } from '../../api/generated/graphql.ts';
import { useLiveConnection } from '../../api/lists/use-live-connection.ts';
import { downloadColumns } from '../../entities/download/download-columns.tsx';
import { DOWNLOAD_LIST } from '../../entities/download/download-list.ts';
import { useDownloadLink } from '../../entities/download/use-download-link.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { useNestedColumns } from './use-nested-columns.tsx';

const LIST = {
  ...DOWNLOAD_LIST,
  document: FlowDownloadsDocument,
  select: (data: FlowDownloadsQuery) => data.flow_downloads,
};

const SHOWN = ['report_datetime', 'created', 'started', 'finished', 'description', 'status'];

/** The columns of downloads, whose description begins with the name. */
const columnsOf = (linkTo: (download: DownloadRowFragment) => string): readonly Column<DownloadRowFragment>[] =>
  downloadColumns(linkTo).map((column) =>
    column.id === 'description'
      ? {
          ...column,
          cell: (row) => (
            <Stack as="span" minWidth={0}>
              <Text as={Link} tone="text" weight="medium" to={linkTo(row)} truncate data-tip={row.name}>
                {row.name}
              </Text>
              {column.cell(row)}
            </Stack>
          ),
        }
      : column,
  );

/** The downloads that a test run reads. */
export function TestRunDownloads({ flowId }: { readonly flowId: string }) {
  const { connection } = useLiveConnection(LIST, {
    variables: { id: flowId },
    pageSize: LIMITS.detailListSize,
    held: false,
  });
  const linkTo = useDownloadLink();
  const columns = useNestedColumns(
    useMemo(() => columnsOf(linkTo), [linkTo]),
    SHOWN,
    'description',
  );
  return (
    <>
      <NestedTable
        label="Downloads of the test run"
        columns={columns}
        rows={connection.rows}
        loading={connection.phase === 'loading'}
        note={connection.failure?.message ?? 'No Downloads'}
      />
      {connection.hasMore && (
        <Button loading={connection.loadingMore} onClick={connection.fetchMore}>
          Show more
        </Button>
      )}
    </>
  );
}
