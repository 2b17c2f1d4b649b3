import type { Logger } from 'pino';
import { METRICS } from '../../observe/metrics.ts';
import { createScope, inScope } from '../../observe/scope.ts';
import { traced } from '../../observe/trace.ts';
import { type AttemptWatch, watchAttempt } from '../../observe/watch-attempt.ts';
import type { ClaimedUnit } from '../../units/unit.ts';
import { type AttemptEnd, outcomeOf } from './attempt-end.ts';

/** Outcomes after which the unit never runs again. */
const FINAL: ReadonlySet<string> = new Set(['completed', 'skipped', 'failed', 'cancelled', 'abandoned']);

/**
 * Runs one attempt inside a span with its phases, counts it, and logs one line when it ends. Every line that is logged
 * meanwhile carries account, unit, kind, attempt, phase and the request that caused it.
 * @param run gives how the unit stands after the attempt; null when that could not be read
 */
export async function observeAttempt(
  log: Logger,
  unit: ClaimedUnit,
  run: () => Promise<AttemptEnd | null>,
): Promise<void> {
  const { kind, purpose } = unit;
  const fields: Record<string, string | number> = {
    account: unit.accountId,
    unit: unit.unitId,
    kind,
    purpose,
    attempt: unit.attempt,
  };
  METRICS.waitSeconds.observe({ kind, purpose }, unit.waited);
  METRICS.running.inc({ kind });
  const options = { kind: 'CONSUMER', parent: unit.traceParent, attributes: { ...fields } } as const;
  try {
    await traced(`${kind} attempt`, options, async (span) => {
      const watch = watchAttempt({ fields });
      await inScope(createScope(unit.requestId, fields, watch), async () => {
        log.debug('attempt started');
        const started = performance.now();
        let end: AttemptEnd | null = null;
        try {
          end = await run();
        } finally {
          const outcome = reportEnd(log, unit, watch, end, performance.now() - started);
          span.setAttribute('outcome', outcome);
          const code = watch.code();
          if (code !== null) span.setAttribute('error.type', code);
        }
      });
    });
  } finally {
    METRICS.running.dec({ kind });
  }
}

function reportEnd(log: Logger, unit: ClaimedUnit, watch: AttemptWatch, end: AttemptEnd | null, total: number): string {
  const { kind, purpose } = unit;
  const phases = watch.stop();
  const code = watch.code();
  const outcome = outcomeOf(unit, end, code);
  METRICS.attempts.inc({ kind, purpose, outcome });
  METRICS.attemptSeconds.observe({ kind, outcome }, total / 1_000);
  if (outcome === 'superseded') METRICS.leasesLost.inc({ kind, how: 'superseded' });
  if (end) countWork(kind, outcome, end, 'fetch' in phases);
  log.info(
    {
      outcome,
      ...(code === null ? {} : { code }),
      ms: { ...phases, total: Math.round(total) },
      waitedMs: Math.round(unit.waited * 1_000),
      ...(end?.rows == null ? {} : { rows: end.rows }),
      ...(end?.dirtyRows == null ? {} : { dirtyRows: end.dirtyRows }),
      ...(end?.bytes == null ? {} : { bytes: end.bytes }),
      retries: end?.retries ?? unit.retryCount,
    },
    FINAL.has(outcome) ? 'unit ended' : 'attempt ended',
  );
  return outcome;
}

function countWork(kind: ClaimedUnit['kind'], outcome: string, end: AttemptEnd, fetched: boolean): void {
  if (kind === 'download') {
    if (fetched) METRICS.bytes.inc({ stage: 'fetched' }, end.bytes ?? 0);
    if (outcome !== 'completed') return;
    METRICS.rows.inc({ stage: 'loaded' }, (end.rows ?? 0) - (end.dirtyRows ?? 0));
    METRICS.rows.inc({ stage: 'dirty' }, end.dirtyRows ?? 0);
    return;
  }
  if (outcome !== 'completed') return;
  const stage = kind === 'flow' ? 'processed' : 'uploaded';
  METRICS.rows.inc({ stage }, end.rows ?? 0);
  METRICS.bytes.inc({ stage }, end.bytes ?? 0);
}
