import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { installationMetrics } from '../../observe/installation-metrics.ts';
import { countProcess, METRICS } from '../../observe/metrics.ts';

export type MetricsOptions = {
  readonly database: Database;
  /** Who sends it may read the figures from anywhere; null: they are read from this machine alone. */
  readonly token: string | null;
};

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** `GET /metrics` in Prometheus' text form. To whoever may not read it there is no such page. */
export async function metricsRoute(app: FastifyInstance, options: MetricsOptions): Promise<void> {
  const { token } = options;
  const refresh = installationMetrics(options.database);
  countProcess();
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) {
      return reply.status(404).header('cache-control', 'no-store').type('text/plain').send('Not found.');
    }
    await refresh();
    return reply
      .header('cache-control', 'no-store')
      .type(METRICS.registry.contentType)
      .send(await METRICS.registry.metrics());
  });
}

/**
 * With a token whoever sends it; without one whoever is on this machine. A proxy on this machine would make everybody
 * local, and a page in a browser could be pointed here by a name of its own: neither counts.
 */
function mayRead(request: FastifyRequest, token: string | null): boolean {
  if (token !== null) return same(request.headers.authorization ?? '', `Bearer ${token}`);
  return (
    LOOPBACK.test(request.socket.remoteAddress ?? '') &&
    LOCAL_NAME.test(request.headers.host ?? '') &&
    FORWARDED.every((name) => request.headers[name] === undefined)
  );
}

function same(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
