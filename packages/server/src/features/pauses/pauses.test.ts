import { noFault } from '@switchboard/model/faults';
import type { Role } from '@switchboard/model/permissions';
import type { Source } from '@switchboard/model/plan';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, buildDownload } from '../../../testing/build-account.ts';
import { buildKey, buildPlan, buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { ask } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { watchDeadlines } from '../../pipeline/deadlines/deadlines.ts';
import { type PauseScope, pauseBacklog } from '../../pipeline/recovery/pause-backlog.ts';
import { type CatchUp, endPauses, resume } from '../../pipeline/recovery/resume.ts';
import { unsuspendDeclaration } from '../../pipeline/recovery/unsuspend.ts';
import { schedule } from '../../pipeline/schedule/scheduler.ts';
import { UNIT_KINDS } from '../../pipeline/state/unit-kinds.ts';
import { type PauseKind, pause, pauseDeclarations } from '../../pipeline/suspension/pause.ts';
import { takeUnit } from '../../units/take-unit.ts';
import { declarePlan } from '../changelists/publish/declare-plan.ts';
import type { HomeEntry } from '../home/health.ts';
import { readHomepage } from '../home/homepage.ts';

const server = useGraphqlServer();
/** Sources run at 6:00 UTC for the day before. */
const NOON = Date.parse('2026-11-20T12:00:00Z');
const LATER = Date.parse('2026-11-23T12:00:00Z');

const key = buildKey('api');
const source: Source = buildSource('ads', { key });
const declared = { sources: [source], uploads: [buildUpload('daily', { sources: ['ads'] })] };
let account: BuiltAccount;

const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> =>
  (await server.database.withAccount(account.accountId, (tx) => query.execute(tx))).rows;

beforeEach(async () => {
  account = await buildAccount(server.database, declared);
  await server.tokenOf({ [account.accountId]: ['operator'] });
  const { accountId } = account;
  await rows(sql`insert into key (account_id, id, name, type) values (${accountId}, ${key.id}, 'api', 'http')`);
  await rows(sql`
    insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through, next_due)
    values (${accountId}, 'ads', 'shop', 'http', ${key.id}, ${new Date(NOON)}, ${new Date('2026-11-21T06:00:00Z')})`);
  await rows(sql`
    insert into upload_declaration (account_id, name, project, connector, destination, deadline_time, deadline_timezone,
      deadline_through, next_deadline)
    values (${accountId}, 'daily', 'shop', 'file', 'file', '09:00', 'UTC', ${new Date(NOON)}, ${new Date('2026-11-21T09:00:00Z')})`);
});

const OLIVIA = { name: 'Olivia', personId: '' };
const inAccount = <T>(work: Parameters<typeof server.database.withAccount<T>>[1]): Promise<T> =>
  server.database.withAccount(account.accountId, work);

async function pauseIt(kind: PauseKind, name: string, until: Date | null = null, catchesUp = true): Promise<string> {
  const people = await rows(sql<{ id: string }>`
    select person_id as id from membership where account_id = ${account.accountId} limit 1`);
  OLIVIA.personId = people[0]?.id ?? '';
  const request = { accountId: account.accountId, kind, name, reason: 'The shop moves', until, catchesUp, by: OLIVIA };
  const outcome = await inAccount((tx) => pause(tx, request));
  // The pause of these tests began at noon of the first day.
  for (const table of ['download_declaration', 'upload_declaration', 'key'])
    await rows(sql`update ${sql.table(table)} set paused_on = ${new Date(NOON)} where status = 'paused'`);
  return outcome;
}
const resumeIt = (kind: PauseKind, name: string, catchUp: CatchUp): Promise<string> =>
  inAccount((tx) =>
    resume(tx, IDLE_QUEUE, { accountId: account.accountId, kind, name }, { by: OLIVIA, catchUp, now: LATER }),
  );
const refuse = (error: unknown): never => {
  throw error;
};
const scheduleAt = (now: number): Promise<number> =>
  schedule({
    database: server.database,
    queue: { wakeAdded: () => Promise.resolve() },
    fault: noFault,
    now: () => now,
    onError: refuse,
  });
const dates = async (): Promise<readonly string[]> =>
  (
    await rows(sql<{ date: string }>`
      select report_date::text as date from download where account_id = ${account.accountId} order by report_date`)
  ).map(({ date }) => date);
const statusOf = async (table: string): Promise<string | undefined> =>
  (
    await rows(sql<{ status: string }>`
      select status from ${sql.table(table)} where account_id = ${account.accountId} and status <> 'removed'`)
  )[0]?.status;
const backlog = (scope: Partial<PauseScope>) =>
  inAccount((tx) => pauseBacklog(tx, account.accountId, { sources: [], uploads: [], keys: [], ...scope }, LATER));
const take = (unitId: string) =>
  inAccount((tx) => takeUnit(tx, UNIT_KINDS, { accountId: account.accountId, unitId }, 'w'));

const endAt = (now: number, other: Partial<Parameters<typeof endPauses>[0]> = {}): Promise<number> =>
  endPauses({ database: server.database, queue: IDLE_QUEUE, now: () => now, onError: refuse, ...other });

describe('a paused download', () => {
  it('makes no runs, and catches up with all that was due when it is resumed', async () => {
    expect(await pauseIt('download', 'ads')).toBe('ok');
    await scheduleAt(LATER);
    expect(await dates()).toEqual([]);
    expect(await statusOf('download_declaration')).toBe('paused');
    expect(await resumeIt('download', 'ads', 'all')).toBe('ok');
    await scheduleAt(LATER);
    expect(await dates()).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
  });

  it('runs only the dates that a person chooses, and never the others by itself', async () => {
    await pauseIt('download', 'ads');
    const due = await backlog({ sources: ['ads'] });
    expect(due.map(({ reportDate }) => reportDate)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    await resumeIt('download', 'ads', new Set([due[1]?.id ?? '']));
    await scheduleAt(LATER);
    expect(await dates()).toEqual(['2026-11-21']);
    await scheduleAt(Date.parse('2026-11-24T12:00:00Z'));
    expect(await dates()).toEqual(['2026-11-21', '2026-11-23']);
  });

  it('goes on with what is due next when nothing of it is caught up', async () => {
    await pauseIt('download', 'ads');
    await resumeIt('download', 'ads', 'none');
    await scheduleAt(LATER);
    expect(await dates()).toEqual([]);
    await scheduleAt(Date.parse('2026-11-24T12:00:00Z'));
    expect(await dates()).toEqual(['2026-11-23']);
  });

  it('holds what waits and lets backfills go on; what is left out ends', async () => {
    const waiting = await buildDownload(server.database, account, { reportDate: '2026-11-19' });
    const filling = await buildDownload(server.database, account, { reportDate: '2026-11-18' });
    for (const table of ['download', 'unit'])
      await rows(sql`update ${sql.table(table)} set purpose = 'backfill' where id = ${filling}`);
    await pauseIt('download', 'ads');
    expect(await take(waiting)).toBeNull();
    expect(await take(filling)).not.toBeNull();
    expect((await backlog({ sources: ['ads'] })).map(({ id }) => id)).toContain(waiting);
    await resumeIt('download', 'ads', 'none');
    expect(await rows(sql`select status, message from download where id = ${waiting}`)).toEqual([
      { status: 'abandoned', message: 'Abandoned by Olivia' },
    ]);
  });

  it('counts on Home as neither failing nor missing, and makes no upload late', async () => {
    await pauseIt('download', 'ads');
    const home = await readHomepage(server.database, account.accountId, LATER);
    expect(home?.downloads[0]).toMatchObject({
      artifactStatus: 'paused',
      level: 'Working',
      message: 'Download is paused: The shop moves',
    });
    const days = (entry: HomeEntry | undefined) => entry?.sparkline.slice(-3).map(({ status }) => status);
    expect(days(home?.downloads[0])).toEqual([null, null, null]);
    expect(home?.uploads[0]).toMatchObject({ dependencyStatus: 'paused' });
    expect(days(home?.uploads[0])).toEqual([null, null, null]);
    for (const now of [LATER, LATER]) await watchDeadlines(server.database, now);
    expect(await rows(sql`select from late_upload where account_id = ${account.accountId}`)).toEqual([]);
  });

  it('leaves the dates that were left out neither missing nor late', async () => {
    await pauseIt('download', 'ads');
    await resumeIt('download', 'ads', 'none');
    const home = await readHomepage(server.database, account.accountId, LATER);
    expect(home?.downloads[0]?.sparkline.slice(-4, -1).map(({ status }) => status)).toEqual([null, null, null]);
    await watchDeadlines(server.database, Date.parse('2026-11-21T10:00:00Z'));
    expect(await rows(sql`select from late_upload where account_id = ${account.accountId}`)).toEqual([]);
  });

  it('resumes by itself at the time that was given', async () => {
    const until = new Date(Date.now() + 3_600_000);
    await pauseIt('download', 'ads', until, false);
    await endAt(until.getTime() - 1);
    expect(await statusOf('download_declaration')).toBe('paused');
    await endAt(until.getTime());
    expect(await statusOf('download_declaration')).toBe('active');
    const events = await rows(sql<{ code: string }>`
      select code from event where account_id = ${account.accountId} order by id`);
    expect(events.map(({ code }) => code)).toEqual(['PAUSED', 'RESUMED_AT_TIME']);
  });

  it('refuses a second pause, a pause of what is suspended, and names what does not exist', async () => {
    expect(await pauseIt('download', 'none')).toBe('not_found');
    expect(await resumeIt('download', 'ads', 'all')).toBe('not_paused');
    await pauseIt('download', 'ads');
    expect(await pauseIt('download', 'ads')).toBe('paused');
    await resumeIt('download', 'ads', 'all');
    await rows(sql`update download_declaration set status = 'suspended' where account_id = ${account.accountId}`);
    expect(await pauseIt('download', 'ads')).toBe('suspended');
    expect(await rows(sql`select from pause where account_id = ${account.accountId}`)).toEqual([]);
  });
});

describe('a pause that ends by itself', () => {
  const until = new Date(Date.now() + 3_600_000);
  const hours = (after: number) => until.getTime() + after * 3_600_000;
  const pauses = () => rows(sql<{ target: string }>`select target from pause where account_id = ${account.accountId}`);

  it('ends when what it stopped has been removed, so that it stands before no other', async () => {
    await rows(sql`
      insert into pause (account_id, kind, target, reason, until, paused_by)
      select ${account.accountId}, 'download', 'gone ' || n, 'The shop moves', ${until},
        (select person_id from membership where account_id = ${account.accountId} limit 1) from generate_series(1, 100) n`);
    await pauseIt('download', 'ads', new Date(hours(1)));
    expect(await endAt(hours(2))).toBe(100);
    expect(await endAt(hours(2))).toBe(1);
    expect(await statusOf('download_declaration')).toBe('active');
  });

  it('resumes no other key that has the name of an archived one by now', async () => {
    await pauseIt('key', 'api', until);
    const { id: other } = buildKey('api');
    await rows(sql`update key set status = 'archived', paused_on = null where account_id = ${account.accountId}`);
    await rows(
      sql`insert into key (account_id, id, name, type) values (${account.accountId}, ${other}, 'api', 'http')`,
    );
    await pauseIt('key', 'api');
    expect(await endAt(hours(0))).toBe(1);
    expect(await pauses()).toEqual([{ target: other }]);
    expect(await rows(sql`select status from key where id = ${other}`)).toEqual([{ status: 'paused' }]);
  });

  it('stays when a person has prolonged it since it was found due', async () => {
    await pauseIt('download', 'ads', until);
    const withSystem: typeof server.database.withSystem = async (work) => {
      const due = await server.database.withSystem(work);
      await resumeIt('download', 'ads', 'all');
      await pauseIt('download', 'ads');
      return due;
    };
    expect(await endAt(hours(0), { database: { ...server.database, withSystem } })).toBe(0);
    expect(await statusOf('download_declaration')).toBe('paused');
  });

  it('delays no other when it cannot be ended', async () => {
    const download = await buildDownload(server.database, account, { reportDate: '2026-11-19' });
    await pauseIt('download', 'ads', until);
    expect(await take(download)).toBeNull();
    await pauseIt('upload', 'daily', new Date(hours(1)));
    const problems: unknown[] = [];
    const queue = { ...IDLE_QUEUE, wake: () => Promise.reject(new Error('full')) };
    expect(await endAt(hours(2), { queue, onError: (error) => problems.push(error) })).toBe(1);
    expect(problems).toEqual([new Error('full')]);
    expect(await statusOf('download_declaration')).toBe('paused');
    expect(await statusOf('upload_declaration')).toBe('active');
  });
});

describe('a paused upload', () => {
  it('keeps its results until it is resumed', async () => {
    const [first = '', second = ''] = await Promise.all(
      ['2026-11-19', '2026-11-20'].map(async (report_date) => {
        const flow = await addFlow(server.database, account, { status: 'SINKING' });
        const facts = { name: 'daily', status: 'queued', report_date, result_key: 'key' };
        return addUpload(server.database, account, flow, facts);
      }),
    );
    for (const id of [first, second]) await addUnitOf(server.database, account, id, { kind: 'upload', state: 'ready' });
    await pauseIt('upload', 'daily');
    expect(await take(first)).toBeNull();
    expect(await take(second)).toBeNull();
    await resumeIt('upload', 'daily', new Set([second]));
    expect(
      await rows(sql`select status from upload where account_id = ${account.accountId} order by report_date`),
    ).toEqual([{ status: 'abandoned' }, { status: 'queued' }]);
    expect(await take(second)).not.toBeNull();
  });
});

describe('a paused key', () => {
  it('holds what needs it until it is resumed, which counts as no failure', async () => {
    const waiting = await buildDownload(server.database, account, { reportDate: '2026-11-19' });
    await pauseIt('key', 'api');
    expect(await take(waiting)).toBeNull();
    expect(await rows(sql`select blocked_kind, blocked_by from unit where id = ${waiting}`)).toEqual([
      { blocked_kind: 'key', blocked_by: 'api' },
    ]);
    const home = await readHomepage(server.database, account.accountId, LATER);
    expect(home?.downloads[0]).toMatchObject({
      artifactStatus: 'active',
      dependencyStatus: 'paused',
      level: 'Working',
    });
    expect((await backlog({ keys: ['api'] })).map(({ id }) => id)).toEqual([waiting]);
    await resumeIt('key', 'api', 'all');
    expect(await statusOf('key')).toBe('active');
    expect(await take(waiting)).not.toBeNull();
  });
});

describe('a paused project', () => {
  it('stops its downloads and uploads, also those that come later, and keeps what was paused by itself', async () => {
    await pauseIt('upload', 'daily');
    await pauseIt('project', 'shop');
    await rows(sql`
      insert into download_declaration (account_id, name, project, connector, scheduled_through)
      values (${account.accountId}, 'later', 'shop', 'http', now())`);
    await inAccount((tx) => pauseDeclarations(tx, account.accountId));
    const statuses = () =>
      rows(sql`select name, status from download_declaration where account_id = ${account.accountId}
        union all select name, status from upload_declaration where account_id = ${account.accountId} order by 1`);
    expect(await statuses()).toEqual([
      { name: 'ads', status: 'paused' },
      { name: 'daily', status: 'paused' },
      { name: 'later', status: 'paused' },
    ]);
    await resumeIt('project', 'shop', 'all');
    expect(await statuses()).toEqual([
      { name: 'ads', status: 'active' },
      { name: 'daily', status: 'paused' },
      { name: 'later', status: 'active' },
    ]);
  });

  it('stops a download and an upload no longer that a publication has moved to another project', async () => {
    await pauseIt('project', 'shop');
    const moved = buildPlan(declared);
    const plan = {
      ...moved,
      sources: moved.sources.map((each) => ({ ...each, project: 'mall' })),
      uploads: moved.uploads.map((each) => ({ ...each, project: 'mall' })),
    };
    await inAccount((tx) => declarePlan(tx, account.accountId, plan, { before: moved, now: LATER }));
    expect(await statusOf('download_declaration')).toBe('active');
    expect(await statusOf('upload_declaration')).toBe('active');
  });

  it('keeps what is unsuspended meanwhile from running', async () => {
    await rows(sql`update download_declaration set status = 'suspended' where account_id = ${account.accountId}`);
    await pauseIt('project', 'shop');
    expect(await statusOf('download_declaration')).toBe('suspended');
    await inAccount((tx) =>
      unsuspendDeclaration(
        tx,
        IDLE_QUEUE,
        { accountId: account.accountId, kind: 'download', name: 'ads' },
        { by: 'Olivia', now: LATER },
      ),
    );
    expect(await statusOf('download_declaration')).toBe('paused');
  });
});

describe('the API', () => {
  const call = async (text: string, role: Role = 'operator') => {
    const token = await server.tokenOf({ [account.accountId]: [role] });
    return ask(server, { token, account: account.urlName }, text);
  };
  const PAUSE =
    'mutation { pause(kind: "download", name: "ads", reason: "The shop moves") { ... on Pause { name paused_by { name } } } }';

  it('pauses, shows the pause and ends it', async () => {
    const by = { name: expect.any(String) as unknown };
    expect((await call(PAUSE)).data).toMatchObject({ pause: { name: 'ads', paused_by: by } });
    expect((await call('{ pause(kind: "download", name: "ads") { kind reason until } }', 'viewer')).data).toEqual({
      pause: { kind: 'download', reason: 'The shop moves', until: null },
    });
    const RESUME =
      'mutation { resume(kind: "download", name: "ads", catch_up: "none") { ... on Resumed { resumed } } }';
    expect((await call(RESUME)).data).toEqual({ resume: { resumed: 'ads' } });
    expect((await call('{ pause(kind: "download", name: "ads") { kind } }')).data).toEqual({ pause: null });
  });

  it('shows until when it is paused, and keeps it until then', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const paused = await call(
      `mutation { pause(kind: "download", name: "ads", reason: "R", until: "${until}", catches_up: false) { ... on Pause { until catches_up } } }`,
    );
    expect(paused.data).toEqual({ pause: { until, catches_up: false } });
  });

  it('names the project that keeps a download paused', async () => {
    await pauseIt('project', 'shop');
    const answer = await call(
      'mutation { resume(kind: "download", name: "ads", catch_up: "all") { ... on ConflictError { message } } }',
    );
    expect(answer.data).toEqual({ resume: { message: 'The project shop is paused. Resume the project.' } });
  });

  it.each([
    ['a viewer', PAUSE, 'viewer'],
    [
      'an operator without a reason',
      'mutation { pause(kind: "download", name: "ads", reason: " ") { __typename } }',
      'operator',
    ],
    [
      'an end in the past',
      'mutation { pause(kind: "download", name: "ads", reason: "R", until: "2020-01-01T00:00:00Z") { __typename } }',
      'operator',
    ],
    ['a key as a pipeline', 'mutation { pause(kind: "key", name: "api", reason: "R") { __typename } }', 'operator'],
  ] as const)('refuses %s', async (_, text, role) => {
    const { errors } = await call(text, role);
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual([
      role === 'viewer' ? 'NOT_ALLOWED' : 'BAD_REQUEST',
    ]);
    expect(await statusOf('download_declaration')).toBe('active');
  });
});
