import { Button } from '@mantine/core';
import { failureOf, isInScript } from '@switchboard/model/presentation/failure';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { usePermission } from '../../api/session/session.ts';
import { ExplainButton } from '../../entities/failure/explain-button.tsx';
import { type HealthPaths, useHealthPaths } from '../../entities/health/health-paths.ts';
import { nextStep } from '../../entities/health/next-step.ts';
import { useKeyPaths } from '../../entities/key/key-paths.ts';
import { DOWNLOAD_KIND, UPLOAD_KIND } from '../../entities/transfer/transfer-kind.ts';
import { useSaveTransfer } from '../../entities/transfer/use-save-transfer.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Row } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { causeFacts } from './cause-cell.tsx';
import type { Details } from './use-details.ts';

type Props = {
  readonly details: Details;
  readonly onChanged: () => void;
};

const TONES: Readonly<Record<string, 'error' | 'warning' | 'info'>> = { Error: 'error', Issue: 'warning' };

/** The cause of a download or upload that is not in order: where it comes from, which uploads wait for it, and the commands that help. */
export function CauseBanner({ details, onChanged }: Props) {
  const { level, cause, message } = details;
  const paths = { health: useHealthPaths(), keys: useKeyPaths() };
  const tone = TONES[level] ?? 'info';
  if (cause === null) return <Banner tone={tone} title={message} />;
  const { kind, subject, subjectKind, via, since, day, affected } = cause;
  const step = nextStep(cause, details, paths);
  const leadsAway = kind === 'key' || via !== null || subject !== details.name;
  return (
    <Banner
      tone={tone}
      title={[cause.title, ...causeFacts({ ...cause, affected: [] })].join(' · ')}
      actions={
        <Row gap={2} wrap>
          {leadsAway && (
            <Button component={Link} to={step.to} variant="filled">
              {step.label}
            </Button>
          )}
          <RunCommands details={details} onChanged={onChanged} />
        </Row>
      }
    >
      <div>{message}</div>
      {(via !== null || leadsAway) && (
        <div>
          Cause: {via !== null && <>{linkTo('download', via, day, paths.health)} </>}
          {via !== null && subject !== via && '← '}
          {subjectKind === 'key' ? (
            <Link to={paths.keys.details(subject)}>key {subject}</Link>
          ) : (
            subject !== via && linkTo(subjectKind === 'upload' ? 'upload' : 'download', subject, day, paths.health)
          )}
        </div>
      )}
      {affected.length > 0 && since !== null && (
        <div>
          Waiting for it:{' '}
          {affected.slice(0, MAX_NAMED).map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              {linkTo('upload', name, day, paths.health, false)}
            </span>
          ))}
          {affected.length > MAX_NAMED && ` and ${affected.length - MAX_NAMED} more`}
        </div>
      )}
    </Banner>
  );
}

/** Uploads that a banner names. */
const MAX_NAMED = 10;

function linkTo(
  type: 'download' | 'upload',
  name: string,
  day: string | null,
  { details }: Pick<HealthPaths, 'details'>,
  isTyped = true,
): ReactNode {
  return (
    <Link to={details(type, name, day)}>
      {isTyped && `${type} `}
      {name}
    </Link>
  );
}

/** Retry, where it can succeed, and Explain, for the run that failed. A failed input is retried and explained there. */
function RunCommands({ details, onChanged }: Props) {
  const canManage = usePermission('manage-pipelines');
  const kind = details.cause?.subjectKind === 'upload' ? UPLOAD_KIND : DOWNLOAD_KIND;
  const save = useSaveTransfer(kind);
  const [isSaving, setIsSaving] = useState(false);
  const { cause } = details;
  const id = cause?.runId ?? null;
  if (cause === null || id === null || cause.kind === 'key') return null;
  const canRetry = canManage && cause.kind === 'failed' && cause.code !== 'INPUT_FAILED';
  // The line or the rows that are responsible come before an attempt that would fail like the last one.
  const explainsFirst = !canRetry || isInScript(failureOf(cause.code ?? ''));
  const first = cause.via === null ? (explainsFirst ? 'explain' : 'retry') : null;
  const retry = async (): Promise<void> => {
    setIsSaving(true);
    if (await save(id, 'queued')) onChanged();
    setIsSaving(false);
  };
  return (
    <>
      {canRetry && (
        <Button
          variant={first === 'retry' ? 'filled' : 'default'}
          leftSection={<IconRefresh size={ICON_SIZE} />}
          loading={isSaving}
          onClick={() => void retry()}
        >
          Retry{cause.via === null ? '' : ` ${cause.subject}`}
        </Button>
      )}
      {cause.kind !== 'warning' && (
        <ExplainButton failure={{ kind: kind.noun, id }} variant={first === 'explain' ? 'filled' : 'default'} />
      )}
    </>
  );
}
