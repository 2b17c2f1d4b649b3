import { randomUUID } from 'node:crypto';
import { type Egress, postJson } from '@switchboard/connectors';
import type { Dsn } from '../../settings/tracing-settings.ts';
import type { ConsoleReport } from './console-report.ts';

/** Reports that are sent at the same time; others are dropped, which the log says. */
const AT_ONCE = 4;

type SentryOptions = {
  readonly egress: Egress;
  readonly dsn: Dsn;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onLost: (reason: string) => void;
};

/** Sends every report to Sentry, or to what takes its envelopes, with the steps before it as breadcrumbs. */
export function createSentryForward({ egress, dsn, now, onLost }: SentryOptions): (report: ConsoleReport) => void {
  let underWay = 0;
  return (report) => {
    if (underWay >= AT_ONCE) {
      onLost('too many at once');
      return;
    }
    underWay += 1;
    postJson({
      egress,
      url: dsn.url,
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=switchboard/1, sentry_key=${dsn.key}`,
      },
      body: envelopeOf(report, now()),
    })
      .catch((error: unknown) => onLost(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        underWay -= 1;
      });
  };
}

/** Lines of JSON: header, header of the event, event. @param time epoch milliseconds */
function envelopeOf(report: ConsoleReport, time: number): string {
  const id = randomUUID().replaceAll('-', '');
  const event = {
    event_id: id,
    timestamp: time / 1_000,
    platform: 'javascript',
    level: 'error',
    logger: 'console',
    release: report.release,
    transaction: report.screen,
    tags: { kind: report.kind, source: report.source, request_id: report.request_id ?? undefined },
    exception: {
      values: [
        { type: report.name, value: report.message, stacktrace: { frames: report.stack.map(frameOf).toReversed() } },
      ],
    },
    breadcrumbs: {
      values: report.steps.map(({ at, text }) => ({ timestamp: at, category: 'console', message: text })),
    },
  };
  return [{ event_id: id, sent_at: new Date(time).toISOString() }, { type: 'event' }, event]
    .map((line) => JSON.stringify(line))
    .join('\n');
}

/** Sentry lists the innermost call last. */
function frameOf(frame: string): object {
  const [, call = '', filename = '', line, column] = /^(.*?)[(@ ]*([^\s(@]*):(\d+):(\d+)\)?$/.exec(frame) ?? [];
  return { function: call.trim() || '?', filename, lineno: Number(line), colno: Number(column), in_app: true };
}
