import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalStore } from '@switchboard/engine';
import { createTestExecutor } from '@switchboard/engine/testing';
import { noFault } from '@switchboard/model/faults';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { examine } from '../src/features/installation/examine.ts';
import { createVault } from '../src/identity/vault.ts';
import { type RunningRoles, startRoles } from '../src/programs/start-roles.ts';
import { findingOf } from '../testing/hooks/use-installation.ts';
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

test('uploads into files wait while workers have a folder each, say why, and are delivered once they share one', async () => {
  const own = join(folder, 'own');
  const second = await startSecond(own);
  const account = await publish('split');
  const waits = { state: 'waiting', retry_count: 0, tried: true };
  const unit = () =>
    work.rows(account, sql`select state, retry_count, attempt > 6 as tried from unit where kind = 'upload'`);
  await expect.poll(unit, { timeout: 60_000, interval: 5 }).toEqual([waits]);
  const events = () =>
    work.rows(account, sql`select message, will_retry from event where code = 'FILE_FOLDER_NOT_SHARED'`);
  const message = expect.stringContaining('different folders. Mount one folder as DATA_DIR/exports') as unknown;
  expect(await events()).toEqual([{ message, will_retry: true }]);
  const report = await examine({ url: work.database.url, dataFolder: work.folder, now: Date.now });
  expect(findingOf(report, 'folders')).toMatchObject({ level: 'problem', total: 1 });
  expect(existsSync(work.delivered(account, 'ads.csv'))).toBe(false);
  expect(existsSync(join(own, 'exports', account.accountId, 'ads.csv'))).toBe(false);
  await second.stop();
  await work.settled(account);
  expect(readFileSync(work.delivered(account, 'ads.csv'), 'utf8')).toBe('id\n1\n');
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
