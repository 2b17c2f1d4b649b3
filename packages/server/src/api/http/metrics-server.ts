import Fastify from 'fastify';
import type { ClaimedPort } from './claim-port.ts';
import { type HealthOptions, healthRoutes } from './health-routes.ts';
import { type MetricsOptions, metricsRoute } from './metrics-route.ts';

/** Serves `GET /metrics`, `/live`, `/ready` and `/_heartbeat` only, for a process without other routes. */
export async function startMetricsServer(
  options: MetricsOptions & Pick<HealthOptions, 'failures'> & { readonly port: ClaimedPort },
): Promise<{ stop(): Promise<void> }> {
  const { port } = options;
  const app = Fastify({ logger: false, serverFactory: port.serverFactory });
  await app.register(metricsRoute, options);
  await app.register(healthRoutes, { ...options, maintenance: null });
  await app.ready();
  port.serve();
  return {
    stop: async () => {
      const closing = port.stop();
      port.endConnections();
      await Promise.all([closing, app.close()]);
    },
  };
}
