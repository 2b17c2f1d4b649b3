import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalStore } from '@switchboard/engine';
import { createTestExecutor } from '@switchboard/engine/testing';
import { noFault } from '@switchboard/model/faults';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createVault } from '../src/identity/vault.ts';
import { type RunningRoles, startRoles } from '../src/programs/start-roles.ts';
import { useStarted } from '../testing/hooks/use-started.ts';
import { csvAnswer } from '../testing/source-server.ts';
import { startWork } from '../testing/start-work.ts';

const folder = useFolder('workers');
const work = useStarted(() => startWork());

/** A second worker on the same database and store, with a data folder of its own. */
const startSecond = (dataFolder: string): Promise<RunningRoles> =>
  startRoles({
    database: work.database,
    url: work.database.url,
    vault: createVault(randomBytes(32)),
    roles: ['worker'],
    dataFolder,
    store: createLocalStore(work.storeFolder),
    host: 'second',
    alone: false,
    concurrency: 4,
    executor: createTestExecutor(),
    egressAllow: ['127.0.0.1'],
    retryBaseMs: 50,
    pollMs: 100,
    fault: noFault,
    onError: () => {},
  });

const publish = (name: string): ReturnType<typeof work.publish> => {
  work.answers.set(`/${name}`, csvAnswer('id', ['1']));
  return work.publish(`
    download ads from { type: "http"; url: "${work.source}/${name}"; format: "csv"; } using { id: integer; };
    upload ads as daily to { type: "file"; path: "ads.csv"; mode: "truncate"; };`);
};

test('workers with a folder each deliver no files, and say why', async () => {
  const own = join(folder, 'own');
  const second = await startSecond(own);
  const account = await publish('split');
  await work.settled(account);
  const [upload] = await work.rows(account, sql<{ message: string }>`select message from upload`);
  expect(upload?.message).toContain('they write files into different folders. Mount one folder as DATA_DIR/exports');
  expect(existsSync(work.delivered(account, 'ads.csv'))).toBe(false);
  expect(existsSync(join(own, 'exports', account.accountId, 'ads.csv'))).toBe(false);
  await second.stop();
});

test('a worker that is left alone delivers files', async () => {
  const account = await publish('alone');
  await work.settled(account);
  expect(readFileSync(work.delivered(account, 'ads.csv'), 'utf8')).toBe('id\n1\n');
});

test('workers that share the folder deliver files', async () => {
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  symlinkSync(join(work.folder, 'exports'), join(shared, 'exports'));
  const second = await startSecond(shared);
  const account = await publish('shared');
  await work.settled(account);
  expect(readFileSync(work.delivered(account, 'ads.csv'), 'utf8')).toBe('id\n1\n');
  await second.stop();
});
