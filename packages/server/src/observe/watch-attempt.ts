import { type Span, trace } from '@opentelemetry/api';
import { METRICS } from './metrics.ts';
import type { WatchedAttempt } from './scope.ts';
import { startSpan, traceParent } from './trace.ts';

/** The unit's phases, by the names that metrics and spans use. */
const PHASES: Readonly<Record<string, string>> = {
  download: 'fetch',
  unpack: 'load',
  processing: 'process',
  upload: 'upload',
};
const BEFORE = 'prepare';

export type AttemptWatch = WatchedAttempt & {
  readonly code: () => string | null;
  /** Ends the last phase. Milliseconds by phase, in the order in which they were. */
  stop(): Readonly<Record<string, number>>;
};

/** Measures an attempt's phases: each is a span below the active one. */
export function watchAttempt(options: {
  readonly fields: Record<string, string | number>;
  readonly now?: () => number;
}): AttemptWatch {
  const { fields, now = () => performance.now() } = options;
  const attemptSpan = trace.getActiveSpan();
  const spent = new Map<string, number>();
  let phase = BEFORE;
  let since = now();
  let span: Span | undefined;
  let code: string | null = null;
  const close = (): void => {
    const passed = now() - since;
    spent.set(phase, (spent.get(phase) ?? 0) + passed);
    METRICS.phaseSeconds.observe({ phase }, passed / 1_000);
    span?.end();
    span = undefined;
  };
  return {
    enter(name) {
      const next = PHASES[name] ?? name;
      if (next === phase) return;
      close();
      phase = next;
      since = now();
      fields['phase'] = phase;
      span = startSpan(phase, { parent: traceParent(attemptSpan) });
    },
    failed(reason) {
      code = reason;
    },
    code: () => code,
    parent: () => traceParent(span ?? attemptSpan),
    stop() {
      close();
      return Object.fromEntries([...spent].map(([name, milliseconds]) => [name, Math.round(milliseconds)]));
    },
  };
}
