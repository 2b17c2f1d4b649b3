import { Modal } from '@mantine/core';
import '../../../ui/theme/mantine-layer-styles.ts';
import { useEffect, useRef, useState } from 'react';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { toastDone } from '../../../ui/feedback/toasts.ts';
import type { TransferKind } from '../transfer-kind.ts';
import { BULK_LABELS, type BulkRequest } from './bulk-action.ts';
import { BulkConfirmation } from './bulk-confirmation.tsx';
import { BulkOutcome, type LinkOf } from './bulk-outcome.tsx';
import { BulkProgressBar } from './bulk-progress-bar.tsx';
import { BulkRefused } from './bulk-refused.tsx';
import { type BulkState, changedCount } from './bulk-state.ts';
import { doneText } from './bulk-texts.ts';
import { useBulkChange } from './use-bulk-change.ts';

export type BulkDialogProps = {
  readonly noun: TransferKind['noun'];
  readonly request: BulkRequest;
  /** Where the name of a row that was not changed leads. */
  readonly linkOf: LinkOf;
  /** Called when rows may have been changed. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
};

/** Counts the rows of a request, asks, changes them and shows the outcome. */
export function BulkDialog(props: BulkDialogProps) {
  useReturnFocus();
  const [request, setRequest] = useState(props.request);
  const { noun, onClose } = props;
  const { action } = request;
  const change = useBulkChange(noun, request);
  const { state } = change;
  const isBusy = state.phase === 'running' || state.phase === 'stopping';

  const report = useRef<(reached: BulkState) => void>(() => undefined);
  useEffect(() => {
    report.current = (reached) => {
      if (reached.phase !== 'ended' && reached.phase !== 'interrupted') return;
      props.onChanged();
      const changed = changedCount(reached.progress);
      if (changed < reached.progress.count) return;
      toastDone(doneText(changed, noun, action));
      onClose();
    };
  });
  useEffect(() => report.current(state), [state]);

  return (
    <Modal
      opened
      onClose={isBusy ? change.stop : onClose}
      closeOnClickOutside={!isBusy}
      title={titleOf(state, noun, request)}
      closeButtonProps={{ 'aria-label': isBusy ? 'Stop' : 'Close' }}
    >
      <Step {...props} request={request} change={change} onRepeat={(ids) => setRequest({ action, scope: { ids } })} />
    </Modal>
  );
}

function titleOf(state: BulkState, noun: TransferKind['noun'], { action }: BulkRequest): string {
  const label = BULK_LABELS[action];
  return state.phase === 'counted' && state.preview.count > 0 ? `${label} these ${noun}s?` : `${label} ${noun}s`;
}

type StepProps = BulkDialogProps & {
  readonly change: ReturnType<typeof useBulkChange>;
  readonly onRepeat: (ids: readonly string[]) => void;
};

function Step({ noun, request, linkOf, onClose, change, onRepeat }: StepProps) {
  const { state, count, run, stop } = change;
  const { action } = request;
  switch (state.phase) {
    case 'counting':
      return <p role="status">Counting the {noun}s…</p>;
    case 'count-failed':
      return <ErrorState title={`The ${noun}s could not be counted`} failure={state.failure} onRetry={count} />;
    case 'counted':
      return (
        <BulkConfirmation noun={noun} action={action} preview={state.preview} onConfirm={run} onCancel={onClose} />
      );
    case 'running':
    case 'stopping':
      return (
        <BulkProgressBar noun={noun} progress={state.progress} isStopping={state.phase === 'stopping'} onStop={stop} />
      );
    case 'refused':
      return <BulkRefused problem={state.problem} onCount={count} onClose={onClose} />;
    case 'interrupted':
      return (
        <BulkOutcome
          noun={noun}
          action={action}
          progress={state.progress}
          failure={state.failure}
          linkOf={linkOf}
          onContinue={run}
          onRepeat={onRepeat}
          onClose={onClose}
        />
      );
    case 'ended':
      return (
        <BulkOutcome
          noun={noun}
          action={action}
          progress={state.progress}
          failure={null}
          linkOf={linkOf}
          onRepeat={onRepeat}
          onClose={onClose}
        />
      );
  }
}
