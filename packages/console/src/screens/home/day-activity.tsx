import { SegmentedControl } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { LIMITS } from '@switchboard/model/limits';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ListDescription } from '../../api/lists/list-description.ts';
import type { PageVariables } from '../../api/lists/use-connection.ts';
import { useLiveConnection } from '../../api/lists/use-live-connection.ts';
import { useSession } from '../../api/session/session.ts';
import { downloadColumns } from '../../entities/download/download-columns.tsx';
import { DOWNLOAD_LIST } from '../../entities/download/download-list.ts';
import { useDownloadLink } from '../../entities/download/use-download-link.ts';
import { EVENT_COLUMNS } from '../../entities/event/event-columns.tsx';
import { EVENT_LIST } from '../../entities/event/event-list.ts';
import { uploadColumns } from '../../entities/upload/upload-columns.tsx';
import { UPLOAD_LIST } from '../../entities/upload/upload-list.ts';
import { useUploadLink } from '../../entities/upload/use-upload-link.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column, GridLayout } from '../../ui/data-table/types.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { type DayScope, downloadScope, eventScope, listPath, uploadScope } from './day-scope.ts';

type Props = {
  readonly scope: DayScope;
  readonly shows: 'runs' | 'events';
  readonly onShow: (shows: 'runs' | 'events') => void;
  /** The command for the day. */
  readonly command?: ReactNode;
};

/** The runs, or the events, of a download or upload on a day. */
export function DayActivity({ scope, shows, onShow, command }: Props) {
  const { urlName } = useSession().account;
  const runs = scope.type === 'download' ? 'Downloads' : 'Uploads';
  const title = shows === 'runs' ? runs : 'Events';
  return (
    <Stack
      as="section"
      gap={3}
      padding={4}
      minWidth={0}
      flex="none"
      frame="large"
      aria-label={`${title} of ${scope.day}`}
    >
      <Row gap={3} align="center" wrap>
        <Text as="h2" size="large" weight="strong">
          <time dateTime={scope.day}>{scope.day}</time>
        </Text>
        <SegmentedControl
          aria-label="Show"
          data={[
            { value: 'runs', label: runs },
            { value: 'events', label: 'Events' },
          ]}
          value={shows}
          onChange={(value) => onShow(value === 'events' ? 'events' : 'runs')}
        />
        {command}
        <Text as={Link} atEnd tone="accent" to={`/app/${urlName}/${listPath(scope, shows)}`}>
          View all {title.toLowerCase()}
        </Text>
      </Row>
      {shows === 'events' ? (
        <EventRows scope={scope} />
      ) : scope.type === 'download' ? (
        <DownloadRows scope={scope} />
      ) : (
        <UploadRows scope={scope} />
      )}
    </Stack>
  );
}

const DOWNLOADS_SHOWN = ['report_datetime', 'started', 'finished', 'description', 'status'];
const UPLOADS_SHOWN = ['report_datetime', 'started', 'finished', 'destination', 'status'];

function DownloadRows({ scope }: { readonly scope: DayScope }) {
  const linkTo = useDownloadLink();
  const columns = useMemo(() => shown(downloadColumns(linkTo), DOWNLOADS_SHOWN), [linkTo]);
  return <Rows list={DOWNLOAD_LIST} variables={downloadScope(scope)} columns={columns} />;
}

function UploadRows({ scope }: { readonly scope: DayScope }) {
  const linkTo = useUploadLink();
  const columns = useMemo(() => shown(uploadColumns(linkTo), UPLOADS_SHOWN), [linkTo]);
  return <Rows list={UPLOAD_LIST} variables={uploadScope(scope)} columns={columns} />;
}

function EventRows({ scope }: { readonly scope: DayScope }) {
  return <Rows list={EVENT_LIST} variables={eventScope(scope)} columns={EVENT_COLUMNS} />;
}

/** The columns without an order of their own, of which some are visible at first. */
const shown = <Row,>(columns: readonly Column<Row>[], ids: readonly string[]): readonly Column<Row>[] =>
  columns.map(({ sort: _sort, ...column }) => ({ ...column, hidden: !ids.includes(column.id) }));

type RowsProps<Data, Variables extends PageVariables, Row extends { readonly id: string }> = {
  readonly list: ListDescription<Data, Variables, Row>;
  readonly variables: Omit<Variables, 'first' | 'after'>;
  readonly columns: readonly Column<Row>[];
};

function Rows<Data, Variables extends PageVariables, Row extends { readonly id: string }>(
  props: RowsProps<Data, Variables, Row>,
) {
  const { list, variables, columns } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<GridLayout>({});
  const { connection } = useLiveConnection(list, { variables, pageSize: LIMITS.detailListSize, held: false });
  return (
    <Stack maxHeight="related-height" overflow="hidden" frame="normal" background="plain">
      <DataTable
        label={`${list.title} of the day`}
        columns={columns}
        rows={connection.rows}
        rowName={list.rowName}
        {...(list.rowHeight === undefined ? {} : { rowHeight: list.rowHeight })}
        phase={connection.phase}
        skeletonRows={3}
        stale={connection.stale}
        hasMore={connection.hasMore}
        loadingMore={connection.loadingMore}
        moreFailed={connection.moreFailed}
        onMore={connection.fetchMore}
        layout={layout}
        onLayoutChange={setLayout}
        scrollRef={scrollRef}
        empty={<EmptyState title="No Items" />}
        error={
          <ErrorState
            title={`The ${list.title.toLowerCase()} could not be loaded.`}
            failure={connection.failure}
            onRetry={connection.refresh}
          />
        }
      />
    </Stack>
  );
}
