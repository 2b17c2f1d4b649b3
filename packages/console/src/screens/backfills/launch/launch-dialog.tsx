import { Button, Modal } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { useMediaQuery } from '@mantine/hooks';
import { LIMITS } from '@switchboard/model/limits';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql';
import { GENERIC_FAILURE } from '../../../api/failure.ts';
import { ImportBundlesDocument, UploadNamesDocument } from '../../../api/generated/documents/launch-backfill.ts';
import { utcToday } from '../../../lib/dates.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { toastFailed } from '../../../ui/feedback/toasts.ts';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx';
import { Row, Stack } from '../../../ui/layout/layout.tsx';
import { PHONE_QUERY } from '../../../ui/theme/metrics.ts';
import { connectionsOf, hasLinks, uploadsBehind } from './connection-graph.ts';
import { ConnectionStep } from './connection-step.tsx';
import styles from './launch.module.css';
import {
  emptyForm,
  type LaunchForm,
  type LaunchStep,
  problemsOf,
  STEPS,
  stepAfter,
  stepBefore,
  titleOf,
  toggleUploads,
  withDates,
  withUpload,
} from './launch-form.ts';
import { ReviewStep } from './review-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { useLaunch } from './use-launch.ts';

type Props = {
  /** Uploads and dates that the form begins with; it proposes dates and no upload without them. */
  readonly initial?: Pick<LaunchForm, 'start' | 'end' | 'upload' | 'chosen'>;
  readonly onClose: () => void;
  readonly onLaunched: () => void;
};

const HEADINGS: Readonly<Record<LaunchStep, string>> = {
  0: 'Choose a date range and an upload.',
  1: 'Make additional selections',
  2: 'Review Backfill',
};

const PAGE = { first: LIMITS.backfillUploads };

/** A list that is read whole when the dialog opens. */
function useWholeList<Data, Variables extends AnyVariables>(query: TypedDocumentNode<Data, Variables>) {
  const [{ data, error, fetching }, refetch] = useQuery<Data, AnyVariables>({
    query,
    variables: PAGE,
    requestPolicy: 'network-only',
  });
  const isLoaded = !fetching && error === undefined && Boolean(data);
  return { data, isLoaded, hasFailed: error !== undefined, retry: () => refetch({ requestPolicy: 'network-only' }) };
}

/** Launches a backfill in three steps: dates and an upload, connected uploads, review. */
export function LaunchDialog({ initial, onClose, onLaunched }: Props) {
  useReturnFocus();
  const isPhone = useMediaQuery(PHONE_QUERY, undefined, { getInitialValueInEffect: false }) ?? false;
  const today = utcToday(new Date());
  const [first] = useState(() => ({ ...emptyForm(today), ...initial }));
  const [form, setForm] = useState<LaunchForm>(first);
  const [step, setStep] = useState<LaunchStep>(0);
  const guard = useLeaveGuard(form !== first && form.upload !== '');
  const launch = useLaunch();
  const names = useWholeList(UploadNamesDocument);
  const imports = useWholeList(ImportBundlesDocument);
  const known = useMemo(() => (names.data?.export_declarations.nodes ?? []).map(({ name }) => name), [names.data]);
  const connections = useMemo(
    () => connectionsOf(imports.data?.source_bundles.nodes ?? [], form.upload),
    [imports.data, form.upload],
  );
  const isSkipped = connections.uploads.length < 2;
  const hasFailed = names.hasFailed || imports.hasFailed;
  useEffect(() => {
    if (hasFailed) toastFailed('Error fetching data');
  }, [hasFailed]);
  const heading = useFocusOnChange(step);
  const [hasConflict, setHasConflict] = useState(false);

  const problems = problemsOf(form, new Set(known), today);
  const isLoaded = names.isLoaded && imports.isLoaded;
  const isBlocked =
    step === 0
      ? form.upload === '' || !isLoaded || problems.some(({ field }) => field.endsWith('datetime'))
      : step === 1
        ? !hasLinks(connections, new Set(form.chosen))
        : launch.error !== null || hasConflict || !isLoaded || problems.length > 0;

  const go = (next: LaunchStep): void => {
    launch.clearError();
    setHasConflict(false);
    setStep(next);
  };
  const goOn = async (): Promise<void> => {
    if (step < 2) {
      go(stepAfter(step, isSkipped));
      return;
    }
    if (!(await launch.run(form))) return;
    guard.release();
    onLaunched();
    onClose();
  };
  const change = (patch: Partial<LaunchForm>): void => setForm((current) => ({ ...current, ...patch }));
  return (
    <Modal opened onClose={() => guard.leave(onClose)} title="Launch a backfill" size="xl" fullScreen={isPhone}>
      <progress
        className={styles['progress']}
        max={100}
        value={((step + 1) * 100) / STEPS}
        aria-label={`Step ${step + 1} of ${STEPS}`}
      />
      <h3 ref={heading} className={styles['heading']} tabIndex={-1}>
        {HEADINGS[step]}
      </h3>
      <Stack gap={4} className={styles['content']} data-step={step}>
        {hasFailed ? (
          <ErrorState
            title={GENERIC_FAILURE}
            onRetry={() => {
              if (names.hasFailed) names.retry();
              if (imports.hasFailed) imports.retry();
            }}
          />
        ) : step === 0 ? (
          <UploadStep
            form={form}
            today={today}
            names={known}
            isLoading={!isLoaded}
            problems={problems}
            onDates={(dates) => setForm((current) => withDates(current, dates, today))}
            onUpload={(upload) => setForm((current) => withUpload(current, upload))}
          />
        ) : step === 1 ? (
          <ConnectionStep
            connections={connections}
            chosen={form.chosen}
            onToggle={(id) => setForm((current) => toggleUploads(current, uploadsBehind(connections, id)))}
            onAll={(uploads) => change({ chosen: uploads })}
          />
        ) : (
          <ReviewStep
            form={form}
            title={titleOf(form)}
            problems={problems}
            error={launch.error}
            onChange={change}
            onConflict={setHasConflict}
          />
        )}
      </Stack>
      <Row gap={2} justify="end" className={styles['actions']}>
        {step > 0 && <Button onClick={() => go(stepBefore(step, isSkipped))}>Back</Button>}
        <Button variant="filled" disabled={isBlocked} loading={launch.isPending} onClick={() => void goOn()}>
          {step === 2 ? 'Launch' : 'Next'}
        </Button>
      </Row>
      {guard.dialog}
    </Modal>
  );
}

/** Moves the focus to the heading of another step. That of the first step is the dialog's own. */
function useFocusOnChange(step: LaunchStep) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus();
    shown.current = step;
  }, [step]);
  return heading;
}
