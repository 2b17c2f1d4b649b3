import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { usePerson } from '../../../testing/hooks/use-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { launchBackfill } from '../../features/backfills/launch-backfill.ts';
import { retryTransfer } from '../recovery/abandon-or-retry.ts';
import { cancelBackfill } from './cancel-backfill.ts';
import { pipelineCounts } from './pipeline-counts.ts';

const work = useWork();
const person = usePerson(work);
const RANGE = { start: '2026-01-05', end: '2026-01-09' };
const DATES = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];

/** An account whose published sources have nothing scheduled any more: only what is launched runs. */
async function publish(name: string): Promise<BuiltAccount> {
  const account = await work.publish(`
    download ads from {
      type: "http"; url: "${work.source}/${name}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { day: date; site: string not null; clicks: integer; };
    download sites from {
      type: "http"; url: "${work.source}/${name}-sites"; format: "csv"; timezone: "UTC"; lookback_days: 1;
    } using { site: string not null; owner: string; };
    table daily is select day, ads.site, owner, clicks from ads join sites on ads.site = sites.site;
    upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };
  `);
  await work.settled(account);
  return account;
}

function answerWith(name: string, date: string, clicks: number | string = 1): void {
  work.answers.set(`/${name}/${date}`, csvAnswer('day,site,clicks', [`${date},a,${clicks}`, `${date},b,2`]));
}

async function launch(account: BuiltAccount, title = 'Again'): Promise<string> {
  const launched = await launchBackfill(work.database, {
    accountId: account.accountId,
    person,
    today: '2026-11-20',
    title,
    description: '',
    ...RANGE,
    uploadNames: ['daily'],
  });
  if (launched.kind !== 'launched') throw new Error(JSON.stringify(launched));
  return launched.id;
}

const statusOf = async (account: BuiltAccount, id: string): Promise<string | undefined> =>
  (await work.rows(account, sql<{ status: string }>`select status from backfill where id = ${id}`))[0]?.status;
const over = (account: BuiltAccount, id: string, status: string): Promise<void> =>
  expect.poll(() => statusOf(account, id), { timeout: 60_000, interval: 50 }).toBe(status);
const counts = (account: BuiltAccount, id: string) =>
  work.database.withAccount(account.accountId, async (tx) =>
    (await pipelineCounts(tx, account.accountId, [id])).get(id),
  );

describe('a backfill of five dates', () => {
  it('delivers all dates but the one whose download fails, and that one too once it is retried', {
    tags: 'proof:backfill-partial-failure',
    timeout: 120_000,
  }, async () => {
    for (const date of DATES) answerWith('whole', date);
    work.answers.delete('/whole/2026-01-07');
    let asked = 0;
    work.answers.set('/whole-sites', (request, response) => {
      asked += 1;
      csvAnswer('site,owner', ['a,x', 'b,y'])(request, response);
    });
    const account = await publish('whole');
    const production = asked;
    const before = await work.rows(
      account,
      sql`select id, status from download where purpose = 'production' order by id`,
    );
    const id = await launch(account);
    await over(account, id, 'completed_with_errors');
    expect(await counts(account, id)).toMatchObject({ total: 5, succeeded: 4, failed: 1, cancelled: 0 });
    for (const date of DATES)
      expect(existsSync(work.delivered(account, `daily/${date}.csv`)), date).toBe(date !== '2026-01-07');
    expect(readFileSync(work.delivered(account, 'daily/2026-01-05.csv'), 'utf8').trim().split('\n').sort()).toEqual([
      '2026-01-05,a,x,1',
      '2026-01-05,b,y,2',
      'day,site,owner,clicks',
    ]);
    // The source without dates was asked once for all of them.
    expect(asked).toBe(production + 1);
    const flows = await work.rows(
      account,
      sql<{ status: string; message: string | null }>`select status, message from flow where status = 'FATAL'`,
    );
    expect(flows).toHaveLength(1);
    expect(flows[0]?.message).toMatch(/^Nothing was processed, because the download ads for 2026-01-07 failed\..* 404/);
    const events = await work.rows(
      account,
      sql<{
        message: string;
        code: string | null;
      }>`select message, code from event where backfill_id = ${id} order by created, id`,
    );
    expect(events[0]?.message).toBe('Olivia launched the backfill Again: daily, 2026-01-05 to 2026-01-09.');
    expect(events.at(-1)?.message).toBe('The backfill Again is over: 4 of 5 pipelines succeeded, 1 failed.');
    // Of the flow, and of its upload.
    const ofInput = events.filter((event) => event.code === 'INPUT_FAILED');
    expect(ofInput.map(({ message }) => message.split(',')[0])).toEqual([
      'Nothing was processed',
      'daily was not uploaded. Nothing was processed',
    ]);
    expect(events.filter((event) => event.message.startsWith('daily: uploaded 2 rows'))).toHaveLength(4);
    expect(
      await work.rows(account, sql`select id, status from download where purpose = 'production' order by id`),
    ).toEqual(before);

    answerWith('whole', '2026-01-07');
    const [failed] = await work.rows(
      account,
      sql<{ id: string }>`select id from download where backfill_id = ${id} and status = 'failed'`,
    );
    const ref = { accountId: account.accountId, unitId: failed?.id ?? '', kind: 'download' } as const;
    const retry = () =>
      work.database.withAccount(account.accountId, (tx) => retryTransfer(tx, work.roles.queue, ref, 'Olivia'));
    expect(await retry()).toBe('ok');
    await work.settled(account);
    expect(existsSync(work.delivered(account, 'daily/2026-01-07.csv'))).toBe(true);
    expect(await counts(account, id)).toMatchObject({ total: 5, succeeded: 5, failed: 0 });
    expect(await retry()).toBe('finished');
  });

  it('replaces each earlier delivery exactly once, also when the source is unchanged', {
    tags: 'proof:backfill-replaces',
    timeout: 120_000,
  }, async () => {
    for (const date of DATES) answerWith('twice', date);
    work.answers.set('/twice-sites', csvAnswer('site,owner', ['a,x', 'b,y']));
    const account = await publish('twice');
    await over(account, await launch(account, 'First'), 'completed');
    answerWith('twice', '2026-01-06', 9);
    const second = await launch(account, 'Second');
    await over(account, second, 'completed');
    expect(await counts(account, second)).toMatchObject({ total: 5, succeeded: 5 });
    expect(readFileSync(work.delivered(account, 'daily/2026-01-06.csv'), 'utf8')).toContain('2026-01-06,a,x,9');
    const sent = await work.rows(
      account,
      sql`select status, count(*) as uploads from upload where purpose = 'backfill' group by 1`,
    );
    expect(sent).toEqual([{ status: 'completed', uploads: 10 }]);
  });

  it('publishes nothing once it is cancelled midway, and frees its dates', {
    tags: 'proof:backfill-cancel-midway',
    timeout: 120_000,
  }, async () => {
    const waiting: ServerResponse[] = [];
    work.answers.set('/slow-sites', csvAnswer('site,owner', ['a,x', 'b,y']));
    const account = await publish('slow');
    answerWith('slow', '2026-01-09');
    work.answers.set('/slow', (_, response) => void waiting.push(response));
    const id = await launch(account);
    await expect.poll(() => waiting.length).toBeGreaterThanOrEqual(2);
    // The file is there before the ledger has it, and the answer is then that the delivery is undecided.
    await expect.poll(() => counts(account, id)).toMatchObject({ succeeded: 1 });
    const ref = { accountId: account.accountId, backfillId: id };
    const closed = Promise.all(waiting.map((response) => new Promise((done) => response.on('close', done))));
    expect(
      await work.database.withAccount(account.accountId, (tx) => cancelBackfill(tx, work.roles.queue, ref, person)),
    ).toBe('ok');
    expect(await work.rows(account, sql`select 1 from unit where state <> 'done'`)).toEqual([]);
    // Nothing else closes the sockets of what ran: their answers never come.
    await closed;
    for (const date of DATES) answerWith('slow', date);
    expect(await counts(account, id)).toMatchObject({ total: 5, succeeded: 1, failed: 0, cancelled: 4 });
    const statuses = await work.rows(
      account,
      sql`select distinct status from download where backfill_id = ${id} union all
        select distinct u.status from upload u join flow f on f.id = u.flow_id where f.backfill_id = ${id} order by 1`,
    );
    expect(statuses.map((row) => (row as { status: string }).status)).toEqual([
      'cancelled',
      'cancelled',
      'completed',
      'completed',
    ]);
    const [cancelled] = await work.rows(
      account,
      sql<{ id: string }>`select id from download where backfill_id = ${id} and status = 'cancelled'`,
    );
    const download = { accountId: account.accountId, unitId: cancelled?.id ?? '', kind: 'download' } as const;
    expect(
      await work.database.withAccount(account.accountId, (tx) =>
        retryTransfer(tx, work.roles.queue, download, 'Olivia'),
      ),
    ).toBe('finished');

    // Another one may have the dates now; by the time it is over, nothing of the first has come back.
    await over(account, await launch(account, 'After'), 'completed');
    expect(await counts(account, id)).toMatchObject({ succeeded: 1, cancelled: 4 });
    expect(
      await work.rows(
        account,
        sql`select u.status from upload u join flow f on f.id = u.flow_id where f.backfill_id = ${id} and u.status = 'completed'`,
      ),
    ).toHaveLength(1);
    const events = await work.rows(
      account,
      sql<{ message: string }>`select message from event where backfill_id = ${id} order by created, id`,
    );
    expect(events.at(-1)?.message).toBe('Olivia cancelled the backfill Again. Pipelines stopped: 4.');
  });

  it('reports no unexpected error', () => {
    expect(work.problems).toEqual([]);
  });
});
