import { randomUUID } from 'node:crypto';
import type { PlanUpload } from '@switchboard/model/plan';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, buildDownload, readRows } from '../../../testing/build-account.ts';
import { buildPlan, buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addEvent } from '../../../testing/fill-account.ts';
import { ask } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { missedDeadlines, planDeadlines, watchDeadlines } from './deadlines.ts';
import { recordLateDelivery } from './record-late-delivery.ts';

const server = useGraphqlServer();

const at = (text: string): number => Date.parse(text);
/** Its source is due at 06:00 UTC for the day before. */
const PUBLISHED = at('2026-11-18T12:00:00Z');
/** 09:00 in Paris on the 19th. */
const DEADLINE = at('2026-11-19T08:00:00Z');
const SOURCE = buildSource('ads');

const upload = (parameters: PlanUpload['parameters'], sources = ['ads']): PlanUpload =>
  buildUpload('daily', {
    table: 'ads',
    parameters: { path: 'daily.csv', ...parameters },
    sources,
    destination: 'daily.csv',
  });

type Built = BuiltAccount & { readonly plan: Parameters<typeof planDeadlines>[2] };

async function build(
  parameters: PlanUpload['parameters'] = { deadline: '09:00', timezone: 'Europe/Paris' },
  sources = [SOURCE],
): Promise<Built> {
  const names = sources.map((source) => source.name);
  const plan = buildPlan({ sources, uploads: [upload(parameters, names)] });
  const account = await buildAccount(server.database, plan);
  await run(
    account,
    sql`insert into upload_declaration (account_id, name, project, connector, destination)
      values (${account.accountId}, 'daily', 'ads', 'file', 'daily.csv')`,
  );
  await publish({ ...account, plan }, PUBLISHED);
  return { ...account, plan };
}

const publish = (account: Built, now: number): Promise<void> =>
  server.database.withAccount(account.accountId, (tx) => planDeadlines(tx, account.accountId, account.plan, now));

const run = <Row>(account: BuiltAccount, query: RawBuilder<Row>): Promise<Row[]> =>
  readRows(server.database, account, query);

const messages = async (account: BuiltAccount): Promise<string[]> =>
  (await run(account, sql<{ message: string }>`select message from event order by id`)).map((event) => event.message);

async function download(account: BuiltAccount, reportDate: string, status: string, source = 'ads'): Promise<void> {
  const id = await buildDownload(server.database, account, { reportDate, source });
  await run(account, sql`update download set status = ${status} where id = ${id}`);
}

async function deliver(account: BuiltAccount, reportDate: string | null, status = 'completed'): Promise<string> {
  const [flow] = await run(
    account,
    sql<{ id: string }>`insert into flow (account_id, changelist_id, purpose, report_date, identity)
      values (${account.accountId}, ${account.changelistId}, 'production', ${reportDate}::date, ${randomUUID()}) returning id`,
  );
  const [made] = await run(
    account,
    sql<{
      id: string;
    }>`insert into upload (account_id, flow_id, name, project, purpose, report_date, status, destination,
        destination_type)
      values (${account.accountId}, ${flow?.id}, 'daily', 'ads', 'production', ${reportDate}::date, ${status}, 'x', 'file')
      returning id`,
  );
  return made?.id ?? '';
}

const recordEmptyResult = (account: Built, reportDate: string, purpose = 'production') =>
  addEvent(server.database, account, {
    created: new Date(DEADLINE).toISOString(),
    code: 'RESULT_WITHOUT_ROWS',
    report_date: reportDate,
    upload_declaration: 'daily',
    purpose,
  });

describe('an upload with a deadline', () => {
  test('an upload with a deadline is reported late once, with what it waits for', {
    tags: 'proof:deadline-late-once',
  }, async () => {
    const account = await build();
    await download(account, '2026-11-18', 'downloading');
    expect(await watchDeadlines(server.database, DEADLINE - 1)).toBe(0);
    const found = await Promise.all([1, 2, 3].map(() => watchDeadlines(server.database, DEADLINE)));
    expect(found.reduce((sum, count) => sum + count)).toBe(1);
    expect(await messages(account)).toEqual([
      'daily for 2026-11-18 was not uploaded by its deadline, 09:00 Europe/Paris. It waits for ads (Downloading).',
    ]);
    expect(await run(account, sql`select severity, code, report_date::text, upload_declaration from event`)).toEqual([
      { severity: 'warn', code: 'UPLOAD_LATE', report_date: '2026-11-18', upload_declaration: 'daily' },
    ]);
  });

  test('says whether downloads are missing or only processing has not finished', {
    tags: 'proof:deadline-missing-inputs',
  }, async () => {
    const nothing = await build();
    const processing = await build();
    await download(processing, '2026-11-18', 'completed');
    await watchDeadlines(server.database, DEADLINE);
    expect(await messages(nothing)).toEqual([expect.stringContaining('. Nothing has been downloaded for it yet.')]);
    expect(await messages(processing)).toEqual([
      expect.stringContaining('. Its downloads are completed; it is still being processed or uploaded.'),
    ]);
  });

  test.each([
    ['uploaded', (account: Built) => deliver(account, '2026-11-18')],
    ['failed', (account: Built) => deliver(account, '2026-11-18', 'failed')],
    ['abandoned', (account: Built) => deliver(account, '2026-11-18', 'abandoned')],
    ['left by a failed download', (account: Built) => download(account, '2026-11-18', 'failed')],
    ['without rows', (account: Built) => recordEmptyResult(account, '2026-11-18')],
  ])(
    'an upload with a deadline is not late when it was %s',
    { tags: 'proof:deadline-not-late' },
    async (_how, arrange) => {
      const account = await build();
      await arrange(account);
      const before = (await messages(account)).length;
      await watchDeadlines(server.database, DEADLINE);
      expect(await messages(account)).toHaveLength(before);
      expect(await run(account, sql`select 1 from late_upload`)).toEqual([]);
    },
  );

  test.each([
    ['has uploaded it', (account: Built) => deliver(account, '2026-11-18')],
    ['has found no rows for it', (account: Built) => recordEmptyResult(account, '2026-11-18', 'backfill')],
  ])('an upload with a deadline is late also when a backfill %s', async (_how, arrange) => {
    const account = await build();
    await arrange(account);
    await run(account, sql`update upload set purpose = 'backfill'`);
    await watchDeadlines(server.database, DEADLINE);
    expect((await messages(account)).at(-1)).toMatch(/^daily for 2026-11-18 was not uploaded by its deadline/);
  });

  test('catches up on every deadline that passed while no scheduler ran', async () => {
    const account = await build();
    await deliver(account, '2026-11-19');
    for (let round = 0; round < 4; round += 1) await watchDeadlines(server.database, at('2026-11-21T09:00:00Z'));
    expect(await run(account, sql`select report_date::text as date from late_upload order by 1`)).toEqual([
      { date: '2026-11-18' },
      { date: '2026-11-20' },
    ]);
  });

  test('ignores deadlines before its first publication, and keeps its position when published again', async () => {
    const account = await build();
    await publish(account, at('2026-11-19T07:00:00Z'));
    expect(await run(account, sql`select next_deadline, deadline_through from upload_declaration`)).toEqual([
      { next_deadline: new Date(DEADLINE), deadline_through: new Date(PUBLISHED) },
    ]);
    const changed = {
      ...account,
      plan: { ...account.plan, uploads: [upload({ deadline: '10:00', timezone: 'Europe/Paris' })] },
    };
    await publish(changed, at('2026-11-19T07:00:00Z'));
    await watchDeadlines(server.database, at('2026-11-19T09:00:00Z'));
    expect(await messages(account)).toEqual([]);
  });

  test('waits for the last of its sources', async () => {
    const costs = buildSource('costs', { schedule: { ...SOURCE.schedule, reportDateOffset: 2 } });
    const account = await build(undefined, [SOURCE, costs]);
    await download(account, '2026-11-17', 'completed');
    await download(account, '2026-11-17', 'retrying', 'costs');
    await watchDeadlines(server.database, DEADLINE);
    expect(await messages(account)).toEqual([
      'daily for 2026-11-17 was not uploaded by its deadline, 09:00 Europe/Paris. It waits for costs (Retrying).',
    ]);
  });

  test('meets it by any delivery after the due time when its source has no dates', async () => {
    const plain = buildSource('ads', { parameters: { url: 'http://127.0.0.1/rates' } });
    const [late, met] = [await build(undefined, [plain]), await build(undefined, [plain])];
    for (const [account, created] of [
      [late, '2026-11-19T05:00:00Z'],
      [met, '2026-11-19T07:00:00Z'],
    ] as const) {
      const id = await deliver(account, null);
      await run(account, sql`update upload set created = ${new Date(created)} where id = ${id}`);
    }
    await watchDeadlines(server.database, DEADLINE);
    expect(await messages(late)).toHaveLength(1);
    expect(await messages(met)).toEqual([]);
  });

  test('an upload with a deadline is not late when the report of a source without dates was identical', async () => {
    const plain = buildSource('ads', { parameters: { url: 'http://127.0.0.1/rates' } });
    const lateEvents = async (status: string): Promise<number> => {
      const account = await build(undefined, [plain]);
      const created = '2026-11-19T06:00:01Z';
      await addDownload(server.database, account, { source: 'ads', report_date: null, status, created });
      await watchDeadlines(server.database, DEADLINE);
      return (await messages(account)).length;
    };
    expect([await lateEvents('skipped'), await lateEvents('completed')]).toEqual([0, 1]);
  });

  test('an upload with a deadline is reported and stored by the UTC day of its run when its source has no dates', async () => {
    const plain = buildSource('ads', { parameters: { url: 'http://127.0.0.1/rates' } });
    const account = await build(undefined, [plain]);
    await watchDeadlines(server.database, DEADLINE);
    expect(await run(account, sql`select report_date::text as date from late_upload`)).toEqual([
      { date: '2026-11-19' },
    ]);
    // What has no dates has none in events either.
    expect(await run(account, sql`select report_date, message from event`)).toEqual([
      {
        report_date: null,
        message:
          'daily for 2026-11-19 was not uploaded by its deadline, 09:00 Europe/Paris. Nothing has been downloaded for it yet.',
      },
    ]);
    const made = async (created: string, finished: string): Promise<string> => {
      const id = await deliver(account, null);
      await run(account, sql`update upload set created = ${created}, finished = ${finished} where id = ${id}`);
      return id;
    };
    const early = await made('2026-11-19T05:00:00Z', '2026-11-19T05:01:00Z');
    const late = await made('2026-11-19T09:00:00Z', '2026-11-19T09:01:00Z');
    const next = await made('2026-11-20T06:00:00Z', '2026-11-20T06:01:00Z');
    const unit = { accountId: account.accountId, unitId: late, kind: 'upload' } as const;
    await server.database.withAccount(account.accountId, (tx) =>
      recordLateDelivery(tx, unit, { name: 'daily', report_date: null }),
    );
    expect((await messages(account))[1]).toMatch(/^daily for 2026-11-19 was uploaded .+ after its deadline\.$/);
    const missed = await server.database.withAccount(account.accountId, (tx) =>
      missedDeadlines(tx, account.accountId, [early, late, next]),
    );
    expect([...missed]).toEqual([[late, new Date(DEADLINE)]]);
  });

  test('an upload with a deadline is not watched while it is suspended', async () => {
    const account = await build();
    await run(account, sql`update upload_declaration set status = 'suspended'`);
    await watchDeadlines(server.database, DEADLINE);
    expect(await messages(account)).toEqual([]);
  });

  test('an upload with a deadline is watched again once its account is active, without the deadlines in between', async () => {
    const account = await build();
    const setAccount = (status: string): Promise<unknown> =>
      server.database.withSystem((tx) =>
        sql`update account set status = ${status} where id = ${account.accountId}`.execute(tx),
      );
    await setAccount('deactivated');
    await watchDeadlines(server.database, DEADLINE);
    expect(await run(account, sql`select next_deadline from upload_declaration`)).toEqual([
      { next_deadline: new Date('2026-11-20T08:00:00Z') },
    ]);
    await setAccount('active');
    await watchDeadlines(server.database, at('2026-11-20T08:00:00Z'));
    expect(await messages(account)).toEqual([expect.stringContaining('daily for 2026-11-19 was not uploaded')]);
  });

  test('an upload with a deadline is no longer watched once the script does not declare it', async () => {
    const account = await build();
    await run(account, sql`update changelist set plan = jsonb_set(plan, '{uploads}', '[]')`);
    await watchDeadlines(server.database, DEADLINE);
    expect(await messages(account)).toEqual([]);
    expect(await run(account, sql`select next_deadline from upload_declaration`)).toEqual([{ next_deadline: null }]);
  });

  test('uses the default deadline of its account when it declares none', {
    tags: 'proof:deadline-account-default',
  }, async () => {
    const account = await build({});
    expect(await run(account, sql`select next_deadline from upload_declaration`)).toEqual([{ next_deadline: null }]);
    await server.database.withSystem((tx) =>
      sql`update account set default_deadline_time = '08:30', default_deadline_timezone = 'UTC'
        where id = ${account.accountId}`.execute(tx),
    );
    await publish(account, PUBLISHED);
    await watchDeadlines(server.database, at('2026-11-19T08:30:00Z'));
    expect(await messages(account)).toEqual([expect.stringContaining('by its deadline, 08:30 UTC.')]);
  });

  test('says how late it was once it is uploaded, in the event and the query', {
    tags: 'proof:deadline-lateness',
  }, async () => {
    const account = await build();
    await watchDeadlines(server.database, DEADLINE);
    await run(account, sql`update late_upload set deadline = now() - interval '125 minutes'`);
    const id = await deliver(account, '2026-11-18');
    const unit = { accountId: account.accountId, unitId: id, kind: 'upload' } as const;
    for (const _twice of [1, 2])
      await server.database.withAccount(account.accountId, (tx) =>
        recordLateDelivery(tx, unit, { name: 'daily', report_date: '2026-11-18' }),
      );
    expect((await messages(account)).slice(1)).toEqual([
      expect.stringMatching(/^daily for 2026-11-18 was uploaded 2 h [56] min after its deadline\.$/),
    ]);
    const token = await server.tokenOf({ [account.accountId]: ['viewer'] });
    const query = `query ($id: ID!) { upload(id: $id) { late_since } export_declarations { nodes { deadline next_deadline } } }`;
    const { data, errors } = await ask(server, { token, account: account.urlName }, query, { id });
    expect(errors).toEqual([]);
    expect(data).toEqual({
      upload: {
        late_since: (
          await run(account, sql<{ deadline: Date }>`select deadline from late_upload`)
        )[0]?.deadline.toISOString(),
      },
      export_declarations: { nodes: [{ deadline: '09:00 Europe/Paris', next_deadline: '2026-11-20T08:00:00.000Z' }] },
    });
  });
});
