import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { MaintenanceMode } from './maintenance-mode.ts';

export type HealthOptions = {
  readonly database: Pick<Database, 'isUp'>;
  /** Null where no calls are answered. */
  readonly maintenance: MaintenanceMode | null;
};

/**
 * Adds `GET /live`, whether the program runs at all; `GET /ready`, whether it can answer; and `GET /_heartbeat`, the same for
 * the console. None of them waits for what other requests use.
 */
export async function healthRoutes(app: FastifyInstance, { database, maintenance }: HealthOptions): Promise<void> {
  const send = (reply: FastifyReply, health: 'ok' | 'database' | 'maintenance'): FastifyReply =>
    reply
      .status(health === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(health);
  app.get('/live', (_request, reply) => send(reply, 'ok'));
  for (const path of ['/ready', '/_heartbeat']) {
    app.get(path, async (_request, reply) => {
      const isUp = await database.isUp();
      return send(reply, !isUp ? 'database' : (await maintenance?.isOn()) === true ? 'maintenance' : 'ok');
    });
  }
}
