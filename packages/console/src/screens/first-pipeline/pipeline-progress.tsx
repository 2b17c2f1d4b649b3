import { Button } from '@mantine/core';
import { fullNumber } from '@switchboard/model/format';
import {
  DOWNLOAD_FINAL,
  DOWNLOAD_STATUS_VIEWS,
  type StatusView,
  UPLOAD_FINAL,
  UPLOAD_STATUS_VIEWS,
} from '@switchboard/model/status/status';
import { IconDownload } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { describeFailure } from '../../api/failure.ts';
import { PipelineProgressDocument } from '../../api/generated/documents/first-pipeline.ts';
import { useSession } from '../../api/session/session.ts';
import { useDownloadLink } from '../../entities/download/use-download-link.ts';
import { useScriptPaths } from '../../entities/draft/script-paths.ts';
import { useSaveFile } from '../../entities/transfer/use-save-file.ts';
import { useUploadLink } from '../../entities/upload/use-upload-link.ts';
import { useVisible } from '../../lib/use-visible.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import styles from './first-pipeline.module.css';

/** A person watches for the few seconds that it takes. */
const INTERVAL = 1000;
const WAITING: StatusView = { label: 'Waiting', tone: 'inactive' };
const rows = (count: number | null): string =>
  count === null ? '' : `${fullNumber(count)} ${count === 1 ? 'row' : 'rows'}`;
const isOneOf = (statuses: readonly string[], status: string | undefined): boolean =>
  status !== undefined && statuses.includes(status);
const viewOf = (views: Readonly<Record<string, StatusView>>, status: string | undefined): StatusView =>
  status === undefined ? WAITING : (views[status] ?? WAITING);

type Props = {
  readonly name: string;
  readonly onAgain: () => void;
};

/** The first run of a pipeline: its download and its upload as they go on, and the delivered file. */
export function PipelineProgress({ name, onAgain }: Props) {
  const { urlName } = useSession().account;
  const path = `imported/${name}.sbs`;
  const paths = useScriptPaths();
  const downloadLink = useDownloadLink();
  const uploadLink = useUploadLink();
  const isVisible = useVisible();
  const saveFile = useSaveFile();
  const [{ data, error }, refetch] = useQuery({
    query: PipelineProgressDocument,
    variables: { names: [name], paths: [path] },
    requestPolicy: 'cache-and-network',
  });
  const refresh = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const download = data?.downloads.nodes[0];
  const upload = data?.uploads.nodes[0];
  const isOver =
    isOneOf(UPLOAD_FINAL, upload?.status) ||
    (isOneOf(DOWNLOAD_FINAL, download?.status) && download?.status !== 'completed');
  useEffect(() => {
    if (isOver || !isVisible) return;
    const timer = setInterval(refresh, INTERVAL);
    return () => clearInterval(timer);
  }, [isOver, isVisible, refresh]);
  if (data === undefined && error !== undefined) {
    return <ErrorState title="The run could not be loaded" failure={describeFailure(error)} onRetry={refresh} />;
  }
  if (data !== undefined && (data.published_changelist?.files.length ?? 0) === 0) {
    return (
      <EmptyState
        title={`The published script has no file ${path}`}
        actions={<Button onClick={onAgain}>Choose a file</Button>}
      />
    );
  }
  const isDelivered = upload?.status === 'completed';
  const dirty = download?.dirty_row_count ?? 0;
  const published = data?.published_changelist?.id;
  return (
    <Stack as="section" gap={5} aria-label={`First run of ${name}`} className={styles['form']}>
      <p className={styles['text']} role="status">
        {isDelivered
          ? `${rows(upload.row_count)} of ${name} are delivered. They are delivered again whenever the file is replaced.`
          : isOver
            ? `The first run of ${name} did not deliver. The reason is below.`
            : `${name} is published. Its first run takes a few seconds.`}
      </p>
      <Stack as="ol" gap={3} className={styles['steps']}>
        <li>
          <strong>Script</strong>
          <StatusBadge tone="completed" label="Published" />
          {published !== undefined && (
            <Link
              to={paths.place(published, {
                path,
                startLine: 1,
                endLine: 1,
                startColumn: 1,
                endColumn: 1,
              })}
            >
              Open in the editor
            </Link>
          )}
        </li>
        <li>
          <strong>Download</strong>
          <StatusBadge {...viewOf(DOWNLOAD_STATUS_VIEWS, download?.status)} />
          <span>
            {rows(download?.row_count ?? null)}
            {dirty > 0 && `, ${fullNumber(dirty)} dirty`}
          </span>
          {download !== undefined && <Link to={downloadLink(download)}>Open</Link>}
          {isOneOf(['failed', 'retrying'], download?.status) && (
            <Text as="p" tone="error">
              {download?.message}
            </Text>
          )}
        </li>
        <li>
          <strong>Upload</strong>
          <StatusBadge {...viewOf(UPLOAD_STATUS_VIEWS, upload?.status)} />
          <span>{rows(upload?.row_count ?? null)}</span>
          {upload !== undefined && <Link to={uploadLink({ id: upload.id, name })}>Open</Link>}
          {isOneOf(['failed', 'retrying'], upload?.status) && (
            <Text as="p" tone="error">
              {upload?.message}
            </Text>
          )}
        </li>
      </Stack>
      <Row gap={2} wrap>
        {isDelivered && (
          <Button
            variant="filled"
            leftSection={<IconDownload size={ICON_SIZE} />}
            onClick={() => void saveFile(`uploads/${upload.id}/file`, `${name}.csv`)}
          >
            Download the delivered file
          </Button>
        )}
        <Button onClick={onAgain}>Add another file</Button>
      </Row>
      {isDelivered && (
        <Stack as="section" gap={3} aria-labelledby="first-next">
          <Text as="h2" size="large" id="first-next">
            Next
          </Text>
          <ul className={styles['next']}>
            <li>
              <Link to={`/app/${urlName}/keys`}>Add a key</Link> to fetch from a provider or to deliver to a warehouse.
            </li>
            <li>
              <Link to={paths.drafts}>Create a draft</Link> to transform the rows, and test it before it is published.
            </li>
            <li>
              <Link to={`/app/${urlName}/integrations`}>Add an integration</Link> that reports failures to Slack, Teams
              or PagerDuty.
            </li>
          </ul>
        </Stack>
      )}
    </Stack>
  );
}
