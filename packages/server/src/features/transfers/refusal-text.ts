import type { TransferOutcome } from '../../pipeline/recovery/abandon-or-retry.ts';
import type { TransferAction, TransferKind } from './transfer-kinds.ts';

/** Why an action on a download or upload was not possible, in words; null for `ok`. */
export function refusalText(outcome: TransferOutcome, action: TransferAction, kind: TransferKind): string | null {
  switch (outcome) {
    case 'ok':
      return null;
    case 'not_found':
      return `There is no such ${kind}.`;
    case 'finished':
      return action === 'abandon'
        ? `The ${kind} has already finished`
        : `The ${kind} has not failed, so it cannot be tried again.`;
    case 'inputs':
      return 'A download that the upload is made from has failed. Try that download again.';
    case 'replaced':
      return 'A later version of this report date has been downloaded or is on its way.';
    case 'undecided':
      return 'The upload is being delivered. It is abandoned if the delivery does not complete; check its status again shortly.';
  }
}
