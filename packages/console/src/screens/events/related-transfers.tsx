import { type ReactNode, useMemo } from 'react';
import { useQuery } from 'urql';
import {
  DownloadDocument,
  FlowDocument,
  FlowDownloadsDocument,
  UploadDocument,
  UploadsDocument,
} from '../../api/generated/graphql.ts';
import { downloadColumns } from '../../entities/download/download-columns.tsx';
import { useDownloadLink } from '../../entities/download/use-download-link.ts';
import { ProcessingTable } from '../../entities/flow/processing-table.tsx';
import { uploadColumns } from '../../entities/upload/upload-columns.tsx';
import { useUploadLink } from '../../entities/upload/use-upload-link.ts';
import { pickColumns } from '../../ui/data-table/layout.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import styles from './related-transfers.module.css';

type Subjects = {
  readonly downloadId: string | null;
  readonly uploadId: string | null;
  readonly flowId: string | null;
};

const RELATED_SIZE = 50;
const DOWNLOAD_COLUMNS = ['report_datetime', 'name', 'started', 'status'];
const UPLOAD_COLUMNS = ['report_datetime', 'name', 'started', 'destination', 'status'];

/** The downloads, uploads and flow of an event; "No elements" when there are none. */
export function RelatedTransfers({ downloadId, uploadId, flowId }: Subjects) {
  const [download] = useQuery({
    query: DownloadDocument,
    variables: { id: downloadId ?? '' },
    pause: downloadId === null,
  });
  const [upload] = useQuery({ query: UploadDocument, variables: { id: uploadId ?? '' }, pause: uploadId === null });
  const [flow] = useQuery({ query: FlowDocument, variables: { id: flowId ?? '' }, pause: flowId === null });
  const page = { first: RELATED_SIZE };
  const [inputs] = useQuery({
    query: FlowDownloadsDocument,
    variables: { ...page, id: flowId ?? '' },
    pause: flowId === null,
  });
  const [outputs] = useQuery({
    query: UploadsDocument,
    variables: { ...page, flow_id: flowId },
    pause: flowId === null,
  });

  const downloads = distinct([download.data?.download, ...(inputs.data?.flow_downloads.nodes ?? [])]);
  const uploads = distinct([upload.data?.upload, ...(outputs.data?.uploads.nodes ?? [])]);
  const loading = download.fetching || upload.fetching || inputs.fetching || outputs.fetching;
  const hasFlow = flow.fetching || (flow.data?.flow ?? null) !== null;
  const downloadLink = useDownloadLink();
  const uploadLink = useUploadLink();
  const columns = useMemo(
    () => ({
      downloads: pickColumns(downloadColumns(downloadLink), DOWNLOAD_COLUMNS),
      uploads: pickColumns(uploadColumns(uploadLink), UPLOAD_COLUMNS),
    }),
    [downloadLink, uploadLink],
  );

  if (!loading && !hasFlow && downloads.length === 0 && uploads.length === 0)
    return <p className={styles['none']}>No elements</p>;
  return (
    <div className={styles['related']}>
      {(downloads.length > 0 || (loading && uploads.length === 0)) && (
        <Transfers title="Downloads" columns={columns.downloads} rows={downloads} loading={loading} />
      )}
      {hasFlow && (
        <Section title="Processing">
          <ProcessingTable runs={flow.data?.flow?.processing ?? []} loading={flow.fetching} />
        </Section>
      )}
      {uploads.length > 0 && <Transfers title="Uploads" columns={columns.uploads} rows={uploads} loading={loading} />}
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className={styles['heading']}>{title}</h3>
      {children}
    </section>
  );
}

type TransfersProps<Row> = {
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly loading: boolean;
};

function Transfers<Row extends { readonly id: string }>({ title, columns, rows, loading }: TransfersProps<Row>) {
  return (
    <Section title={title}>
      <NestedTable
        label={`Related ${title.toLowerCase()}`}
        columns={columns}
        rows={rows}
        loading={loading}
        note="No elements"
      />
    </Section>
  );
}

function distinct<Row extends { readonly id: string }>(rows: readonly (Row | null | undefined)[]): Row[] {
  const found = new Map<string, Row>();
  for (const row of rows) if (row !== null && row !== undefined) found.set(row.id, row);
  return [...found.values()];
}
