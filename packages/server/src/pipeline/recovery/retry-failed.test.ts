import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAccount, buildDownload } from '../../../testing/build-account.ts';
import { useDatabase } from '../../../testing/hooks/use-database.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { INSTALLATION_CODES, retryFailed } from './retry-failed.ts';

const { database, rows } = useDatabase();

test('downloads that failed in a span for a cause are retried with a fresh count, and no others', async () => {
  const account = await buildAccount(database);
  const add = async (code: string, finished: string): Promise<string> => {
    const id = await buildDownload(database, account);
    await database.withAccount(account.accountId, async (tx) => {
      await sql`update download set status = 'failed', failure_code = ${code}, finished = ${finished} where id = ${id}`.execute(
        tx,
      );
      await sql`update unit set state = 'done', retry_count = 4 where id = ${id}`.execute(tx);
    });
    return id;
  };
  const outage = await add('STORAGE_FAILED', '2026-11-20T02:20:00Z');
  await add('STORAGE_FAILED', '2026-11-20T02:40:00Z');
  await add('SOURCE_FILE_MISSING', '2026-11-20T02:20:00Z');
  const selection = {
    from: new Date('2026-11-20T02:10:00Z'),
    to: new Date('2026-11-20T02:40:00Z'),
    causes: INSTALLATION_CODES,
    account: account.urlName,
    isDryRun: false,
  };
  const deps = { database, queue: IDLE_QUEUE };
  const open = () => rows(account, sql`select id, state, retry_count from unit where state <> 'done'`);
  expect(await retryFailed(deps, { ...selection, isDryRun: true }, 'Ada')).toEqual({ retried: 1, left: 0 });
  expect(await retryFailed(deps, { ...selection, account: 'another' }, 'Ada')).toEqual({ retried: 0, left: 0 });
  expect(await open()).toEqual([]);
  expect(await retryFailed(deps, selection, 'Ada')).toEqual({ retried: 1, left: 0 });
  expect(await open()).toEqual([{ id: outage, state: 'ready', retry_count: 0 }]);
  expect(await retryFailed(deps, selection, 'Ada')).toEqual({ retried: 0, left: 0 });
});
