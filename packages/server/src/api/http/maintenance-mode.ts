import { PipelineError } from '@switchboard/model/errors/errors';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../db/database.ts';
import { readMaintenance } from '../../db/maintenance.ts';
import { pathOf } from './answer-errors.ts';

/** How long an answer of the database holds: so late, at most, the programs of an installation follow the command. */
const FRESH_MS = 2_000;

/** Whether the installation is in maintenance, asked of the database every two seconds at most. */
export type MaintenanceMode = { isOn(): Promise<boolean> };

export function watchMaintenance(database: Database, now: () => number): MaintenanceMode {
  let known = { isOn: false, at: Number.NEGATIVE_INFINITY };
  let asking: Promise<boolean> | null = null;
  const ask = async (): Promise<boolean> => {
    // What the database last said holds while it is away; the heartbeat reports that it is.
    const isOn = await readMaintenance(database.aside).then(
      (since) => since !== null,
      () => known.isOn,
    );
    known = { isOn, at: now() };
    asking = null;
    return isOn;
  };
  return {
    isOn: () => {
      if (now() - known.at < FRESH_MS) return Promise.resolve(known.isOn);
      asking ??= ask();
      return asking;
    },
  };
}

/** Refuses calls of the API during maintenance: 503 with the code MAINTENANCE. */
export function refuseDuringMaintenance(app: FastifyInstance, maintenance: MaintenanceMode): void {
  app.addHook('onRequest', async (request) => {
    if (pathOf(request).startsWith('/api/') && (await maintenance.isOn())) throw new PipelineError('MAINTENANCE');
  });
}
