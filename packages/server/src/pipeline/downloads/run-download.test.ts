import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BuiltAccount } from '../../../testing/build-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { retryTransfer } from '../recovery/abandon-or-retry.ts';

const work = useWork({ retryBaseMs: 10 });

type Answer = 'not yet' | 'busy' | 'failed' | 'ready';

/** Reports that were ordered, and polls of their state. */
let orders = 0;
let polls = 0;
/** Answers of the next polls; the last answer repeats. */
let say: Answer[] = [];

beforeEach(() => {
  orders = 0;
  polls = 0;
  const report = (more: object): string => JSON.stringify({ report_id: String(orders), ...more });
  const json = { 'content-type': 'application/json', 'retry-after': '0' };
  work.answers.set('/order', (_, response) => {
    orders += 1;
    response.writeHead(200, json).end(report({ status: 'pending' }));
  });
  work.answers.set('/state', (_, response) => {
    polls += 1;
    const answer = say.length > 1 ? say.shift() : say[0];
    if (answer === 'busy') response.writeHead(429, { 'retry-after': '0' }).end();
    else response.writeHead(200, json).end(report({ status: answer === 'not yet' ? 'pending' : answer, url: '/file' }));
  });
  work.answers.set('/file', csvAnswer('site', ['a']));
});

const publish = (): Promise<BuiltAccount> =>
  work.publish(`
    download ads from {
      type: "http"; url: "${work.source}/order?date={YYYY-MM-DD}"; async: true; status_url: "${work.source}/state/{report_id}";
      timezone: "UTC"; hour_of_day: 0; lookback_days: 1; format: "csv";
    } using { site: string; };
    upload ads to { type: "file"; path: "ads/{YYYY-MM-DD}.csv"; };
  `);
const times = (count: number, ...some: readonly Answer[]): Answer[] => Array.from({ length: count }, () => some).flat();
type Row = { readonly status: string; readonly message: string | null; readonly retries: number };
const download = async (account: BuiltAccount): Promise<Row | undefined> =>
  (
    await work.rows(
      account,
      sql<Row>`select d.status, d.message, u.retry_count as retries
        from download d join unit u on u.account_id = d.account_id and u.id = d.id`,
    )
  )[0];
const untilStatus = (account: BuiltAccount, status: string): Promise<void> =>
  expect.poll(async () => (await download(account))?.status, { interval: 50 }).toBe(status);

describe('the retries of a report that the provider is making', () => {
  it('count only failures in a row, not those between successful polls', async () => {
    say = [...times(8, 'busy', 'not yet'), 'ready'];
    const account = await publish();
    await untilStatus(account, 'completed');
    expect([orders, await download(account)]).toEqual([1, { status: 'completed', message: null, retries: 0 }]);
  });

  it('end after consecutive failures, not counting those before the last successful poll', async () => {
    say = ['not yet', ...times(4, 'busy'), 'not yet', 'busy'];
    const account = await publish();
    await untilStatus(account, 'failed');
    expect((await download(account))?.message).toMatch(/^Stopped after 5 attempts\./);
    expect([orders, polls]).toEqual([1, 11]);
  });

  it('count failed reports whatever the polls between them answered, and start over when a person retries', async () => {
    say = [...times(4, 'not yet', 'busy', 'not yet', 'failed'), 'not yet', 'failed'];
    const account = await publish();
    await untilStatus(account, 'failed');
    expect((await download(account))?.message).toMatch(/^Stopped after 5 attempts\..* could not make the report/);
    expect([orders, polls]).toEqual([5, 18]);

    say = [...times(6, 'busy', 'not yet'), 'failed', ...times(6, 'not yet', 'busy'), 'ready'];
    const [{ id } = { id: '' }] = await work.rows(account, sql<{ id: string }>`select id from download`);
    const transfer = { accountId: account.accountId, unitId: id, kind: 'download' } as const;
    const retried = work.database.withAccount(account.accountId, (tx) =>
      retryTransfer(tx, work.roles.queue, transfer, 'Ann'),
    );
    expect(await retried).toBe('ok');
    await untilStatus(account, 'completed');
    expect(orders).toBe(7);
  });

  it('report no unexpected error', () => expect(work.problems).toEqual([]));
});
