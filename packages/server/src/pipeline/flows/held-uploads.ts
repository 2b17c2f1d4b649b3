import type { ErrorCode } from '@switchboard/model/errors/errors';
import type { Severity } from '@switchboard/model/events';
import type { Purpose } from '@switchboard/model/status/status';
import type { Tx } from '../../db/database.ts';
import type { UnitRef } from '../../db/unit-ref.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import { countFailure } from '../../units/count-failure.ts';
import { endHeldUploads } from '../state/upload-rows.ts';
import { suspendAfterFailures } from '../suspension/suspend.ts';

/** Why a flow has failed. */
type FlowFailure = { readonly code: ErrorCode; readonly severity: Severity; readonly message: string };

/**
 * Ends the uploads that wait for a flow which has failed. Each records a failure of its own, as after a failed delivery, and may be suspended
 * for it.
 * @returns whether one was suspended
 */
export async function failHeldUploads(
  tx: Tx,
  flow: UnitRef & { readonly purpose: Purpose },
  { code, severity, message }: FlowFailure,
): Promise<boolean> {
  let suspended = false;
  // All flows lock the declarations in this order, which prevents deadlocks.
  for (const { id, name } of await endHeldUploads(tx, flow, 'failed', message, code)) {
    const unit = { accountId: flow.accountId, unitId: id, kind: 'upload', purpose: flow.purpose } as const;
    countFailure(tx, unit, code);
    await recordUnitEvent(tx, unit, {
      severity,
      code,
      message: `${name} was not uploaded. ${message}`,
      willRetry: false,
    });
    if (await suspendAfterFailures(tx, unit)) suspended = true;
  }
  return suspended;
}
