import { fullNumber } from '@switchboard/model/format';
import { Fragment } from 'react';
import type { DownloadRowFragment } from '../../api/generated/graphql.ts';
import { usePermission } from '../../api/session/session.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { DirtyRowActions } from '../download-part/dirty-row-actions.tsx';
import { dirtyShare, dirtyStatusOf, dirtyText, reasonsText, topReasons } from '../download-part/dirty-rows.ts';
import { StatusCell } from '../transfer/status/status-cell.tsx';
import { DOWNLOAD_KIND } from '../transfer/transfer-kind.ts';
import { describeDownloadStatus } from './download-status.ts';
import styles from './download-status-cell.module.css';

/** The status of a download; with dirty rows also their share, their counts, and where to see them. */
export function DownloadStatusCell({ download }: { readonly download: DownloadRowFragment }) {
  return (
    <StatusCell transfer={download} described={describeDownloadStatus(download)} kind={DOWNLOAD_KIND}>
      {dirtyStatusOf(download) !== 'none' && <DirtyRows download={download} />}
    </StatusCell>
  );
}

/** The lowest share that a bar shows, in percent. */
const LOWEST = 2;

function DirtyRows({ download }: { readonly download: DownloadRowFragment }) {
  const mayFetch = usePermission('manage-account-settings');
  const share = dirtyShare(download);
  const text = dirtyText(download);
  const reasons = topReasons(download.parts);
  const [part, ...others] = download.parts;
  return (
    <Stack
      as="span"
      gap="half"
      size="small"
      tone="warning"
      className={styles['dirty']}
      data-all={dirtyStatusOf(download) === 'all' || undefined}
    >
      {text !== null && (
        <Text truncate data-tip={text}>
          {text}
        </Text>
      )}
      <Row as="span" gap={2} align="center" minWidth={0} className={styles['causes']}>
        {share !== null && (
          <span className={styles['bar']} data-beside={reasons.length > 0 || undefined} aria-hidden="true">
            <span style={{ width: `${Math.max(LOWEST, share)}%` }} />
          </span>
        )}
        {reasons.length > 0 && (
          <Text truncate data-tip={reasonsText(reasons) ?? undefined}>
            {reasons.map(({ column, reason, rows }, index) => (
              <Fragment key={`${column} ${reason}`}>
                {index > 0 && ' · '}
                {column !== '' && <code>{column}</code>} {reason} <strong>{fullNumber(rows)}</strong>
              </Fragment>
            ))}
          </Text>
        )}
      </Row>
      {mayFetch && part !== undefined && others.length === 0 && <DirtyRowActions part={part} owner={download} brief />}
    </Stack>
  );
}
