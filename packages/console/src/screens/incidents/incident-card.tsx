import { Button } from '@mantine/core';
import { formatDateTime, fullNumber } from '@switchboard/model/format';
import { failureOf } from '@switchboard/model/presentation/failure';
import { IconAlertCircle, IconBellOff, IconKey, IconList, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useContext, useState } from 'react';
import { Link } from 'react-router';
import type { IncidentRowFragment } from '../../api/generated/graphql.ts';
import { usePermission, useSession } from '../../api/session/session.ts';
import { ExplainButton } from '../../entities/failure/explain-button.tsx';
import { failuresPath, failuresScope, nounOf, retryingPath } from '../../entities/incident/incident-list.ts';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { MaintenanceContext } from '../../entities/maintenance/maintenance-context.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { relativeTime } from '../../lib/relative-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { Chip } from '../../ui/text/chip.tsx';
import { Copyable } from '../../ui/text/copyable.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { ICON_SIZE, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { AffectedList } from './affected-list.tsx';
import { IncidentMenu } from './incident-menu.tsx';
import styles from './incidents.module.css';
import { primaryAction } from './primary-action.ts';
import { UnsuspendKeyButton } from './unsuspend-key-button.tsx';

const BulkDialog = lazyLayer(async () => (await import('../../entities/transfer/bulk/bulk-dialog.tsx')).BulkDialog);

type Props = {
  readonly incident: IncidentRowFragment;
  /** Incidents of several accounts are shown. */
  readonly showsAccount: boolean;
  readonly onChanged: () => void;
};

const KINDS: Readonly<Record<string, string>> = {
  key: 'key',
  source: 'source',
  upload: 'upload',
  destination: 'destination',
};

/** One incident: what is wrong, since when, why, what it breaks and what to do now. */
export function IncidentCard({ incident, showsAccount, onChanged }: Props) {
  const { account } = useSession();
  const canManage = usePermission('manage-pipelines');
  const canManageKeys = usePermission('manage-keys');
  const paths = useKeyPaths();
  const [isRetrying, setIsRetrying] = useState(false);
  const noun = nounOf(incident);
  const isHere = incident.account.url_name === account.urlName;
  const base = `/app/${incident.account.url_name}`;
  const title = failureOf(incident.code).title;
  const { failed, retrying, waiting, subject, subject_kind: kind, is_suspended: isSuspended, purpose } = incident;
  // Nothing of what is suspended runs.
  const canRetry = canManage && failed.count > 0 && !isSuspended;
  const primary = primaryAction(incident, { canManageKeys, canRetry });
  const explainLabel = `Explain the failure of ${title}: ${subject}`;
  return (
    <Stack
      as="li"
      gap={3}
      padding={[3, 4]}
      minWidth={0}
      frame="normal"
      className={styles['card']}
      data-retrying={failed.count === 0 || undefined}
      aria-label={`${title}: ${subject}`}
    >
      <Row gap={[1, 2]} align="center" wrap minWidth={0} className={styles['head']}>
        <IconAlertCircle size={ICON_SIZE} className={styles['icon']} aria-hidden="true" />
        <Text as="h2" size="large" weight="strong">
          {title}
        </Text>
        <Row
          as="span"
          inline
          gap={1}
          align="baseline"
          wrap
          minWidth={0}
          tone="dim"
          breakWords
          className={styles['subject']}
        >
          {KINDS[kind] ?? kind} <Subject kind={kind} name={subject} base={base} />
          {isSuspended && <Text tone="warning"> suspended</Text>}
          {isHere && <IncidentMaintenance incident={incident} />}
          {purpose !== 'production' && <Chip>{purpose === 'backfill' ? 'Backfill' : 'Test'}</Chip>}
          {showsAccount && <span> · {incident.account.name}</span>}
        </Row>
        <Row as="span" gap={2} wrap atEnd className={styles['actions']}>
          {isHere && primary === 'key' && (
            <Button
              component={Link}
              to={paths.edit(subject)}
              variant="filled"
              leftSection={<IconKey size={ICON_SIZE} />}
              aria-label={`Edit the key ${subject}`}
            >
              Edit key
            </Button>
          )}
          {isHere && primary === 'explain' && incident.latest_id !== null && (
            <ExplainButton failure={{ kind: noun, id: incident.latest_id }} ariaLabel={explainLabel} variant="filled" />
          )}
          {isHere && canRetry && (
            <Button
              variant={primary === 'retry' ? 'filled' : 'default'}
              leftSection={<IconRefresh size={ICON_SIZE} />}
              onClick={() => setIsRetrying(true)}
            >
              Retry all
            </Button>
          )}
          {isHere && kind === 'key' && isSuspended && <UnsuspendKeyButton name={subject} onChanged={onChanged} />}
          {isHere && primary !== 'explain' && incident.latest_id !== null && (
            <ExplainButton failure={{ kind: noun, id: incident.latest_id }} ariaLabel={explainLabel} />
          )}
          {isHere && <IncidentMenu incident={incident} title={title} onChanged={onChanged} />}
          <Button
            component={Link}
            to={`${base}/${failed.count > 0 ? failuresPath(incident) : retryingPath(incident)}`}
            leftSection={<IconList size={ICON_SIZE} />}
            aria-label={`Open the list of ${title}: ${subject}`}
          >
            Open list
          </Button>
        </Row>
      </Row>
      <dl className={styles['facts']}>
        <Fact term="Since">
          <Timestamp value={incident.since} />
          {failed.count > 0 && ` · ${countOf(failed)} failed ${noun}${failed.count === 1 ? '' : 's'}`}
          {failed.count > 1 && (
            <>
              , the latest <Timestamp value={incident.latest} />
            </>
          )}
          {retrying.count > 0 && ` · ${countOf(retrying)} ${noun}${retrying.count === 1 ? '' : 's'} retrying`}
          {waiting.count > 0 && ` · ${countOf(waiting)} waiting`}
        </Fact>
        <WorkFact work={incident.work} />
        <Fact term="Why">{incident.message ?? title}</Fact>
        <Fact term="Affects">
          <AffectedList uploads={incident.affected_uploads} />
        </Fact>
        <Fact term="What now">
          {incident.next_try !== null && (
            <>
              The next attempt starts <NextTry at={incident.next_try} />.{' '}
            </>
          )}
          {failureOf(incident.code).action}
        </Fact>
      </dl>
      {isRetrying && (
        <BulkDialog
          noun={noun}
          request={{ action: 'retry', scope: failuresScope(incident) }}
          linkOf={({ id, name }) =>
            `${base}/${noun}s/list?${new URLSearchParams(
              noun === 'download' ? { downloadBundleId: id } : { selectedUploadId: id, selectedUploadName: name },
            ).toString()}`
          }
          onChanged={onChanged}
          onClose={() => setIsRetrying(false)}
        />
      )}
    </Stack>
  );
}

/** Marks an incident of which no notices are sent, since all its downloads or uploads are in maintenance. */
function IncidentMaintenance({ incident }: Pick<Props, 'incident'>) {
  const windows = useContext(MaintenanceContext);
  const ends = incident.names.map(
    (name) => windows.find((each) => each.kind === nounOf(incident) && each.name === name)?.ends,
  );
  const [first] = ends.toSorted();
  if (first === undefined || ends.includes(undefined)) return null;
  return (
    <Chip icon={<IconBellOff size={SMALL_ICON_SIZE} aria-hidden="true" />} tip="No notices are sent.">
      Maintenance until {formatDateTime(first, { now: new Date() })}
    </Chip>
  );
}

/** Shows who acknowledged it, who works on it, and until when it is snoozed or muted. */
function WorkFact({ work }: Pick<IncidentRowFragment, 'work'>) {
  const {
    acknowledged_by: by,
    acknowledged_on: on,
    assigned_to: assignee,
    is_mine: isMine,
    snoozed_until: until,
    muted_until: mutedUntil,
  } = work;
  if (on === null && assignee === null && until === null && mutedUntil === null) return null;
  return (
    <Fact term="Who">
      {assignee !== null && <>{isMine ? 'You work on it' : `${assignee} works on it`}. </>}
      {on !== null && (
        <>
          Acknowledged{by === null ? '' : ` by ${by}`} <Timestamp value={on} />.{' '}
        </>
      )}
      {until !== null && (
        <>
          Snoozed until <Timestamp value={until} />.{' '}
        </>
      )}
      {mutedUntil !== null && (
        <>
          Muted until <Timestamp value={mutedUntil} />: no notices are sent.
        </>
      )}
    </Fact>
  );
}

const countOf = ({ count, has_more: hasMore }: IncidentRowFragment['failed']): string =>
  `${fullNumber(count)}${hasMore ? '+' : ''}`;

/** "in 40 s" */
function NextTry({ at }: { readonly at: string }) {
  const now = useNow(1000);
  return <time dateTime={at}>{relativeTime(Date.parse(at), now)}</time>;
}

type FactProps = { readonly term: string; readonly children: ReactNode };

function Fact({ term, children }: FactProps) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}

type SubjectProps = { readonly kind: string; readonly name: string; readonly base: string };

/** Failed object, with a link to its own list where it has one. */
function Subject({ kind, name, base }: SubjectProps) {
  const paths: Readonly<Record<string, string>> = {
    source: `downloads/list?${new URLSearchParams({ bundleNames: name }).toString()}`,
    upload: `uploads/list?${new URLSearchParams({ uploadName: name }).toString()}`,
    key: `keys/details?${new URLSearchParams({ keyName: name }).toString()}`,
  };
  const path = paths[kind];
  if (path === undefined) {
    return (
      <Copyable text={name} what={kind}>
        <b>{name}</b>
      </Copyable>
    );
  }
  return (
    <Link to={`${base}/${path}`}>
      <b>{name}</b>
    </Link>
  );
}
