import { useQuery } from 'urql';
import { DownloadDocument, FlowDownloadsDocument } from '../../api/generated/documents/download.ts';
import { FlowDocument } from '../../api/generated/documents/flow.ts';
import { UploadDocument } from '../../api/generated/documents/upload.ts';
import type { FlowDownloadsQuery } from '../../api/generated/graphql.ts';
import { downloadColumns } from '../../entities/download/download-columns.tsx';
import { DOWNLOAD_LIST } from '../../entities/download/download-list.ts';
import { useDownloadLink } from '../../entities/download/use-download-link.ts';
import { ProcessingTable } from '../../entities/flow/processing-table.tsx';
import { uploadColumns } from '../../entities/upload/upload-columns.tsx';
import { UPLOAD_LIST } from '../../entities/upload/upload-list.ts';
import { useUploadLink } from '../../entities/upload/use-upload-link.ts';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import { FlowRows, RelatedRows, RelatedSection } from './related-rows.tsx';

type Subjects = {
  readonly downloadId: string | null;
  readonly uploadId: string | null;
  readonly flowId: string | null;
};

const DOWNLOADS = {
  list: {
    ...DOWNLOAD_LIST,
    document: FlowDownloadsDocument,
    select: (data: FlowDownloadsQuery) => data.flow_downloads,
  },
  grid: 'downloadsFromEvent',
  columns: downloadColumns,
  shown: ['report_datetime', 'name', 'started', 'status'],
} as const;

const UPLOADS = {
  list: UPLOAD_LIST,
  grid: 'uploadsFromEvent',
  columns: uploadColumns,
  shown: ['report_datetime', 'name', 'started', 'destination', 'status'],
} as const;

/** The downloads, uploads and flow of an event; "No elements" when there are none. */
export function RelatedTransfers({ downloadId, uploadId, flowId }: Subjects) {
  const [download] = useQuery({
    query: DownloadDocument,
    variables: { id: downloadId ?? '' },
    pause: downloadId === null,
  });
  const [upload] = useQuery({ query: UploadDocument, variables: { id: uploadId ?? '' }, pause: uploadId === null });
  const [flow] = useQuery({ query: FlowDocument, variables: { id: flowId ?? '' }, pause: flowId === null });
  const downloads = { ...DOWNLOADS, linkTo: useDownloadLink() };
  const uploads = { ...UPLOADS, linkTo: useUploadLink() };
  const ownDownload = download.data?.download ?? null;
  const ownUpload = upload.data?.upload ?? null;
  const hasFlow = flow.fetching || (flow.data?.flow ?? null) !== null;

  if (flowId !== null && hasFlow)
    return (
      <Stack gap={4}>
        <FlowRows of={downloads} scope={{ id: flowId }} own={ownDownload} />
        <RelatedSection title="Processing">
          <ProcessingTable runs={flow.data?.flow?.processing ?? []} loading={flow.fetching} />
        </RelatedSection>
        <FlowRows of={uploads} scope={{ flow_id: flowId }} own={ownUpload} />
      </Stack>
    );
  if (!download.fetching && !upload.fetching && ownDownload === null && ownUpload === null)
    return (
      <Text as="p" tone="dim">
        No elements
      </Text>
    );
  return (
    <Stack gap={4}>
      {(download.fetching || ownDownload !== null) && <RelatedRows of={downloads} row={ownDownload} />}
      {(upload.fetching || ownUpload !== null) && <RelatedRows of={uploads} row={ownUpload} />}
    </Stack>
  );
}
