import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryAsSuperuser } from '../../../testing/database.ts';
import { addDownload, addEvent, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { type Client, createClient, signIn } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { nodesOf, plansOf } from '../../../testing/recorded-database.ts';
import { downloadsOfPeriod, failedAttempts, uploadsOfPeriod } from './queries.ts';

const server = useGraphqlServer();
const mine = useAccount(server);
const other = useAccount(server);
let viewer: Client;
beforeAll(async () => {
  viewer = await signIn(server, mine, ['viewer']);
});

const DAY = '2026-11-20';
const at = (time: string): string => `${DAY}T${time}Z`;
const epoch = (time: string): number => Date.parse(at(time));

const FIELDS = `id kind name project purpose report_date status queued flow_id flow_started flow_finished ready started
  finished attempts worker is_late failures { at message }`;
type Unit = Readonly<Record<string, unknown>>;
const asked = (args: string): string => `{ timeline(${args}) { has_more now units { ${FIELDS} } } }`;
async function unitsOf(args: string): Promise<readonly Unit[]> {
  const { timeline } = await viewer.data<{ timeline: { units: readonly Unit[]; has_more: boolean } }>(asked(args));
  expect(timeline.has_more).toBe(false);
  return timeline.units;
}
const add = (values: Parameters<typeof addDownload>[2]): Promise<string> =>
  addDownload(server.database, mine, {
    created: at('05:00:00'),
    due: at('05:00:00'),
    report_date: '2026-11-19',
    ...values,
  });
const between = (start: string, end: string): string => `start: "${start}", end: "${end}"`;

describe('the timeline of a day', () => {
  test('the timeline has the downloads and uploads of a report date with when they waited and ran', async () => {
    const date = '2026-11-01';
    const download = await add({
      ...{ report_date: date, source: 'ads', status: 'completed', due: at('05:10:00') },
      ...{ started: at('05:12:00'), finished: at('05:20:00') },
    });
    const flow = await addFlow(server.database, mine, {
      ...{ report_date: date, created: at('05:20:00'), started: at('05:21:00'), finished: at('05:25:00') },
    });
    const upload = await addUpload(server.database, mine, flow, {
      ...{
        report_date: date,
        status: 'completed',
        ready: at('05:24:00'),
        started: at('05:26:00'),
        finished: at('05:27:00'),
      },
    });
    await mine.rows(sql`insert into unit (account_id, id, kind, purpose, state, attempt, worker)
      values (${mine.accountId}, ${download}, 'download', 'production', 'done', 3, 'w1')`);
    await mine.rows(sql`insert into late_upload (account_id, upload_name, report_date, deadline)
      values (${mine.accountId}, 'daily', ${date}, now())`);
    const failed = { download_id: download, will_retry: true, code: 'SOURCE_UNREACHABLE', severity: 'warn' };
    await addEvent(server.database, mine, { ...failed, created: at('05:15:00'), message: 'Again.' });
    await addEvent(server.database, mine, { ...failed, created: at('05:13:00'), message: 'Unreachable.' });
    await addEvent(server.database, mine, { download_id: download, created: at('05:20:00'), message: 'Completed.' });
    const units = await unitsOf(`report_date: "${date}"`);
    expect(units.map(({ id }) => id)).toEqual([download, upload]);
    expect(units[0]).toMatchObject({
      ...{ kind: 'download', name: 'ads', queued: epoch('05:10:00'), started: epoch('05:12:00') },
      ...{ finished: epoch('05:20:00'), attempts: 3, worker: 'w1', is_late: false, flow_id: null },
      failures: [
        { at: epoch('05:13:00'), message: 'Unreachable.' },
        { at: epoch('05:15:00'), message: 'Again.' },
      ],
    });
    expect(units[1]).toMatchObject({
      ...{ kind: 'upload', name: 'daily', queued: epoch('05:20:00'), flow_id: flow, is_late: true, failures: [] },
      ...{ flow_started: epoch('05:21:00'), flow_finished: epoch('05:25:00'), ready: epoch('05:24:00') },
    });
  });

  test('the timeline has what ran or waited between two instants, and nothing else', async () => {
    const inside = await add({
      source: 'inside',
      status: 'completed',
      started: at('08:00:00'),
      finished: at('08:30:00'),
    });
    const across = await add({
      source: 'across',
      status: 'completed',
      started: at('08:55:00'),
      finished: at('11:00:00'),
    });
    const waiting = await add({ source: 'waiting', status: 'queued' });
    await add({ source: 'before', status: 'completed', started: at('06:00:00'), finished: at('06:10:00') });
    await add({ source: 'after', status: 'queued', created: at('10:00:00') });
    const units = await unitsOf(between(at('07:00:00'), at('09:00:00')));
    expect(units.map(({ id }) => id).toSorted()).toEqual([inside, across, waiting].toSorted());
  });

  test.each([
    ['report_date: "2026-02-31"', 'must be a date'],
    ['', 'Pass report_date'],
    [`report_date: "${DAY}", start: "${at('00:00:00')}"`, 'either'],
    [between(at('09:00:00'), at('09:00:00')), 'end must be after start'],
    [between('2026-11-20T00:00:00Z', '2026-11-22T00:00:00Z'), 'at most 26 hours'],
    [between('yesterday', at('09:00:00')), 'start must be an instant'],
    [between('-271821-04-20T00:00:00Z', '-271821-04-20T10:00:00Z'), 'start must be an instant'],
  ])('the arguments %s are refused', async (args, reason) => {
    const { errors } = await viewer.ask(args === '' ? '{ timeline { now } }' : asked(args));
    expect(errors[0]?.message).toContain(reason);
  });

  test('an account sees nothing of another', async () => {
    const theirs = await addDownload(server.database, other, { report_date: '2026-11-02', status: 'queued' });
    expect(await unitsOf('report_date: "2026-11-02"')).toEqual([]);
    const { errors } = await createClient(server, { token: viewer.token, account: other.urlName }).ask(
      asked('report_date: "2026-11-02"'),
    );
    expect(errors).toHaveLength(1);
    expect(theirs).not.toBe('');
  });
});

describe('the critical path', () => {
  test('names the last download, the flow and the upload', async () => {
    const flow = await addFlow(server.database, mine, {
      ...{ created: at('05:20:00'), started: at('05:21:00'), finished: at('05:25:00'), status: 'STOPPED' },
    });
    const upload = await addUpload(server.database, mine, flow, {
      ...{ status: 'completed', ready: at('05:24:00'), started: at('05:26:00'), finished: at('05:27:00') },
    });
    for (const [source, finished] of [
      ['early', at('05:11:00')],
      ['last', at('05:20:00')],
    ] as const) {
      const id = await add({ source, status: 'completed', started: at('05:05:00'), finished });
      await mine.rows(
        sql`insert into flow_source (account_id, flow_id, download_id) values (${mine.accountId}, ${flow}, ${id})`,
      );
    }
    const { critical_path: path } = await viewer.data<{ critical_path: { steps: readonly Unit[] } }>(
      `{ critical_path(upload_id: "${upload}") { ... on CriticalPath { steps { kind name waited ran } } } }`,
    );
    expect(path.steps).toEqual([
      { kind: 'download', name: 'last', waited: 5 * 60_000, ran: 15 * 60_000 },
      { kind: 'flow', name: 'daily', waited: 60_000, ran: 3 * 60_000 },
      { kind: 'upload', name: 'daily', waited: 2 * 60_000, ran: 60_000 },
    ]);
  });

  test.each(['not an id', '0199a0c6-0000-7000-8000-000000000000'])('an unknown upload has none: %s', async (id) => {
    const { critical_path: path } = await viewer.data<{ critical_path: Unit }>(
      `{ critical_path(upload_id: "${id}") { __typename ... on NotFoundError { message } } }`,
    );
    expect(path).toMatchObject({ __typename: 'NotFoundError' });
  });
});

describe('a long history', () => {
  test('a day is read from indexes only', async () => {
    const { accountId, changelistId } = other;
    await other.rows(sql`
      insert into download (account_id, source, project, report_date, trigger, changelist_id, status, created, due, started, finished)
      select ${accountId}, 'ads', 'p', '2026-11-20'::date - n % 500, n::text, ${changelistId}, 'completed', t, t, t, t
      from generate_series(1, 5000) n cross join lateral (select '2026-11-20T00:00:00Z'::timestamptz - n * interval '2 hours' as t) at`);
    await queryAsSuperuser(server.databaseUrl, 'analyze');
    const periods = [
      { kind: 'report_date', date: '2026-11-10' },
      { kind: 'instants', start: new Date(at('00:00:00')), end: new Date(at('23:00:00')) },
    ] as const;
    for (const period of periods) {
      const plans = await plansOf(server.databaseUrl, accountId, async (tx) => {
        await downloadsOfPeriod(tx, accountId, period);
        await uploadsOfPeriod(tx, accountId, period);
        await failedAttempts(tx, accountId, 'download', [accountId]);
      });
      const nodes = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'download');
      expect(nodes.length).toBeGreaterThan(0);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    }
  });
});
