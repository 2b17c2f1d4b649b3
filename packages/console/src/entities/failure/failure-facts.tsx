import { Button } from '@mantine/core';
import { failureOf } from '@switchboard/model/presentation/failure';
import { IconKey, IconList, IconRefresh, IconZoomQuestion } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { FailurePartsFragment } from '../../api/generated/graphql.ts';
import { useSession } from '../../api/session/session.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { useDownloadLink } from '../download/use-download-link.ts';
import { useKeyPaths } from '../key/key-paths.ts';
import { ReportDate } from '../transfer/cells.tsx';
import { DOWNLOAD_KIND, UPLOAD_KIND } from '../transfer/transfer-kind.ts';
import { useTransferCommands } from '../transfer/use-transfer-commands.tsx';
import { useUploadLink } from '../upload/use-upload-link.ts';
import { FailingRows } from './failing-rows.tsx';
import styles from './failure.module.css';
import type { FailureRef } from './failure-ref.ts';
import { placelessReason, subjectText } from './failure-words.ts';

type Props = {
  readonly failure: FailurePartsFragment;
  /** How the place is reached: a link, or a button of the editor. */
  readonly renderPlace: (text: string) => ReactNode;
  /** Explains the failure of a download behind this one. */
  readonly onExplain: (failure: FailureRef) => void;
};

/** A failure: what it says, what it means, where it comes from, what can be done, and the rows behind it. */
export function FailureFacts({ failure, renderPlace, onExplain }: Props) {
  const { place, is_changed: isChanged } = failure;
  const reason = placelessReason(failure);
  const subject = subjectText(failure);
  const where = place === null ? null : `${place.path}:${place.startLine}`;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Error', failure.message],
    ['Means', failureOf(failure.code).meaning],
    [
      'Where',
      <>
        {reason !== null && <>{reason} </>}
        {where !== null && (
          <>
            {subject !== null && <>{subject}, </>}
            {renderPlace(where)}
          </>
        )}
        {isChanged && <> The draft was saved after this test run: the line is that of the draft as it is now.</>}
      </>,
    ],
    [
      'What to do',
      <>
        {failure.next_try !== null && (
          <>
            Tried again by itself <Timestamp value={failure.next_try} />.{' '}
          </>
        )}
        {failureOf(failure.code).action}
      </>,
    ],
    ...(failure.report_datetime === null
      ? []
      : [['Report Date', <ReportDate key="date" value={failure.report_datetime} />] as const]),
  ];
  return (
    <Row gap={[3, 6]} wrap minWidth={0}>
      <div className={styles['words']}>
        <dl className={styles['list']}>
          {facts.map(
            ([term, description]) =>
              description !== null && (
                <Fragment key={term}>
                  <dt>{term}</dt>
                  <dd>{description}</dd>
                </Fragment>
              ),
          )}
        </dl>
        <Commands failure={failure} onExplain={onExplain} />
      </div>
      <FailingRows failure={failure} />
    </Row>
  );
}

/** Commands for a failure: fix the key, retry, go to what failed, or explain the failure behind it. */
function Commands({ failure, onExplain }: Pick<Props, 'failure' | 'onExplain'>) {
  const { urlName } = useSession().account;
  const keys = useKeyPaths();
  const downloadLink = useDownloadLink();
  const uploadLink = useUploadLink();
  const { kind, id, name, status, code, key_name: key, download } = failure;
  const { retryOf, dialog } = useTransferCommands(kind === 'upload' ? UPLOAD_KIND : DOWNLOAD_KIND, () => undefined);
  const dirty = kind === 'download' ? (download?.dirty_row_status ?? 'none') : 'none';
  const retry =
    kind === 'flow'
      ? undefined
      : retryOf({ id, name, status, report_datetime: failure.report_datetime, dirty_row_status: dirty });
  const { origin } = failureOf(code);
  const to =
    kind === 'download'
      ? downloadLink({ id })
      : kind === 'upload'
        ? uploadLink({ id, name })
        : `/app/${urlName}/scripts/tests?${new URLSearchParams({ id }).toString()}`;
  return (
    <Row gap={2} align="center" wrap>
      {key !== null && (origin === 'key' || origin === 'provider' || code.startsWith('KEY_')) && (
        <Button component={Link} to={keys.details(key)} leftSection={<IconKey size={SMALL_ICON_SIZE} />}>
          Open key {key}
        </Button>
      )}
      {retry !== undefined && (
        <Button leftSection={<IconRefresh size={SMALL_ICON_SIZE} />} onClick={retry}>
          Retry
        </Button>
      )}
      {origin === 'input' && download !== null && (
        <Button
          leftSection={<IconZoomQuestion size={SMALL_ICON_SIZE} />}
          onClick={() => onExplain({ kind: 'download', id: download.id })}
        >
          Explain the failure of {download.name}
        </Button>
      )}
      <Button component={Link} to={to} variant="subtle" leftSection={<IconList size={SMALL_ICON_SIZE} />}>
        {kind === 'flow' ? 'Open the test run' : `Open the ${kind}`}
      </Button>
      {dialog}
    </Row>
  );
}
