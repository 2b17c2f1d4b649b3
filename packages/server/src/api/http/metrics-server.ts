import Fastify from 'fastify';
import { type HealthOptions, healthRoutes } from './health-routes.ts';
import { type MetricsOptions, metricsRoute } from './metrics-route.ts';

/** Serves `GET /metrics`, `/live`, `/ready` and `/_heartbeat` only, for a process without other routes. */
export async function startMetricsServer(
  options: MetricsOptions & Pick<HealthOptions, 'failures'> & { readonly host: string; readonly port: number },
): Promise<{ stop(): Promise<void> }> {
  const app = Fastify({ logger: false });
  await app.register(metricsRoute, options);
  await app.register(healthRoutes, { ...options, maintenance: null });
  await app.listen({ host: options.host, port: options.port });
  return {
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
