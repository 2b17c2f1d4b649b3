import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { installationMetrics } from '../../observe/installation-metrics.ts';
import { countProcess, METRICS } from '../../observe/metrics.ts';

export type MetricsOptions = {
  readonly database: Database;
  /** The pools of this program whose connections are counted; the database's own without. */
  readonly pools?: readonly Pick<Database, 'connections'>[];
  /** Token that allows reading the metrics from anywhere; null: they are readable from this machine only. */
  readonly token: string | null;
};

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_NAME = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/** `GET /metrics` in Prometheus text format; 404 for clients that may not read it. */
export async function metricsRoute(app: FastifyInstance, options: MetricsOptions): Promise<void> {
  const { token } = options;
  const refresh = installationMetrics(options.database, options.pools);
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
 * Authorizes a client: by the token, if one is set. Without one, clients on this machine may read, but neither requests
 * forwarded by a proxy on it, which would make every client local, nor requests for another host name (DNS rebinding by a
 * web page).
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
