import { trace } from '@opentelemetry/api';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { FastifyInstance } from 'fastify';
import { badRequest } from '../../graphql/request-error.ts';
import { METRICS } from '../../observe/metrics.ts';
import { createTokenBuckets, type Rate } from '../load/token-buckets.ts';
import { ConsoleReport } from './console-report.ts';

/** Bytes of one report. */
const BODY_LIMIT = 16_384;
/** Reports of a network address, and of all. */
const OF_ADDRESS: Rate = { burst: 20, perSecond: 0.2 };
const OF_ALL: Rate = { burst: 200, perSecond: 5 };

export type ConsoleReportOptions = {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Sends a report on to where errors are collected; it never waits and never throws. */
  readonly forward?: ((report: ConsoleReport) => void) | undefined;
};

/**
 * Adds `POST /api/console-errors`: errors of the console become a line of the log, a metric, and attributes of the span of the
 * request. Everybody may send them, since pages fail before a person has signed in, too; a report says nothing of who sent it.
 */
export async function consoleReportRoute(app: FastifyInstance, { now, forward }: ConsoleReportOptions): Promise<void> {
  const addresses = createTokenBuckets(OF_ADDRESS, now);
  const all = createTokenBuckets(OF_ALL, now);
  app.post('/api/console-errors', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const seconds = addresses.take(request.ip) || all.take('');
    if (seconds > 0) throw new PipelineError('RATE_LIMITED', { seconds }, { retryAfter: seconds });
    const read = ConsoleReport.safeParse(request.body);
    if (!read.success) throw badRequest('The body is not a report of the console.');
    const report = read.data;
    METRICS.consoleErrors.inc({ kind: report.kind });
    trace.getActiveSpan()?.setAttributes({
      'error.type': report.name,
      'console.error.kind': report.kind,
      'console.source': report.source,
      'console.screen': report.screen,
      'console.release': report.release,
      ...(report.request_id === null ? {} : { 'console.request.id': report.request_id }),
    });
    request.log.warn({ report }, 'The console reported an error.');
    forward?.(report);
    return reply.status(204).send();
  });
}
