import { decideRetry } from '@switchboard/engine';
import { PipelineError } from '@switchboard/model/errors/errors';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload, addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { createClient } from '../../../testing/graphql-server.ts';
import { useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { failUnit } from '../../pipeline/attempts/fail-unit.ts';

const server = useGraphqlServer();
const first = useAccount(server);
const second = useAccount(server);
const foreign = useAccount(server);
const quiet = useAccount(server);
const operator = useClient(server, first, ['operator']);
let both: ReturnType<typeof createClient>;
let support: ReturnType<typeof createClient>;

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

/** A declaration with an optional key. */
async function declare(of: BuiltAccount, name: string, key: string | null): Promise<void> {
  await server.database.withSystem(async (tx) => {
    if (key !== null) {
      await sql`insert into key (account_id, name, type) select ${of.accountId}, ${key}, 'basic'
        where not exists (select from key where account_id = ${of.accountId} and name = ${key})`.execute(tx);
    }
    const keyId = sql`(select id from key where account_id = ${of.accountId} and name = ${key})`;
    await sql`insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
      values (${of.accountId}, ${name}, 'p', 'http', ${keyId}, now())`.execute(tx);
    await sql`insert into upload_declaration (account_id, name, project, connector, key_id, destination)
      values (${of.accountId}, ${name}, 'p', 'file', ${keyId}, 'file')`.execute(tx);
  });
}

const failDownload = (of: BuiltAccount, source: string, code: string, minutes: number, message: string | null = null) =>
  addDownload(server.database, of, { source, status: 'failed', failure_code: code, finished: ago(minutes), message });

async function failUpload(of: BuiltAccount, name: string, code: string, minutes: number): Promise<void> {
  const flow = await addFlow(server.database, of, { identity: `${name} ${minutes}` });
  await addUpload(server.database, of, flow, { name, status: 'failed', failure_code: code, finished: ago(minutes) });
}

beforeAll(async () => {
  for (const name of ['clicks', 'costs']) await declare(first, name, 'skimlinks');
  await declare(first, 'orders', null);
  await failDownload(first, 'clicks', 'SOURCE_AUTH_FAILED', 30);
  await failDownload(first, 'clicks', 'SOURCE_AUTH_FAILED', 20);
  await failDownload(first, 'costs', 'SOURCE_AUTH_FAILED', 10, 'rejected');
  await failDownload(first, 'orders', 'SOURCE_NOT_FOUND', 50);
  // Longer ago than the lookback.
  await failDownload(first, 'orders', 'SOURCE_BAD_REQUEST', 31 * 24 * 60);
  // Follows from the failure of a download.
  await failUpload(first, 'orders', 'INPUT_FAILED', 5);
  await failUpload(first, 'orders', 'DESTINATION_REFUSED', 40);
  await failUpload(first, 'gone', 'DESTINATION_REFUSED', 45);
  for (const [date, delivered] of [
    ['2026-11-01', null],
    ['2026-11-02', null],
    ['2026-10-31', '2026-10-31T09:00:00Z'],
  ] as const) {
    await first.rows(sql`insert into late_upload (account_id, upload_name, report_date, deadline, delivered)
      values (${first.accountId}, 'orders', ${date}, ${date}::date + interval '6 hours', ${delivered})`);
  }
  for (const status of ['queued', 'queued', 'queued']) {
    const waiting = await addDownload(server.database, first, { source: 'costs', status });
    const unit = { kind: 'download', state: 'held', blocked_kind: 'key', blocked_by: 'skimlinks' };
    await addUnitOf(server.database, first, waiting, unit);
  }
  await failDownload(second, 'visits', 'SOURCE_NOT_FOUND', 25);
  await addDownload(server.database, second, {
    source: 'visits',
    status: 'completed',
    dirty_row_status: 'all',
    failure_code: 'ALL_ROWS_DIRTY',
    finished: ago(15),
  });
  await failDownload(foreign, 'secret', 'SOURCE_NOT_FOUND', 1);
  const token = await server.tokenOf({
    [first.accountId]: ['viewer'],
    [second.accountId]: ['viewer'],
    [quiet.accountId]: ['viewer'],
  });
  both = createClient(server, { token });
  support = createClient(server, { token: await server.tokenOf({}, ['cs']) });
});

type Row = {
  readonly id: string;
  readonly purpose: string;
  readonly account: { readonly url_name: string };
  readonly code: string;
  readonly transfer: string;
  readonly subject_kind: string;
  readonly subject: string;
  readonly names: readonly string[];
  readonly since: string;
  readonly latest: string;
};
type Page = {
  readonly nodes: readonly Row[];
  readonly pageInfo: Readonly<Record<'startCursor' | 'endCursor', string>> &
    Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>>;
};

const FIELDS = `id account { url_name } code purpose transfer subject_kind subject names failed { count has_more }
  waiting { count has_more } since latest`;

async function read(by: typeof both, args = ''): Promise<Page> {
  const data = await by.data<{ incidents: Page }>(
    `{ incidents${args} { nodes { ${FIELDS} } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
  );
  return data.incidents;
}

const causes = ({ nodes }: Page): string[] =>
  nodes.map(({ code, transfer, subject_kind, subject }) => `${code} ${transfer} ${subject_kind} ${subject}`);

test('group the failures of all accounts of a person by cause, those without published uploads by their latest failure', async () => {
  const page = await read(both);
  expect(causes(page)).toEqual([
    'SOURCE_AUTH_FAILED download key skimlinks',
    'ALL_ROWS_DIRTY download source visits',
    'SOURCE_NOT_FOUND download source visits',
    'DESTINATION_REFUSED upload destination file',
    'DESTINATION_REFUSED upload upload gone',
    'SOURCE_NOT_FOUND download source orders',
  ]);
  const [rejected] = page.nodes;
  expect(rejected).toMatchObject({
    account: { url_name: first.urlName },
    names: ['costs', 'clicks'],
    failed: { count: 3, has_more: false },
    waiting: { count: 3, has_more: false },
  });
  expect(Date.parse(rejected?.latest ?? '') - Date.parse(rejected?.since ?? '')).toBeCloseTo(20 * 60_000, -3);
  expect(new Set(page.nodes.map(({ id }) => id)).size).toBe(6);
});

test('say what the latest failure says and which uploads it breaks', async () => {
  const { incidents } = await both.data<{
    incidents: { nodes: { code: string; message: string | null; affected_uploads: object[] }[] };
  }>(
    `{ incidents(account: "${first.urlName}") { nodes { code message affected_uploads { name deadline is_late } } } }`,
  );
  const [rejected, refused] = incidents.nodes;
  expect(rejected).toMatchObject({ code: 'SOURCE_AUTH_FAILED', message: 'rejected', affected_uploads: [] });
  expect(refused).toMatchObject({
    code: 'DESTINATION_REFUSED',
    affected_uploads: [{ name: 'orders', deadline: '2026-11-01T06:00:00.000Z', is_late: true }],
  });
});

test('include what keeps failing and is tried again, but not a first retry within minutes', async () => {
  const add = async (name: string, retries: number, minutes: number): Promise<void> => {
    const id = await addDownload(server.database, second, { source: name, status: 'retrying' });
    const unit = { kind: 'download', state: 'waiting', retry_count: retries, next_try: ago(-minutes) };
    await addUnitOf(server.database, second, id, unit);
    await second.rows(sql`insert into event (account_id, severity, code, message, download_id, will_retry)
      values (${second.accountId}, 'warn', 'SOURCE_TIMEOUT', ${`${name} is silent`}, ${id}, true)`);
  };
  await add('routine', 1, 1);
  await add('slow', 1, 60);
  await add('silent', 2, 1);
  const { incidents } = await both.data<{ incidents: { nodes: (Row & { message: string; next_try: string })[] } }>(
    `{ incidents(account: "${second.urlName}") { nodes { subject code message failed { count } retrying { count } next_try } } }`,
  );
  const failing = incidents.nodes.filter(({ code }) => code === 'SOURCE_TIMEOUT');
  expect(failing.map(({ subject }) => subject).toSorted()).toEqual(['silent', 'slow']);
  expect(failing.find(({ subject }) => subject === 'slow')).toMatchObject({
    message: 'slow is silent',
    failed: { count: 0 },
    retrying: { count: 1 },
    next_try: expect.any(String) as unknown,
  });
  await second.rows(sql`delete from event where account_id = ${second.accountId} and code = 'SOURCE_TIMEOUT'`);
});

test('incidents with a late first retry stay while it comes near and runs', async () => {
  const add = async (name: string, minutesAgo: number, unit: Record<string, unknown>): Promise<void> => {
    const id = await addDownload(server.database, second, { source: name, status: 'retrying' });
    await addUnitOf(server.database, second, id, { kind: 'download', retry_count: 1, ...unit });
    await second.rows(sql`insert into event (account_id, created, severity, code, message, download_id, will_retry)
      values (${second.accountId}, ${ago(minutesAgo)}, 'warn', 'SOURCE_TIMEOUT', 'silent', ${id}, true)`);
  };
  await add('near', 59, { state: 'waiting', next_try: ago(-1) });
  await add('under_way', 60, { state: 'ready' });
  await add('routine', 0, { state: 'ready' });
  const { incidents } = await both.data<{ incidents: { nodes: Row[] } }>(
    `{ incidents(account: "${second.urlName}") { nodes { subject code } } }`,
  );
  const failing = incidents.nodes.filter(({ code }) => code === 'SOURCE_TIMEOUT');
  expect(failing.map(({ subject }) => subject).toSorted()).toEqual(['near', 'under_way']);
  await second.rows(sql`delete from event where account_id = ${second.accountId} and code = 'SOURCE_TIMEOUT'`);
});

test('incidents keep their ids while they last', async () => {
  const before = (await read(both)).nodes.map(({ id }) => id);
  await failDownload(first, 'clicks', 'SOURCE_AUTH_FAILED', 2);
  expect((await read(both)).nodes.map(({ id }) => id)).toEqual(before);
});

test('incidents are paged in both directions', async () => {
  const all = (await read(both)).nodes.map(({ id }) => id);
  const one = await read(both, '(first: 4)');
  expect(one.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
  const two = await read(both, `(first: 4, after: "${one.pageInfo.endCursor}")`);
  expect([...one.nodes, ...two.nodes].map(({ id }) => id)).toEqual(all);
  expect(two.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  const back = await read(both, `(last: 2, before: "${two.pageInfo.startCursor}")`);
  expect(back.nodes.map(({ id }) => id)).toEqual(all.slice(2, 4));
});

describe('the incidents that a person sees', () => {
  test('members see their accounts only', async () => {
    expect(new Set((await read(operator)).nodes.map(({ account }) => account.url_name))).toEqual(
      new Set([first.urlName]),
    );
    expect((await read(both)).nodes.map(({ subject }) => subject)).not.toContain('secret');
  });

  test('people with a global role see all accounts', async () => {
    const seen = new Set((await read(support, '(first: 100)')).nodes.map(({ account }) => account.url_name));
    expect([...seen].toSorted()).toEqual([first.urlName, second.urlName, foreign.urlName].toSorted());
  });

  test('people with many accounts see those that have failures', async () => {
    const idle = await Promise.all(Array.from({ length: 20 }, () => buildAccount(server.database)));
    const all = [first, second, ...idle].map(({ accountId }) => [accountId, ['viewer'] as const] as const);
    const many = createClient(server, { token: await server.tokenOf(Object.fromEntries(all)) });
    const seen = new Set((await read(many, '(first: 100)')).nodes.map(({ account }) => account.url_name));
    expect([...seen].toSorted()).toEqual([first.urlName, second.urlName].toSorted());
  });

  test('one account can be selected, another person’s account has none', async () => {
    const page = await read(both, `(account: "${second.urlName}")`);
    expect(causes(page)).toEqual(['ALL_ROWS_DIRTY download source visits', 'SOURCE_NOT_FOUND download source visits']);
    expect((await read(both, `(account: "${foreign.urlName}")`)).nodes).toEqual([]);
    expect((await read(both, `(account: "${quiet.urlName}")`)).nodes).toEqual([]);
  });
});

test('their code and names filter the list', async () => {
  const [rejected] = (await read(operator)).nodes;
  const { downloads } = await operator.data<{ downloads: { nodes: { name: string; failure_code: string }[] } }>(
    `query ($names: [String!]) { downloads(names: $names, failure_codes: ["SOURCE_AUTH_FAILED"], status: ["failed"]) {
      nodes { name failure_code } } }`,
    { names: rejected?.names },
  );
  expect(downloads.nodes.map(({ name }) => name).toSorted()).toEqual(['clicks', 'clicks', 'clicks', 'costs']);
  expect(downloads.nodes.every(({ failure_code }) => failure_code === 'SOURCE_AUTH_FAILED')).toBe(true);
});

test('incidents begin with a failure and end with a retry', async () => {
  const changing = 'ends with a retry';
  const id = await addDownload(server.database, second, { source: changing, status: 'downloading' });
  await addUnitOf(server.database, second, id, { kind: 'download', state: 'ready' });
  const unit = { accountId: second.accountId, unitId: id, kind: 'download', purpose: 'production' } as const;
  const failure = new PipelineError('SOURCE_NOT_FOUND', { name: changing, url: 'http://x', status: 404, body: '' });
  await second.inAccount((tx) =>
    failUnit(tx, IDLE_QUEUE, { ...unit, retryCount: 0, retryLimit: 5 }, { retry: false, reason: 'permanent', failure }),
  );
  const subjects = async () => (await read(both)).nodes.map(({ subject }) => subject);
  expect(await subjects()).toContain(changing);
  const person = createClient(server, {
    token: await server.tokenOf({ [second.accountId]: ['operator'] }),
    account: second.urlName,
  });
  const { save_download: saved } = await person.data<{
    save_download: { status: string; failure_code: string | null };
  }>(`mutation { save_download(id: "${id}", status: "queued") { ... on Download { status failure_code } } }`);
  expect(saved).toEqual({ status: 'queued', failure_code: null });
  expect(await subjects()).not.toContain(changing);
});

test('incidents are grouped by the cause behind exhausted attempts', async () => {
  const source = 'was busy';
  const id = await addDownload(server.database, second, { source, status: 'downloading' });
  await addUnitOf(server.database, second, id, { kind: 'download', state: 'ready' });
  const unit = { accountId: second.accountId, unitId: id, kind: 'download', purpose: 'production' } as const;
  const randomness = { random: () => 0, reference: () => 'r1' };
  const busy = new PipelineError('SOURCE_RATE_LIMITED', { name: source, host: 'api.test' });
  const decision = decideRetry(busy, 4, 5, randomness);
  await second.inAccount((tx) => failUnit(tx, IDLE_QUEUE, { ...unit, retryCount: 4, retryLimit: 5 }, decision));
  const { incidents } = await both.data<{ incidents: { nodes: { subject: string; code: string; message: string }[] } }>(
    '{ incidents { nodes { subject code message } } }',
  );
  expect(incidents.nodes.find(({ subject }) => subject === source)).toMatchObject({
    code: 'SOURCE_RATE_LIMITED',
    message: expect.stringMatching(/^Stopped after 5 attempts\. /) as unknown,
  });
});

test.each([
  ['more failures than are counted', 1_001],
  ['more than are read in one scan', 5_001],
])('incidents of %s begin with the first one', async (source, failures) => {
  const first = ago(10_000);
  await second.rows(sql`
    insert into download (account_id, source, project, report_date, trigger, changelist_id, status, description, failure_code, finished)
    select ${second.accountId}, ${source}, 'p', '2026-11-20', ${source} || n, ${second.changelistId}, 'failed', '', 'SOURCE_NOT_FOUND',
      ${first}::timestamptz + n * interval '1 minute'
    from generate_series(0, ${failures - 1}) n`);
  const { nodes } = await read(both);
  const found = nodes.find(({ subject }) => subject === source);
  expect(found).toMatchObject({ failed: { count: 1_000, has_more: true } });
  const minutesAfter = (time = ''): number => (Date.parse(time) - Date.parse(first)) / 60_000;
  expect(minutesAfter(found?.since)).toBe(0);
  expect(minutesAfter(found?.latest)).toBe(failures - 1);
  expect(nodes.map(({ subject }) => subject)).toContain('visits');
});

test.each([
  ['(lookback_days: 0)', 'lookback_days must be 1 to 92.'],
  ['(lookback_days: 93)', 'lookback_days must be 1 to 92.'],
  ['(first: 0)', 'first must be 1 or more.'],
  ['(after: "x")', 'The cursor does not belong to this list. Start from the first page.'],
])('refuses %s', async (args, message) => {
  const { errors } = await both.ask(`{ incidents${args} { nodes { id } } }`);
  expect(errors[0]?.message).toBe(message);
});

test('incidents of production come before those of backfills and tests, and failed ones before retried ones', async () => {
  const mine = await buildAccount(server.database, {
    sources: [buildSource('few'), buildSource('many')],
    uploads: ['a', 'b', 'c'].map((name) => buildUpload(name, { sources: name === 'a' ? ['few'] : ['many'] })),
  });
  const fail = (source: string, minutes: number, purpose: string) =>
    addDownload(server.database, mine, {
      source,
      status: 'failed',
      failure_code: 'SOURCE_NOT_FOUND',
      finished: ago(minutes),
      purpose,
    });
  await fail('test', 1, 'proof');
  await fail('refill', 2, 'backfill');
  await fail('few', 3, 'production');
  await fail('many', 30, 'production');
  await fail('many', 3, 'proof');
  await fail('unread', 2, 'production');
  const viewer = createClient(server, { token: await server.tokenOf({ [mine.accountId]: ['viewer'] }) });
  const order = async () => (await read(viewer)).nodes.map(({ subject, purpose }) => `${subject} ${purpose}`);
  const byAffected = ['many production', 'few production', 'unread production', 'refill backfill', 'test proof'];
  expect(await order()).toEqual(byAffected);
  await server.database.withSystem((tx) =>
    sql`insert into late_upload (account_id, upload_name, report_date, deadline)
      values (${mine.accountId}, 'a', ${ago(0).slice(0, 10)}, now())`.execute(tx),
  );
  // A missed deadline comes before the number of uploads.
  expect((await order()).slice(0, 2)).toEqual(['few production', 'many production']);
  const paged = await read(viewer, '(first: 2)');
  const rest = await read(viewer, `(first: 9, after: "${paged.pageInfo.endCursor}")`);
  expect([...paged.nodes, ...rest.nodes].map(({ subject }) => subject)).toEqual([
    'few',
    'many',
    'unread',
    'refill',
    'test',
  ]);
});
