import { currentScope } from './scope.ts';
import { startSpan, traceParent } from './trace.ts';

/** Cause of a unit, as stored with it: both null when no request caused it and nothing is traced. */
export type Cause = { readonly requestId: string | null; readonly traceParent: string | null };

/** The cause of a unit that is made or started again now. Its attempts hang below the span `schedule {kind}`. */
export function causeNow(kind: string | null, attributes: Readonly<Record<string, string>>): Cause {
  const requestId = currentScope()?.requestId ?? null;
  const span = startSpan(kind === null ? 'release' : `schedule ${kind}`, { kind: 'PRODUCER', attributes });
  span.end();
  return { requestId, traceParent: traceParent(span) };
}
