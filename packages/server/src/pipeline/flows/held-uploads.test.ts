import { PipelineError } from '@switchboard/model/errors/errors';
import { addDays } from '@switchboard/model/schedule/schedule';
import type { Purpose } from '@switchboard/model/status/status';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildUpload } from '../../../testing/build-plan.ts';
import { addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { ask } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { connect } from '../../db/connect.ts';
import { METRICS } from '../../observe/metrics.ts';
import { failUnit } from '../attempts/fail-unit.ts';

const server = useGraphqlServer();
const account = useAccount(
  server,
  { uploads: [buildUpload('daily', { sources: [] }), buildUpload('other', { sources: [] })] },
  beforeEach,
);
const { rows: run } = account;
beforeEach(async () => {
  for (const name of ['daily', 'other'])
    await run(
      sql`insert into upload_declaration (account_id, name, project, connector, destination)
        values (${account.accountId}, ${name}, 'ads', 'file', 'file')`,
    );
});

const today = new Date().toISOString().slice(0, 10);
const MESSAGE = 'The table daily could not be built: refused';

type Failed = { readonly flow: string; readonly suspended: boolean };

/** Has the processing of a report date fail, some days ago; `ended` is an upload that a person has ended before. */
async function failFlow(
  daysAgo: number,
  more: {
    readonly purpose?: Purpose;
    readonly uploads?: readonly string[];
    readonly ended?: string;
    /** Before the transaction ends. */
    readonly pause?: () => Promise<void>;
  } = {},
): Promise<Failed> {
  const { purpose = 'production', uploads = ['other', 'daily'], ended } = more;
  const dated = { purpose, report_date: addDays(today, -daysAgo) };
  const flow = await addFlow(server.database, account, { ...dated, status: 'PROCESSING' });
  await addUnitOf(server.database, account, flow, { kind: 'flow', purpose, state: 'ready' });
  for (const name of uploads) {
    const status = name === ended ? 'abandoned' : 'preparing';
    const id = await addUpload(server.database, account, flow, { ...dated, name, status });
    await addUnitOf(server.database, account, id, { kind: 'upload', purpose, state: 'held' });
  }
  const unit = {
    accountId: account.accountId,
    unitId: flow,
    kind: 'flow',
    purpose,
    retryCount: 0,
    retryLimit: 5,
  } as const;
  const failure = new PipelineError('QUERY_FAILED', { table: 'daily', reason: 'refused' });
  const suspended = await server.database.withAccount(account.accountId, async (tx) => {
    const answer = await failUnit(tx, IDLE_QUEUE, unit, { retry: false, reason: 'permanent', failure });
    await more.pause?.();
    return answer;
  });
  return { flow, suspended };
}
const statuses = async (): Promise<string[]> =>
  (
    await run(sql<{ status: string }>`select name || ' ' || status as status from upload_declaration order by name`)
  ).map(({ status }) => status);

async function answerTo<T>(query: string): Promise<T> {
  const token = await server.tokenOf({ [account.accountId]: ['operator'] });
  const { data, errors } = await ask(server, { token, account: account.urlName }, query);
  expect(errors).toEqual([]);
  return data as T;
}

describe('uploads whose processing failed', () => {
  it('each get one event, beside that of their flow', { tags: 'proof:blocked-uploads-event' }, async () => {
    const { flow } = await failFlow(1);
    const events = await run(sql`
      select coalesce(u.name, 'flow') as unit, e.upload_declaration, e.flow_id, e.severity, e.code, e.message, e.will_retry,
        e.report_date::text as date
      from event e left join upload u on u.id = e.upload_id order by e.id`);
    const same = { severity: 'fatal', code: 'QUERY_FAILED', will_retry: false, date: addDays(today, -1) };
    const upload = (name: string): object => ({
      ...same,
      unit: name,
      upload_declaration: name,
      flow_id: null,
      message: `${name} was not uploaded. Processing failed: ${MESSAGE}`,
    });
    expect(events).toEqual([
      { ...same, unit: 'flow', upload_declaration: null, flow_id: flow, message: MESSAGE },
      upload('daily'),
      upload('other'),
    ]);
  });

  it('uploads whose processing failed are found by name and id, and shown on the home page', {
    tags: 'proof:blocked-uploads-listed',
  }, async () => {
    await failFlow(1, { uploads: ['daily'] });
    const [failed] = await run(sql<{ id: string }>`select id from upload`);
    const event = { message: `daily was not uploaded. Processing failed: ${MESSAGE}` };
    const found = await answerTo(`{
      named: events(uploadName: ["daily"]) { nodes { message } }
      own: events(upload_id: "${failed?.id}") { nodes { message } }
      homepage { ... on Homepage { uploads { name level event { message } } } }
    }`);
    expect(found).toEqual({
      named: { nodes: [event] },
      own: { nodes: [event] },
      homepage: {
        uploads: [
          { name: 'daily', level: 'Error', event },
          { name: 'other', level: 'Working', event: null },
        ],
      },
    });
  });

  it('count as failures; an abandoned one stays unchanged', async () => {
    const counted = async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (await METRICS.failures.get()).values.map(({ labels, value }) => [`${labels.kind} ${labels.code}`, value]),
      );
    const before = await counted();
    await failFlow(1, { ended: 'other' });
    const after = await counted();
    for (const kind of ['flow', 'upload'])
      expect((after[`${kind} QUERY_FAILED`] ?? 0) - (before[`${kind} QUERY_FAILED`] ?? 0), kind).toBe(1);
    expect(await run(sql`select name, status from upload order by name`)).toEqual([
      { name: 'daily', status: 'failed' },
      { name: 'other', status: 'abandoned' },
    ]);
    expect(await run(sql`select 1 from event where upload_declaration = 'other'`)).toEqual([]);
  });
});

describe('three report dates in a row whose processing failed', () => {
  it('suspend their uploads, but no others', { tags: 'proof:blocked-uploads-suspend' }, async () => {
    expect((await failFlow(5, { uploads: ['daily'] })).suspended).toBe(false);
    expect((await failFlow(4)).suspended).toBe(false);
    expect(await statuses()).toEqual(['daily active', 'other active']);
    expect((await failFlow(3)).suspended).toBe(true);
    expect(await statuses()).toEqual(['daily suspended', 'other active']);
    const events = await run(sql`
      select upload_declaration, message, report_date::text as date from event where code = 'DECLARATION_SUSPENDED'`);
    expect(events).toEqual([
      {
        upload_declaration: 'daily',
        message: 'daily is suspended: its last 3 report dates failed. Fix the cause, then unsuspend it.',
        date: addDays(today, -3),
      },
    ]);
  });

  it('count together with failed deliveries, unless one between them was uploaded', async () => {
    await failFlow(6);
    await failFlow(5);
    const flow = await addFlow(server.database, account);
    for (const [name, status] of [
      ['daily', 'failed'],
      ['other', 'completed'],
    ] as const)
      await addUpload(server.database, account, flow, {
        name,
        status,
        report_date: addDays(today, -4),
        result_key: 'key',
      });
    await run(sql`update upload set finished = now() where finished is null`);
    await failFlow(3);
    expect(await statuses()).toEqual(['daily suspended', 'other active']);
  });

  it('count when two fail at the same time', async () => {
    await failFlow(5);
    const other = { over: false, flow: Promise.resolve<Failed | null>(null) };
    const admin = await connect(server.databaseUrl);
    const waits = async (): Promise<boolean> =>
      (
        await admin.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount !== 0;
    await failFlow(4, {
      pause: async () => {
        other.flow = failFlow(3).finally(() => {
          other.over = true;
        });
        await expect.poll(async () => other.over || (await waits())).toBe(true);
      },
    });
    await other.flow;
    await admin.end();
    expect(await statuses()).toEqual(['daily suspended', 'other suspended']);
  });

  it.each(['backfill', 'proof'] as const)('suspend nothing with the purpose %s', async (purpose) => {
    for (const daysAgo of [6, 5, 4, 3]) expect((await failFlow(daysAgo, { purpose })).suspended).toBe(false);
    expect(await statuses()).toEqual(['daily active', 'other active']);
    expect(await run(sql`select 1 from event where upload_declaration = 'daily'`)).toHaveLength(4);
  });
});
