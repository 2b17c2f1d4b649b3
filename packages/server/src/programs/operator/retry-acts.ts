import { beginRetry } from '../../features/installation/retry-failed-work.ts';
import { type FailedSelection, type RetriedCounts, retryFailed } from '../../pipeline/recovery/retry-failed.ts';
import type { Queue } from '../../queue/queue.ts';
import type { OperatorOptions } from './account-acts.ts';
import { actAsOperator, OperatorRefused } from './operator-session.ts';

/** Retries what failed in a span for a cause. @throws OperatorRefused when there is no such active account */
export async function retryFailedAs(
  options: OperatorOptions & { readonly queue: Queue },
  selection: FailedSelection,
): Promise<RetriedCounts> {
  const request = { ...options, account: null, permission: 'manage-accounts', act: 'retry' } as const;
  return actAsOperator(request, async ({ database, session, inAdministration }) => {
    const { account, isDryRun } = selection;
    if (!(await inAdministration({ account, isDryRun }, (tx) => beginRetry(tx, session, selection))))
      throw new OperatorRefused(`There is no active account ${account}.`);
    return retryFailed({ database, queue: options.queue }, selection, session.person.name);
  });
}
