import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { PartFailure } from '../../units/parts/part.ts';
import { readConsoleRelease } from './console-release.ts';
import type { MaintenanceMode } from './maintenance-mode.ts';

export type HealthOptions = {
  readonly database: Pick<Database, 'isUp'>;
  /** Folder of the built console, whose build the console compares with its own. */
  readonly consoleFolder?: string | null;
  /** Null where no calls are answered. */
  readonly maintenance: MaintenanceMode | null;
  /** Parts of the installation that do not work for this process; without, none is examined. */
  readonly failures?: () => readonly PartFailure[];
};

/**
 * Adds `GET /live`, whether the program runs at all; `GET /ready`, whether it can work and answer, else why not; and
 * `GET /_heartbeat`, whether it answers, for the console. None of them waits for what other requests use.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { database, maintenance, failures = () => [], consoleFolder = null }: HealthOptions,
): Promise<void> {
  const send = (reply: FastifyReply, health: string): FastifyReply =>
    reply
      .status(health === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(health);
  app.get('/live', (_request, reply) => send(reply, 'ok'));
  for (const path of ['/ready', '/_heartbeat']) {
    app.get(path, async (_request, reply) => {
      const release = path === '/_heartbeat' ? await readConsoleRelease(consoleFolder) : null;
      if (release !== null) reply.header('console-release', release);
      const isUp = await database.isUp();
      if (!isUp) return send(reply, 'database');
      if ((await maintenance?.isOn()) === true) return send(reply, 'maintenance');
      const failing = path === '/ready' ? failures() : [];
      return send(reply, failing.map(({ part, failure }) => `${part} ${failure.code}`).join('\n') || 'ok');
    });
  }
}
