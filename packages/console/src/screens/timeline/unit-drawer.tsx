import { Button, Skeleton } from '@mantine/core';
import { formatDateTime, shortDay } from '@switchboard/model/format';
import { PURPOSE_LABELS } from '@switchboard/model/status/status';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { useDownloadLink } from '../../entities/download/use-download-link.ts';
import { useUploadLink } from '../../entities/upload/use-upload-link.ts';
import { shortDuration } from '../../lib/relative-time.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { SideDrawer } from '../../ui/page/side-drawer.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Fact, Facts } from '../../ui/text/facts.tsx';
import styles from './timeline.module.css';
import { kindWord, type Unit } from './units.ts';
import type { CriticalPath } from './use-critical-path.ts';

type Props = {
  readonly unit: Unit;
  readonly path: CriticalPath;
  readonly onClose: () => void;
};

/** Narrower than those beside lists: the drawing stays in view. In pixels. */
const WIDTH = 400;
const PURPOSES: Readonly<Record<string, string>> = PURPOSE_LABELS;

function timeOf(at: number | null): string {
  return at === null ? '—' : formatDateTime(new Date(at).toISOString(), { now: new Date() });
}

/** When a unit waited and ran, its failed attempts and, for an upload, what decided when it was there. */
export function UnitDrawer({ unit, path, onClose }: Props) {
  const downloadLink = useDownloadLink();
  const uploadLink = useUploadLink();
  const { id, kind, name, tone, icon, label, is_late: isLate, report_date: date, failures, worker } = unit;
  const isUpload = kind === 'upload';
  return (
    <SideDrawer title={name} width={WIDTH} onClose={onClose}>
      <Stack gap={5} padding={[1, 5, 6]} minHeight={0} overflowY="auto">
        <Row gap={2} align="center" wrap>
          <StatusBadge tone={tone} icon={icon} label={label} />
          {isLate && <StatusBadge tone="error" icon="warning" label="Late" />}
        </Row>
        <Facts>
          <Fact label="Type">{`${kindWord(kind)} · ${PURPOSES[unit.purpose] ?? unit.purpose}`}</Fact>
          <Fact label="Report date">{date === null ? '—' : shortDay(date)}</Fact>
          <Fact label="Could begin">{timeOf(unit.queued)}</Fact>
          <Fact label="Started">{timeOf(unit.started)}</Fact>
          <Fact label="Finished">{timeOf(unit.finished)}</Fact>
          <Fact label="Waited">{shortDuration(unit.waited)}</Fact>
          <Fact label={isUpload ? 'Processed and sent' : 'Ran'}>{shortDuration(unit.ran)}</Fact>
          <Fact label="Attempts">{unit.attempts}</Fact>
          {worker !== null && <Fact label="Worker">{worker}</Fact>}
        </Facts>
        <Row gap={2} wrap>
          <Button component={Link} to={isUpload ? uploadLink({ id, name }) : downloadLink({ id })} variant="filled">
            {isUpload ? 'Open upload' : 'Open download'}
          </Button>
        </Row>
        {isUpload && <PathSection path={path} />}
        {failures.length > 0 && (
          <Stack gap={1}>
            <Text size="small" tone="dim">
              Failed attempts ({failures.length})
            </Text>
            <ul className={styles['failures']} aria-label="Failed attempts">
              {failures.map(({ at, message }) => (
                <li key={at} className={styles['step']}>
                  <Text size="small" tone="dim">
                    {timeOf(at)}
                  </Text>
                  <Text breakWords>{message}</Text>
                </li>
              ))}
            </ul>
          </Stack>
        )}
      </Stack>
    </SideDrawer>
  );
}

const KINDS: Readonly<Record<string, string>> = { download: 'Download', flow: 'Processing of', upload: 'Upload' };

function PathSection({ path }: { readonly path: CriticalPath }) {
  const { steps, failure, retry } = path;
  if (failure !== null) return <PathFailure failure={describeFailure(failure)} onRetry={retry} />;
  if (steps === null)
    return <Skeleton height="var(--row-tall)" aria-busy="true" aria-label="Reading the critical path" />;
  const total = steps.reduce((sum, { waited, ran }) => sum + waited + ran, 0);
  const share = (part: number): CSSProperties => ({ width: `${total === 0 ? 0 : (100 * part) / total}%` });
  return (
    <Stack gap={1}>
      <Text size="small" tone="dim">
        Critical path, {shortDuration(total)}
      </Text>
      <ol className={styles['steps']} aria-label="Critical path">
        {steps.map(({ id, kind, name, waited, ran, waited_from: from }) => (
          <li key={id} className={styles['step']}>
            <Row gap={2} justify="between">
              <Text truncate>
                {KINDS[kind] ?? kind} {name}
              </Text>
              <Text size="small" tone="dim" nowrap>
                {from === null ? 'not begun' : `waited ${shortDuration(waited)} · ran ${shortDuration(ran)}`}
              </Text>
            </Row>
            <div className={styles['share']} aria-hidden="true">
              <span className={styles['waited']} style={share(waited)} />
              <span className={styles['ran']} style={share(ran)} />
            </div>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function PathFailure({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  return <ErrorState title="The critical path could not be read." failure={failure} onRetry={onRetry} />;
}
