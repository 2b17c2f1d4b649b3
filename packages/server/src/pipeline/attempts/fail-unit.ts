import type { RetryDecision } from '@switchboard/engine';
import { type ErrorCode, type ErrorParameters, PipelineError } from '@switchboard/model/errors/errors';
import type { Tx } from '../../db/database.ts';
import { recordUnitEvent } from '../../journal/record-event.ts';
import type { Queue } from '../../queue/queue.ts';
import { countFailure } from '../../units/count-failure.ts';
import { type FailingUnit, failPermanently, postponeUnit } from '../../units/unit.ts';
import { failHeldUploads } from '../flows/held-uploads.ts';
import { settleFlowsOf } from '../flows/settle-flow.ts';
import { endFlowOfUpload } from '../state/end-flow.ts';
import { setUnitStatus } from '../state/unit-status.ts';
import { suspendAfterFailures } from '../suspension/suspend.ts';

/** The error behind the last attempt, so that failures are grouped by it when the attempts are exhausted. */
const causeOf = ({ code, cause }: PipelineError): ErrorCode =>
  code === 'ATTEMPTS_EXHAUSTED' && cause instanceof PipelineError ? cause.code : code;

/**
 * Returns the error parameters that name parts of the script, so that it can be shown there. Other values appear in the
 * message only.
 */
function namedParts({ parameters }: PipelineError): ErrorParameters {
  const named = ['table', 'column', 'parameter'].filter((name) => parameters[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, parameters[name] ?? '']));
}

/**
 * Records a failure: the unit waits for its next try, or is over. Status, event and wake-up in the caller's transaction,
 * which must hold the unit's row.
 * @returns whether its declaration, or one of a flow's uploads, was suspended for it
 */
export async function failUnit(tx: Tx, queue: Queue, unit: FailingUnit, decision: RetryDecision): Promise<boolean> {
  const { failure } = decision;
  // A test run suspends no key.
  const message = unit.purpose === 'proof' ? failure.unsuspendedMessage : failure.message;
  countFailure(tx, unit, failure.code, decision.retry ? 'retries' : 'failures');
  if (decision.retry) {
    await postponeUnit(tx, unit, decision.delayMs, true);
    await setUnitStatus(tx, unit, 'retrying', message);
    await recordUnitEvent(tx, unit, {
      severity: 'warn',
      code: failure.code,
      message,
      parameters: namedParts(failure),
      willRetry: true,
      retryCount: unit.retryCount + 1,
      retryLimit: unit.retryLimit,
    });
    await queue.wake(tx, unit, decision.delayMs);
    return false;
  }
  await failPermanently(tx, unit);
  await setUnitStatus(tx, unit, 'failed', message, causeOf(failure));
  await recordUnitEvent(tx, unit, {
    severity: failure.severity,
    code: failure.code,
    message,
    parameters: namedParts(failure),
    willRetry: false,
    retryCount: unit.retryCount,
    retryLimit: unit.retryLimit,
  });
  if (unit.kind === 'flow') {
    const { code, severity } = failure;
    return failHeldUploads(tx, unit, { code, severity, message: `Processing failed: ${message}` });
  }
  if (unit.kind === 'download') await settleFlowsOf(tx, queue, unit);
  const suspended = await suspendAfterFailures(tx, unit);
  if (unit.kind === 'upload') await endFlowOfUpload(tx, unit);
  return suspended;
}
