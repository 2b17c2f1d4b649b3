import type { Plan, PlanUpload } from '@switchboard/model/plan';
import { addDays } from '@switchboard/model/schedule/schedule';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, readRows } from '../../../testing/build-account.ts';
import { buildKey, buildPlan, buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addEvent, addFlow, addUpload } from '../../../testing/fill-account.ts';
import { type Answer, createClient, signIn } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { planDeadlines, watchDeadlines } from '../../pipeline/deadlines/deadlines.ts';

const KEY = buildKey('api');
const server = useGraphqlServer();

const today = new Date().toISOString().slice(0, 10);
const dayOf = (index: number): string => addDays(today, index - 6);
const uploadOf = (name: string, sources: readonly string[]): PlanUpload =>
  buildUpload(name, {
    sources,
    destination: 'file · daily.csv',
    position: { path: 'a.sbs', startLine: 3, startColumn: 1, endLine: 4, endColumn: 2 },
  });
/** Report dates are due at the end of their day, so that only today's is still to come at any hour. */
const schedule = { timezone: 'UTC', hours: [0], reportDateOffset: 1, repullDays: [], lookbackDays: 30 };

/** An account that published long ago: the download `ads`, `sites` without dates and an upload of both. */
async function account(more: Partial<Plan> = {}): Promise<BuiltAccount> {
  const plan = {
    sources: [
      buildSource('ads', { schedule, key: KEY }),
      buildSource('sites', { schedule, parameters: { url: 'http://127.0.0.1/sites' } }),
    ],
    uploads: [uploadOf('daily', ['ads', 'sites'])],
    ...more,
  };
  const built = await buildAccount(server.database, plan);
  await run(
    built,
    sql`insert into key (account_id, id, name, type) values (${built.accountId}, ${KEY.id}, 'api', 'http')`,
  );
  for (const { name, key } of plan.sources)
    await run(
      built,
      sql`insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
        values (${built.accountId}, ${name}, 'ads', 'http', ${key?.id ?? null}, now())`,
    );
  for (const { name } of plan.uploads)
    await run(
      built,
      sql`insert into upload_declaration (account_id, name, project, connector, destination)
        values (${built.accountId}, ${name}, 'ads', 'file', 'x')`,
    );
  return built;
}
const run = (of: BuiltAccount, query: RawBuilder<unknown>) => readRows(server.database, of, query);

type Entry = {
  readonly name: string;
  readonly artifactStatus: string;
  readonly dependencyStatus: string;
  readonly sparkline: readonly { readonly status: string | null; readonly running: boolean }[];
  readonly status: string | null;
  readonly level: string;
  readonly idle: boolean;
  readonly event: object | null;
  readonly cause: object | null;
  readonly message: string;
};
type Home = {
  readonly downloads: readonly Entry[];
  readonly uploads: readonly Entry[];
  readonly sparklineFirstDate: string;
};

async function asked(of: BuiltAccount): Promise<Answer> {
  const viewer = await signIn(server, of, ['viewer']);
  const entry = `name project destination artifactStatus dependencyStatus status level idle sparkline { status running }
    event { message qualname severity willRetry purpose } pos { path startLine } message
    cause { kind code runId title since day subjectKind subject via affected lateSince }`;
  return viewer.ask(
    `{ homepage(refresh: true) { __typename ... on NoPublishedScriptbook { message }
      ... on Homepage { sparklineFirstDate downloads { ${entry} } uploads { ${entry} } } } }`,
  );
}
async function homeOf(of: BuiltAccount): Promise<{ readonly [name: string]: Entry } & { readonly first: string }> {
  const { data, errors } = await asked(of);
  expect(errors).toEqual([]);
  const { homepage } = data as { homepage: Home };
  const entries = [...homepage.downloads, ...homepage.uploads].map((entry) => [entry.name, entry] as const);
  return { ...Object.fromEntries(entries), first: homepage.sparklineFirstDate } as never;
}
const shown = (entry: Entry | undefined): string[] =>
  (entry?.sparkline ?? []).map(({ status, running }) => `${status}${running ? ' running' : ''}`);

describe('the health of what is published', () => {
  test('shows the newest production run of each of seven report dates', {
    tags: 'proof:home-day-is-newest-run',
  }, async () => {
    const mine = await account();
    const add = (index: number, values: Parameters<typeof addDownload>[2]): Promise<string> =>
      addDownload(server.database, mine, { report_date: dayOf(index), status: 'completed', ...values });
    await add(0, { status: 'failed', created: '2026-01-01T00:00:00Z' });
    await add(0, {});
    await add(1, { dirty_row_status: 'some' });
    await add(2, { status: 'completed', dirty_row_status: 'all' });
    await add(3, { status: 'failed' });
    await add(3, { status: 'abandoned' });
    await addEvent(server.database, mine, { severity: 'error', download_id: await add(4, {}), message: 'Failed.' });
    await add(5, { status: 'completed', created: '2026-01-01T00:00:00Z' });
    await add(5, { status: 'downloading' });
    await add(6, { purpose: 'backfill', status: 'failed' });
    const { ads, first } = await homeOf(mine);
    expect(first).toBe(dayOf(0));
    expect(shown(ads)).toEqual(['clean', 'warning', 'issue', 'failed', 'issue', 'clean running', 'expected']);
    expect(ads).toMatchObject({
      project: 'ads',
      destination: null,
      artifactStatus: 'active',
      dependencyStatus: 'working',
      status: 'failed',
      level: 'Error',
      event: null,
      pos: { path: 'ads.sbs', startLine: 1 },
    });
  });

  test('names the error behind exhausted attempts, and behind a suspension for them', async () => {
    const mine = await account();
    const id = await addDownload(server.database, mine, {
      report_date: dayOf(5),
      status: 'failed',
      failure_code: 'SOURCE_HTTP_ERROR',
    });
    const failed = { download_id: id, download_declaration: 'ads', severity: 'error', report_date: dayOf(5) };
    await addEvent(server.database, mine, { ...failed, code: 'ATTEMPTS_EXHAUSTED', message: 'Stopped.' });
    expect((await homeOf(mine))['ads']).toMatchObject({
      cause: { kind: 'failed', code: 'SOURCE_HTTP_ERROR', runId: id, title: 'Source answered with an error' },
    });
    await addEvent(server.database, mine, { ...failed, code: 'DECLARATION_SUSPENDED', message: 'Suspended.' });
    await run(
      mine,
      sql`update download_declaration set status = 'suspended' where name = 'ads' and account_id = ${mine.accountId}`,
    );
    const { ads, daily } = await homeOf(mine);
    const cause = { kind: 'suspended', runId: id, title: 'Download ads is suspended: source answered with an error' };
    expect(ads).toMatchObject({ cause, message: 'Stopped.' });
    expect(daily).toMatchObject({ cause: { ...cause, via: 'ads' } });
  });

  test('shows missing days, retries and late uploads', {
    tags: 'proof:home-missing-and-late',
  }, async () => {
    const mine = await account();
    await addDownload(server.database, mine, { report_date: dayOf(1), status: 'retrying' });
    const flow = await addFlow(server.database, mine);
    for (const index of [1, 2])
      await addUpload(server.database, mine, flow, {
        name: index === 1 ? 'daily' : 'other',
        report_date: dayOf(index),
        status: 'completed',
      });
    await run(
      mine,
      sql`insert into late_upload (account_id, upload_name, report_date, deadline)
        values (${mine.accountId}, 'daily', ${dayOf(1)}, now()), (${mine.accountId}, 'daily', ${dayOf(3)}, now())`,
    );
    await addEvent(server.database, mine, {
      upload_declaration: 'daily',
      message: 'Late.',
      severity: 'warn',
      purpose: 'production',
    });
    await addEvent(server.database, mine, { upload_declaration: 'daily', message: 'Test.', purpose: 'proof' });
    const { ads, daily } = await homeOf(mine);
    expect(shown(ads)).toEqual(['missing', 'retrying running', 'missing', 'missing', 'missing', 'missing', 'expected']);
    expect(ads).toMatchObject({ status: 'missing', level: 'Notice', idle: false });
    expect(shown(daily)).toEqual(['missing', 'warning', 'missing', 'missing', 'missing', 'missing', 'expected']);
    expect(daily).toMatchObject({
      destination: 'file · daily.csv',
      event: { message: 'Late.', qualname: 'ads.daily', severity: 'warn', willRetry: null, purpose: 'production' },
      pos: { path: 'a.sbs', startLine: 3 },
      // The day before was late, but is delivered.
      cause: { lateSince: dayOf(3) },
    });
  });

  test('shows what is suspended, and what is blocked by it', { tags: 'proof:home-suspension' }, async () => {
    const mine = await account();
    expect(await homeOf(mine)).toMatchObject({
      ads: { artifactStatus: 'active', dependencyStatus: 'working' },
      daily: { artifactStatus: 'active', dependencyStatus: 'working' },
    });
    await run(mine, sql`update key set status = 'suspended' where account_id = ${mine.accountId}`);
    const byKey = { kind: 'key', title: 'Key api is suspended', subjectKind: 'key', subject: 'api' };
    expect(await homeOf(mine)).toMatchObject({
      ads: { dependencyStatus: 'suspended', level: 'Error', cause: { ...byKey, via: null, affected: ['daily'] } },
      daily: { dependencyStatus: 'blocked', level: 'Issue', cause: { ...byKey, via: 'ads', affected: [] } },
    });
    await run(
      mine,
      sql`update download_declaration set status = 'suspended' where name = 'ads' and account_id = ${mine.accountId}`,
    );
    expect(await homeOf(mine)).toMatchObject({
      ads: { artifactStatus: 'suspended', status: 'missing', level: 'Error', idle: true },
      daily: { dependencyStatus: 'suspended' },
    });
  });

  test('names the run of a download that failed, for it and for the upload that waits for it', async () => {
    const mine = await account();
    for (let index = 0; index < 6; index += 1) {
      const status = index === 4 ? 'failed' : 'completed';
      const id = await addDownload(server.database, mine, { report_date: dayOf(index), status });
      if (index !== 4) continue;
      await addEvent(server.database, mine, {
        severity: 'error',
        code: 'SOURCE_FILE_NOT_RECEIVED',
        download_declaration: 'ads',
        download_id: id,
        report_date: dayOf(4),
        purpose: 'production',
        message: 'ads: no report.',
      });
      await addEvent(server.database, mine, {
        severity: 'error',
        download_declaration: 'ads',
        report_date: dayOf(5),
        purpose: 'backfill',
        message: 'ads: a backfill failed.',
      });
    }
    const { ads, daily } = await homeOf(mine);
    const cause = { kind: 'failed', code: 'SOURCE_FILE_NOT_RECEIVED', since: dayOf(4), day: dayOf(4), subject: 'ads' };
    expect(ads).toMatchObject({ message: 'ads: no report.', level: 'Error', cause: { ...cause, affected: ['daily'] } });
    expect(daily?.message).not.toContain('without issues');
  });

  test('the health of what is published is empty on days without a report and on days before it was published', async () => {
    const weekly = buildSource('weekly', {
      schedule: { ...schedule, daysOfWeek: [new Date(`${dayOf(4)}T00:00:00Z`).getUTCDay()] },
    });
    const fresh = buildSource('fresh', { schedule: { ...schedule, lookbackDays: 2 } });
    const mine = await account({ sources: [weekly, fresh], uploads: [uploadOf('both', ['weekly', 'fresh'])] });
    const { weekly: rare, fresh: young, both } = await homeOf(mine);
    expect(shown(rare)).toEqual(['null', 'null', 'null', 'missing', 'null', 'null', 'null']);
    expect(shown(young)).toEqual(['null', 'null', 'null', 'null', 'missing', 'missing', 'expected']);
    expect(shown(both)).toEqual(['null', 'null', 'null', 'null', 'null', 'null', 'null']);
    expect(both).toMatchObject({ status: null, level: 'Working' });
  });

  test('shows a source without dates by the day of its runs', async () => {
    const mine = await account();
    await addDownload(server.database, mine, {
      source: 'sites',
      report_date: null,
      due: `${dayOf(2)}T00:00:00Z`,
      status: 'completed',
    });
    const { sites } = await homeOf(mine);
    expect(shown(sites)[2]).toBe('clean');
    expect(shown(sites)[3]).toBe('missing');
  });

  test('the health of what is published is clean on days that only skipped unchanged files, unless another run of the day has another status', async () => {
    const mine = await account();
    const add = (values: Parameters<typeof addDownload>[2]): Promise<string> =>
      addDownload(server.database, mine, { status: 'skipped', ...values });
    for (let index = 0; index < 7; index += 1)
      await add({ source: 'sites', report_date: null, due: `${dayOf(index)}T00:00:00Z` });
    const before = { created: '2026-01-01T00:00:00Z' };
    for (const [index, status] of ['completed', 'failed', 'retrying', 'downloading', 'abandoned'].entries())
      await add({ report_date: dayOf(index), status, dirty_row_status: index === 0 ? 'some' : 'none', ...before });
    for (let index = 0; index < 5; index += 1) await add({ report_date: dayOf(index) });
    const { ads, sites } = await homeOf(mine);
    expect(shown(sites)).toEqual(Array.from({ length: 7 }, () => 'clean'));
    expect(sites).toMatchObject({ status: 'clean', level: 'Working', idle: false });
    expect(shown(ads)).toEqual([
      'warning',
      'failed',
      'retrying running',
      'clean running',
      'clean',
      'missing',
      'expected',
    ]);
  });

  test('the health of what is published is clean on days whose result had no rows, unless there is an upload', async () => {
    const mine = await account({ uploads: [uploadOf('daily', ['ads', 'sites']), uploadOf('plain', ['sites'])] });
    const addEmpty = (values: Parameters<typeof addEvent>[2]): Promise<string> =>
      addEvent(server.database, mine, { code: 'RESULT_WITHOUT_ROWS', purpose: 'production', ...values });
    for (const index of [0, 1, 2]) await addEmpty({ upload_declaration: 'daily', report_date: dayOf(index) });
    await addEmpty({ upload_declaration: 'daily', report_date: dayOf(3), purpose: 'backfill' });
    await addEmpty({ upload_declaration: 'daily', report_date: dayOf(4), code: 'RETRIED' });
    const flow = await addFlow(server.database, mine, { report_date: null, created: `${dayOf(3)}T23:59:00Z` });
    await addUpload(server.database, mine, flow, { report_date: dayOf(1), status: 'failed' });
    await addUpload(server.database, mine, flow, { name: 'other', report_date: dayOf(2), status: 'failed' });
    await addEmpty({ upload_declaration: 'plain', created: `${dayOf(4)}T00:01:00Z`, flow_id: flow });
    const { daily, plain } = await homeOf(mine);
    expect(shown(daily)).toEqual(['clean', 'failed', 'clean', 'missing', 'missing', 'missing', 'expected']);
    // On the day on which it was made, as an upload would be.
    expect(shown(plain)[3]).toBe('clean');
    expect(shown(plain)[4]).toBe('missing');
  });

  test('shows an upload without dates as late on the day for which it was due', async () => {
    const promised = { ...uploadOf('plain', ['sites']), parameters: { deadline: '09:00', timezone: 'UTC' } };
    const sources = [buildSource('sites', { schedule, parameters: { url: 'http://127.0.0.1/sites' } })];
    const mine = await account({ sources, uploads: [promised] });
    const plan = buildPlan({ sources, uploads: [promised] });
    const at = (index: number, time: string): string => `${dayOf(index)}T${time}:00Z`;
    const published = Date.parse(at(3, '12:00'));
    await server.database.withAccount(mine.accountId, (tx) => planDeadlines(tx, mine.accountId, plan, published));
    expect(await watchDeadlines(server.database, Date.parse(at(4, '09:00')))).toBe(1);
    for (const index of [3, 4, 5])
      await addUpload(server.database, mine, await addFlow(server.database, mine, { report_date: null }), {
        name: 'plain',
        report_date: null,
        created: at(index, '10:00'),
        status: 'completed',
      });
    expect(shown((await homeOf(mine)).plain).slice(3, 6)).toEqual(['clean', 'warning', 'clean']);
  });

  test('the health of what is published is refused before anything is published, and for other accounts', {
    tags: 'proof:home-unpublished',
  }, async () => {
    const mine = await account();
    await run(mine, sql`update changelist set status = 'replaced' where account_id = ${mine.accountId}`);
    expect((await asked(mine)).data).toEqual({
      homepage: {
        __typename: 'NoPublishedScriptbook',
        message: 'No scriptbook has been published. Publish some pipelines',
      },
    });
    const stranger = await signIn(server, await account(), ['viewer']);
    const refused = await createClient(server, { ...stranger, account: mine.urlName }).ask(
      '{ homepage { __typename } }',
    );
    expect(refused.errors[0]?.message).toBe('Not authorized');
  });
});
