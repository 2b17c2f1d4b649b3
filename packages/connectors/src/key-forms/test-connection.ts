import { findKeyType } from '@switchboard/model/key-types/key-types';
import { type ObservedStage, observeConnections } from '../network/observe-connections.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { type ConnectionStep, connectionSteps, type Trial } from './connection-steps.ts';
import { KEY_FORMS } from './load-key-form.ts';
import { type KeyVerdict, verifyKey } from './verify-key.ts';

export type ConnectionTest = { readonly verdict: KeyVerdict; readonly steps: readonly ConnectionStep[] };

/**
 * Verifies a key as `verifyKey` does, and says what was checked on the way. Properties that are invalid by themselves are
 * refused without a step. Messages may quote secrets; the caller masks them.
 */
export async function testConnection(
  key: KeyProperties,
  context: ConnectorContext,
  timeoutMs?: number,
): Promise<ConnectionTest> {
  const stages: ObservedStage[] = [];
  let signedIn: Trial['signedIn'] = null;
  let listed: Trial['listed'] = null;
  const { now } = context;
  const began = now();
  const onTrial: ConnectorContext['onTrial'] = (progress) => {
    if (progress.step === 'signed_in') signedIn ??= { at: now(), stages: stages.length };
    else listed = { at: now(), place: progress.place, isAllowed: progress.isAllowed };
  };
  const verdict = await observeConnections({ now, report: (stage) => void stages.push(stage) }, () =>
    verifyKey(key, { ...context, onTrial }, timeoutMs),
  );
  const isEncrypted = await encrypts(key);
  const isInvalid = !verdict.ok && stages.length === 0 && verdict.problems.every(({ field }) => field !== null);
  const trial = { verdict, stages, signedIn, listed, isEncrypted, began, ended: now() };
  return { verdict, steps: isInvalid ? [] : connectionSteps(trial) };
}

/** Whether the driver of the key encrypts its connection; null where that is observed or unknown. */
async function encrypts(key: KeyProperties): Promise<boolean | null> {
  const type = findKeyType(key.type);
  if (type === undefined) return null;
  const { isEncrypted } = await KEY_FORMS[type.form]();
  try {
    return isEncrypted?.(key) ?? null;
  } catch {
    // The verdict says which field is invalid.
    return null;
  }
}
