import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { runUploadAgain } from './run-upload-again.ts';

const work = useWork({});
const script = (): string => `
  download ads from {
    type: "http"; url: "${work.source}/ads/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: 1;
  } using { site: string; clicks: integer; };
  table daily is select site, sum(clicks) as clicks from ads;
  upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };`;

let account: BuiltAccount;
beforeAll(async () => {
  work.answers.set('/ads', csvAnswer('site,clicks', ['a,1', 'b,2']));
});
type Row = { readonly id: string; readonly status: string; readonly rows: number; readonly fence: string };
const uploads = () =>
  work.rows(
    account,
    sql<Row>`select u.id, u.status, f.fence::text as fence from upload u join flow f on f.account_id = u.account_id and f.id = u.flow_id
      where u.account_id = ${account.accountId} order by u.id`,
  );
const run = (uploadId: string, requestId: string = randomUUID()) =>
  work.database.withAccount(account.accountId, (tx) =>
    runUploadAgain(
      tx,
      work.roles.queue,
      { accountId: account.accountId, uploadId },
      { by: 'Olivia', requestId, interactive: true },
    ),
  );
const first = async (): Promise<string> => (await uploads())[0]?.id ?? '';

describe('a completed upload', () => {
  it('a completed upload is delivered again behind the first delivery, from its downloads, once for each request', async () => {
    account = await work.publish(script());
    await work.settled(account);
    const delivered = await first();
    const outcomes = await Promise.all([run(delivered, 'one'), run(delivered, 'one')]);
    expect(outcomes[0]).toMatchObject({ kind: 'ok' });
    expect(outcomes[1]).toEqual(outcomes[0]);
    await work.settled(account);
    expect(await run(delivered, 'one')).toEqual(outcomes[0]);
    const made = await uploads();
    expect(made.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(Number(made[1]?.fence)).toBeGreaterThan(Number(made[0]?.fence));
    expect(
      await work.rows(
        account,
        sql`select (select count(*)::int from download where account_id = ${account.accountId}) as downloads,
          (select count(*)::int from event where account_id = ${account.accountId} and code = 'RUN_ORDERED') as orders`,
      ),
    ).toEqual([{ downloads: 1, orders: 1 }]);
    expect(await run(delivered, 'two')).toMatchObject({ kind: 'ok' });
    await work.settled(account);
    expect((await uploads()).map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  });
});

describe('an order that is refused', () => {
  it('makes nothing', async () => {
    account = await work.publish(script());
    await work.settled(account);
    const delivered = await first();
    const of = sql`account_id = ${account.accountId}`;
    const change = (query: ReturnType<typeof sql>) => work.rows(account, query);
    await change(sql`update upload_declaration set status = 'paused', paused_on = now() where ${of}`);
    expect(await run(delivered)).toEqual({ kind: 'paused' });
    await change(sql`update upload_declaration set status = 'suspended', paused_on = null where ${of}`);
    expect(await run(delivered)).toEqual({ kind: 'suspended' });
    await change(sql`update upload_declaration set status = 'removed' where ${of}`);
    expect(await run(delivered)).toEqual({ kind: 'removed' });
    await change(sql`update upload_declaration set status = 'active' where ${of}`);
    await change(sql`update download set dirty_row_status = 'all' where ${of}`);
    expect(await run(delivered)).toEqual({ kind: 'inputs' });
    await change(sql`update upload set status = 'failed' where ${of}`);
    expect(await run(delivered)).toEqual({ kind: 'not_completed' });
    expect(await run(randomUUID())).toEqual({ kind: 'not_found' });
    expect(await uploads()).toHaveLength(1);
  });

  it('concerns a date whose upload is still on its way, or another account', async () => {
    account = await work.publish(script());
    await work.settled(account);
    const delivered = await first();
    const again = await run(delivered);
    await work.settled(account);
    if (again.kind !== 'ok') throw new Error(again.kind);
    await work.rows(account, sql`update upload set status = 'retrying', finished = null where id = ${again.id}`);
    expect(await run(delivered)).toEqual({ kind: 'running' });
    account = await buildAccount(work.database, {});
    expect(await run(delivered)).toEqual({ kind: 'not_found' });
  });
});
