// allow-clock -- connectors ask their context for pauses, which it cuts to a few milliseconds
import { setTimeout as pause } from 'node:timers/promises';
import { noFault } from '@switchboard/model/faults';
import { createEgress } from '../network/egress.ts';
import type { DeliveryContext } from '../spec.ts';
import { holdMail } from './mail.ts';

/** At most so many milliseconds pass between two tries of a request, however long a server in use is left alone. */
const LONGEST_PAUSE_MS = 5;

/** A connector's context for tests: real sockets to this machine, no faults, no folders, one received mail, hardly a pause. */
export function buildContext(overrides: Partial<DeliveryContext> = {}): DeliveryContext {
  return {
    // A stand-in shares the process of its test, and the machine with other tests.
    egress: createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 3_000, now: Date.now }),
    signal: new AbortController().signal,
    fault: noFault,
    now: () => Date.UTC(2026, 2, 5, 6),
    pause: (milliseconds, signal) =>
      pause(Math.min(milliseconds, LONGEST_PAUSE_MS), undefined, { signal }).catch(() => signal.throwIfAborted()),
    onBytes: () => undefined,
    beforeCommit: async () => undefined,
    folders: { read: [], write: [] },
    mail: holdMail([{}]),
    ...overrides,
  };
}

/** One of a connector that gives a silent server up soon. */
export const impatientContext = (): DeliveryContext =>
  buildContext({ egress: createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 700, now: Date.now }) });
