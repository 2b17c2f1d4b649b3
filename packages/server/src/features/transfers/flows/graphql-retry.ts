import { required } from '../../../graphql/arguments.ts';
import { id } from '../../../graphql/columns.ts';
import { changeResult, changeRow, defineMutation } from '../../../graphql/mutation.ts';
import { Conflict, conflictRef, NotFound, notFoundRef } from '../../../graphql/value-types.ts';
import type { TransferOutcome } from '../../../pipeline/recovery/abandon-or-retry.ts';
import { FLOW, flowRef } from './graphql.ts';

const NOT_FAILED = 'The flow has not failed, so it cannot be tried again.';
const INPUT_FAILED = 'A download that the flow reads has failed. Try that download again, and the flow goes on.';

/** Why the flow cannot be retried; null when it is. */
function refusalOf(outcome: TransferOutcome): NotFound | Conflict | null {
  if (outcome === 'ok') return null;
  if (outcome === 'not_found') return new NotFound('There is no such flow.');
  return new Conflict(outcome === 'inputs' ? INPUT_FAILED : NOT_FAILED);
}

/** The mutation that retries a flow. */
export function defineFlowRetry(): void {
  defineMutation('retry_flow', {
    authScopes: { permission: 'manage-pipelines' },
    description:
      'Retries a failed flow: its processing for uploads without a result, and failed deliveries. Downloads and delivered uploads are not repeated.',
    result: changeResult('RetryFlowResult', 'flow', [flowRef, notFoundRef, conflictRef]),
    args: required({ id: id('Id of the flow.') }),
    resolve: ({ id }, context) =>
      changeRow(context, FLOW, { noun: 'flow', id }, async () =>
        refusalOf(await context.transfers.retryFlow(context.session, id)),
      ),
  });
}
