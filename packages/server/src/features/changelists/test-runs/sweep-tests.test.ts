import { createLocalStore } from '@switchboard/engine';
import { LIMITS } from '@switchboard/model/limits';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buildDraft } from '../../../../testing/build-account.ts';
import { usePerson } from '../../../../testing/hooks/use-account.ts';
import { useWork } from '../../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../../testing/source-server.ts';
import { retryTransfer } from '../../../pipeline/recovery/abandon-or-retry.ts';
import { launchTest } from './launch-test.ts';
import { sweepTests } from './sweep-tests.ts';

const work = useWork();
const person = usePerson(work, 'Dora');

const RETENTION = LIMITS.sampleAgeDays * 86_400_000;

it('removes only the plans and files of test runs that have expired', async () => {
  const store = createLocalStore(work.storeFolder);
  const keys = async (): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key } of store.list('acct/')) found.push(key);
    return found.toSorted();
  };
  work.answers.set('/reports', csvAnswer('site,clicks', ['a,1', 'b,many']));
  const script = `
    download ads from {
      type: "http"; url: "${work.source}/reports/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { site: string; clicks: integer; };
    upload ads to { type: "file"; path: "{YYYY-MM-DD}.csv"; };`;
  const account = await work.publish(script);
  const { accountId } = account;
  await work.settled(account);
  const production = await keys();
  expect(production.length).toBeGreaterThan(3);
  const changelistId = await buildDraft(work.database, account, script);
  for (const fetchNew of [false, true]) {
    const launched = await work.database.withAccount(accountId, (tx) =>
      launchTest(tx, work.roles.queue, {
        accountId,
        changelistId,
        uploads: ['ads'],
        fetchNew,
        person,
        now: Date.now(),
      }),
    );
    expect(launched.kind).toBe('launched');
    await work.settled(account);
  }
  expect((await keys()).length).toBeGreaterThan(production.length + 5);
  const { database } = work;
  const sweep = (age: number): Promise<number> => sweepTests({ database, store, now: Date.now() + age });
  expect(await sweep(RETENTION - 60_000)).toBe(0);
  await work.rows(account, sql`update upload set status = 'failed' where purpose = 'proof'`);
  await work.rows(account, sql`update unit set state = 'held' where kind = 'upload' and purpose = 'proof'`);
  // An unfinished one keeps everything, however old it is.
  expect(await sweep(RETENTION + 60_000)).toBe(0);
  await work.rows(account, sql`update unit set state = 'done' where kind = 'upload' and purpose = 'proof'`);
  expect(await sweep(RETENTION + 60_000)).toBe(2);
  expect(await keys()).toEqual(production);
  expect(await sweep(RETENTION + 60_000)).toBe(0);
  const flows = sql<{ plan: unknown; status: string }>`
    select p.plan, f.status from proof p join flow f on f.proof_id = p.id`;
  expect(await work.rows(account, flows)).toEqual([
    { plan: null, status: 'STOPPED' },
    { plan: null, status: 'STOPPED' },
  ]);
  const uploads = await work.rows(account, sql<{ id: string }>`select id from upload where purpose = 'proof'`);
  for (const { id: unitId } of uploads)
    expect(
      await database.withAccount(accountId, (tx) =>
        retryTransfer(tx, work.roles.queue, { accountId, unitId, kind: 'upload' }, 'Olivia'),
      ),
    ).toBe('finished');
}, 120_000);
