import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestExecutor } from '@switchboard/engine/testing';
import { noFault } from '@switchboard/model/faults';
import { type RunningRoles, startRoles } from '../../src/programs/start-roles.ts';
import type { GraphqlServer } from '../graphql-server.ts';
import { useStarted } from './use-started.ts';

export type Workers = {
  readonly roles: RunningRoles;
  /** Folder of the installation's data; `file` destinations write below its folder `exports`. */
  readonly folder: string;
  /** Unexpected errors. */
  readonly problems: readonly unknown[];
};

/** Workers and the scheduler on the database of a server, so that what is asked of the server over HTTP is also carried out. */
export const useWorkers = (server: GraphqlServer): Workers =>
  useStarted(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-workers-'));
    const problems: unknown[] = [];
    const roles = await startRoles({
      database: server.database,
      url: server.databaseUrl,
      vault: server.vault,
      roles: ['worker', 'scheduler'],
      dataFolder: folder,
      store: server.store,
      host: 'test',
      alone: true,
      concurrency: 4,
      executor: createTestExecutor(),
      egressAllow: ['127.0.0.1'],
      oauthClients: new Map(),
      retryBaseMs: 50,
      pollMs: 100,
      asideMs: 500,
      now: Date.now,
      fault: noFault,
      onError: (error) => problems.push(error),
    });
    const stop = async (): Promise<void> => {
      await roles.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    return { roles, folder, problems, stop };
  });
