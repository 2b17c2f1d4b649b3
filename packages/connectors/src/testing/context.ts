import { noFault } from '@switchboard/model';
import { createEgress } from '../network/egress.ts';
import type { DeliveryContext } from '../spec.ts';
import { holdMail } from './mail.ts';

/** A connector's context for tests: real sockets to this machine, no faults, no folders, one received mail. */
export function buildContext(overrides: Partial<DeliveryContext> = {}): DeliveryContext {
  return {
    // A stand-in shares the process of its test, and the machine with other tests.
    egress: createEgress({ allowPrivate: ['127.0.0.1'], stallTimeoutMs: 3_000, now: Date.now }),
    signal: new AbortController().signal,
    fault: noFault,
    now: () => Date.UTC(2026, 2, 5, 6),
    onBytes: () => undefined,
    beforeCommit: async () => undefined,
    folders: { read: [], write: [] },
    mail: holdMail([{}]),
    ...overrides,
  };
}
