import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalStore } from '@switchboard/engine';
import { noFault } from '@switchboard/model/faults';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDatabase } from '../../testing/hooks/use-database.ts';
import { createVault } from '../identity/vault.ts';
import { startRoles } from './start-roles.ts';

const { database, url } = useDatabase();
const folder = useFolder('roles');

const connections = (): Promise<unknown[]> =>
  database.withSystem(
    async (tx) =>
      (
        await sql`
          select application_name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
            and application_name like '%queue%'
        `.execute(tx)
      ).rows,
  );

test('a start that fails leaves no connection of the queue open', async () => {
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder);
  writeFileSync(join(dataFolder, 'scratch'), 'a file in the place of a folder');
  const starting = startRoles({
    database,
    url,
    vault: createVault(randomBytes(32)),
    roles: ['worker', 'scheduler'],
    dataFolder,
    store: createLocalStore(join(folder, 'files')),
    host: 'test',
    alone: false,
    concurrency: 1,
    egressAllow: [],
    retryBaseMs: 50,
    fault: noFault,
    onError: () => {},
  });
  await expect(starting).rejects.toMatchObject({ code: 'EEXIST' });
  await expect.poll(connections).toEqual([]);
});
