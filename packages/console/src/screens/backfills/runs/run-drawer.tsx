import { Skeleton } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { RunDetailDocument } from '../../../api/generated/documents/runs.ts';
import type { RunDetailQuery, RunRowFragment } from '../../../api/generated/graphql.ts';
import { useRefetchOnChanges } from '../../../api/live/use-refetch-on-changes.ts';
import { downloadColumns } from '../../../entities/download/download-columns.tsx';
import { useDownloadLink } from '../../../entities/download/use-download-link.ts';
import { ProcessingTable } from '../../../entities/flow/processing-table.tsx';
import { ReportDate } from '../../../entities/transfer/cells.tsx';
import { TransferEvents } from '../../../entities/transfer/drawer/transfer-events.tsx';
import { uploadColumns } from '../../../entities/upload/upload-columns.tsx';
import { useUploadLink } from '../../../entities/upload/use-upload-link.ts';
import { pickColumns } from '../../../ui/data-table/layout.ts';
import type { Column } from '../../../ui/data-table/types.ts';
import { toastFailed } from '../../../ui/feedback/toasts.ts';
import { Row, Stack } from '../../../ui/layout/layout.tsx';
import { NestedTable } from '../../../ui/nested-table/nested-table.tsx';
import { DrawerTitle } from '../../../ui/page/side-drawer.tsx';
import { TabPanels } from '../../../ui/page/tab-panels.tsx';
import { Fact, Facts } from '../../../ui/text/facts.tsx';
import { Timestamp } from '../../../ui/text/timestamp.tsx';
import { concernsBackfills } from '../backfill-list.ts';
import { CopyChip } from '../copy-chip.tsx';
import { PhaseIndicator } from '../phase-indicator.tsx';
import { RunStatusBadge } from './run-status-badge.tsx';

type Run = NonNullable<RunDetailQuery['flow']>;

type Props = {
  readonly runId: string;
  /** The run, when the list has loaded it already. */
  readonly known: RunRowFragment | undefined;
  readonly onClose: () => void;
};

/** One run of a backfill: its phases, and what it reads, makes and reports. */
export function RunDrawer({ runId, known, onClose }: Props) {
  const [{ data, error }, refetch] = useQuery({
    query: RunDetailDocument,
    variables: { id: runId },
    requestPolicy: 'cache-and-network',
  });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  useRefetchOnChanges(refresh, concernsBackfills);
  const run = data?.flow ?? null;
  const isMissing = data?.flow === null || (error !== undefined && !data);
  useEffect(() => {
    if (!isMissing) return;
    toastFailed('Error fetching data');
    onClose();
  }, [isMissing, onClose]);
  const summary = run ?? known;
  const isDirty = run?.inputs.some(({ download_part: part }) => (part?.dirty_row_count ?? 0) > 0) ?? false;
  return (
    <>
      <DrawerTitle>Run {summary !== undefined && <ReportDate value={summary.report_datetime} />}</DrawerTitle>
      <Stack gap={4} padding={[4, 5]} overflowY="auto">
        {summary !== undefined && (
          <>
            <Row gap={2} align="center" wrap>
              <RunStatusBadge run={summary} />
              <CopyChip what="Run ID" text={runId} />
            </Row>
            <PhaseIndicator run={summary} hasDirtyRows={isDirty} />
          </>
        )}
        {run === null ? <Skeleton height="var(--empty-height)" /> : <RunParts run={run} />}
      </Stack>
    </>
  );
}

const DOWNLOAD_COLUMNS = ['report_datetime', 'name', 'created', 'started', 'finished', 'status'];

/** A start that is spare in a grid has its name in a drawer, which has few columns. */
const withStart = <Row,>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.map(({ part, ...column }) => (part === undefined || column.id === 'started' ? column : { ...column, part }));
const UPLOAD_COLUMNS = ['report_datetime', 'name', 'started', 'finished', 'destination', 'status'];

function RunParts({ run }: { readonly run: Run }) {
  const [tab, setTab] = useState('downloads');
  const downloadLink = useDownloadLink();
  const uploadLink = useUploadLink();
  const downloads = [...new Map(run.inputs.map(({ download }) => [download.id, download])).values()];
  return (
    <>
      <Facts>
        <Fact label="Created">
          <Timestamp value={run.created} />
        </Fact>
        <Fact label="Launched by">{run.launched_by?.name ?? '-'}</Fact>
        <Fact label="Script">{run.changelist.description}</Fact>
      </Facts>
      <TabPanels
        label="Parts of the run"
        active={tab}
        onChange={setTab}
        tabs={[
          {
            name: 'downloads',
            label: 'Downloads',
            count: downloads.length,
            content: (
              <NestedTable
                label="Downloads"
                columns={withStart(pickColumns(downloadColumns(downloadLink), DOWNLOAD_COLUMNS))}
                rows={downloads}
                loading={false}
                note="No Downloads"
              />
            ),
          },
          {
            name: 'uploads',
            label: 'Uploads',
            count: run.outputs.length,
            content: (
              <NestedTable
                label="Uploads"
                columns={withStart(pickColumns(uploadColumns(uploadLink), UPLOAD_COLUMNS))}
                rows={run.outputs}
                loading={false}
                note="No Uploads"
              />
            ),
          },
          {
            name: 'events',
            label: 'Events',
            count: run.events.length,
            content: <TransferEvents name="the run" events={run.events} loading={false} />,
          },
          {
            name: 'processing',
            label: 'Processing',
            content: <ProcessingTable runs={run.processing} loading={false} />,
          },
        ]}
      />
    </>
  );
}
