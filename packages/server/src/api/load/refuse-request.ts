import { errorText } from '@switchboard/model/errors/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { METRICS } from '../../observe/metrics.ts';
import { errorBody } from '../http/answer-errors.ts';
import { leaveUnread } from '../http/leave-unread.ts';
import { methodOf, routeOf } from '../http/observe-requests.ts';

/** Senders that one line names. */
const NAMED = 20;

/** Answers 429 before a request costs anything else: it has no span, no log line of its own and no body that is read. */
export function refuseRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  seconds: number,
  headers: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify(errorBody(errorText('RATE_LIMITED', { seconds }), 'RATE_LIMITED', request.id));
  METRICS.httpRequests.inc({ method: methodOf(request), route: routeOf(request), status: '429' });
  reply.hijack();
  reply.raw
    .writeHead(429, {
      ...headers,
      ...leaveUnread(request.raw),
      'request-id': request.id,
      'cache-control': 'no-store',
      'retry-after': String(seconds),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    })
    .end(body);
}

/** Counts refusals by who was refused. Writes them as one line a second, since a line each would be a flood of its own. */
export function countRefusals(
  write: (refused: Readonly<Record<string, number>>) => void,
  schedule: (run: () => void) => void = (run) => void setTimeout(run, 1_000).unref(),
): (who: string) => void {
  const counts = new Map<string, number>();
  return (who) => {
    if (counts.size === 0) {
      schedule(() => {
        write(Object.fromEntries(counts));
        counts.clear();
      });
    }
    const name = counts.has(who) || counts.size < NAMED ? who : 'others';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
}
