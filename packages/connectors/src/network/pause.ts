import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectorContext } from '../spec.ts';

/** The part of a call's context that a pause uses. */
export type PauseContext = Pick<ConnectorContext, 'signal' | 'pause'>;

/** Waits some milliseconds, as the context wants it. Throws the reason of its signal when that is aborted. */
export async function pauseFor(milliseconds: number, { signal, pause }: PauseContext): Promise<void> {
  if (pause !== undefined) return pause(milliseconds, signal);
  await delay(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
