import type { TransferOutcome } from '../../pipeline/recovery/abandon-or-retry.ts';
import type { BulkAction, TransferKind } from './transfer-kinds.ts';

/** Why an action on a download or upload was not possible, in words; null for `ok`. */
export function refusalText(
  outcome: TransferOutcome | 'running' | 'stopped' | 'frozen' | 'no_run',
  action: BulkAction,
  kind: TransferKind,
): string | null {
  switch (outcome) {
    case 'ok':
      return null;
    case 'not_found':
      return `There is no such ${kind}.`;
    case 'finished':
      if (action === 'abandon') return `The ${kind} has already finished`;
      return action === 'retry'
        ? `The ${kind} has not failed, so it cannot be tried again.`
        : `The ${kind} is not completed, so it cannot be run again.`;
    case 'inputs':
      return 'A download that the upload is made from has failed. Try that download again.';
    case 'running':
      return `Another ${kind} of its name and date is queued or running already.`;
    case 'stopped':
      return 'It is paused or suspended. Resume or unsuspend it first.';
    case 'frozen':
      return 'Its report date is frozen. Unfreeze it first.';
    case 'no_run':
      return 'The published script does not run this date now. Launch a backfill for it.';
    case 'replaced':
      return 'A later version of this report date has been downloaded or is on its way.';
    case 'undecided':
      return 'The upload is being delivered. It is abandoned if the delivery does not complete; check its status again shortly.';
  }
}
