import { keyProblem } from '@switchboard/model/key-types/key-problems';
import { type ConnectionStep, connectionSteps } from '../key-forms/connection-steps.ts';
import { type ObservedStage, observeConnections } from '../network/observe-connections.ts';
import { ReceiverError } from './receiver-error.ts';

/** A step of a call to a receiver: `send` stands for the message itself. */
export type ReceiverStep = Omit<ConnectionStep, 'code'> & {
  readonly code: Exclude<ConnectionStep['code'], 'sign_in' | 'access'> | 'send';
};

export type ObservedCall = { readonly failure: ReceiverError | null; readonly steps: readonly ReceiverStep[] };

const ADVICE = 'Check the address and the secret. The sentence below each field says where they are found.';

/**
 * Calls a receiver, and says step by step what happened. Throws what is not a ReceiverError.
 * @param now epoch milliseconds
 */
export async function observeReceiver(now: () => number, call: () => Promise<void>): Promise<ObservedCall> {
  const stages: ObservedStage[] = [];
  const began = now();
  const failure = await observeConnections({ now, report: (stage) => void stages.push(stage) }, call).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ReceiverError) return error;
      throw error;
    },
  );
  const verdict =
    failure === null
      ? ({ ok: true, tried: true } as const)
      : ({ ok: false, problems: [keyProblem('rejected', null, failure.message)] } as const);
  const trial = { verdict, stages, signedIn: null, listed: null, isEncrypted: null, began, ended: now() };
  return { failure, steps: connectionSteps(trial).map(ofReceiver) };
}

function ofReceiver(step: ConnectionStep): ReceiverStep {
  const { code } = step;
  if (code !== 'sign_in' && code !== 'access') return { ...step, code };
  const isSent = step.status === 'ok';
  return {
    ...step,
    code: 'send',
    message: isSent ? 'The receiver took the test message.' : step.message,
    advice: step.status === 'failed' ? ADVICE : null,
  };
}
