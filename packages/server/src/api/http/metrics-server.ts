import Fastify from 'fastify';
import { type MetricsOptions, metricsRoute } from './metrics-route.ts';

/** Serves `GET /metrics` and `GET /_heartbeat` only, for a process without other routes. */
export async function startMetricsServer(
  options: MetricsOptions & { readonly host: string; readonly port: number },
): Promise<{ stop(): Promise<void> }> {
  const app = Fastify({ logger: false });
  await app.register(metricsRoute, options);
  app.get('/_heartbeat', async (_request, reply) => {
    const up = await options.database.isUp();
    return reply
      .status(up ? 200 : 503)
      .type('text/plain')
      .send(up ? 'ok' : 'database');
  });
  await app.listen({ host: options.host, port: options.port });
  return {
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
