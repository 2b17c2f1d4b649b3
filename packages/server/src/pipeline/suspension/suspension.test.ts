import { PipelineError } from '@switchboard/model/errors/errors';
import { noFault } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, buildDownload } from '../../../testing/build-account.ts';
import { buildKey, buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addFlow, addUpload } from '../../../testing/fill-account.ts';
import { ask } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { IDLE_QUEUE } from '../../../testing/idle-queue.ts';
import { releaseSlots, type TakenUnit, takeUnit } from '../../units/take-unit.ts';
import { finishUnit } from '../../units/unit.ts';
import { failUnit } from '../attempts/fail-unit.ts';
import { recordFailure } from '../attempts/record-failure.ts';
import type { WorkDeps } from '../state/attempt-context.ts';
import { UNIT_KINDS } from '../state/unit-kinds.ts';
import { suspendKeyOf } from './suspend-key.ts';

const server = useGraphqlServer();

/** An account whose source `ads` uses the key `api`. */
async function accountWithKey(): Promise<BuiltAccount> {
  const key = buildKey('api');
  const account = await buildAccount(server.database, { sources: [buildSource('ads', { key })] });
  await server.database.withAccount(account.accountId, async (tx) => {
    await sql`insert into key (account_id, id, name, type) values (${account.accountId}, ${key.id}, 'api', 'http')`.execute(
      tx,
    );
    await sql`
      insert into download_declaration (account_id, name, project, connector, key_id, scheduled_through)
      values (${account.accountId}, 'ads', 'ads', 'http', ${key.id}, now())
    `.execute(tx);
  });
  return account;
}

function take({ accountId }: BuiltAccount, unitId: string): Promise<TakenUnit | null> {
  return server.database.withAccount(accountId, (tx) => takeUnit(tx, UNIT_KINDS, { accountId, unitId }, 'w'));
}

async function one<Row>(account: BuiltAccount, query: ReturnType<typeof sql<Row>>): Promise<Row | undefined> {
  const found = await server.database.withAccount(account.accountId, (tx) => query.execute(tx));
  return found.rows[0];
}

async function answerTo(account: BuiltAccount, query: string, id = ''): Promise<unknown> {
  const token = await server.tokenOf({ [account.accountId]: ['developer'] });
  const { data, errors } = await ask(server, { token, account: account.urlName }, query, { id });
  expect(errors).toEqual([]);
  return data;
}

/** Fails a report date permanently. */
async function failDate(account: BuiltAccount, reportDate: string): Promise<string> {
  const id = await buildDownload(server.database, account, { reportDate });
  const unit = await take(account, id);
  if (!unit) throw new Error('The unit was not taken.');
  const failure = new PipelineError('SOURCE_NOT_FOUND', { name: 'ads', url: 'http://x', status: 404, body: 'gone' });
  await server.database.withAccount(account.accountId, (tx) =>
    failUnit(tx, IDLE_QUEUE, unit, { retry: false, reason: 'permanent', failure }),
  );
  return id;
}

/** An upload that has a result and failed to deliver it; without its unit. */
async function failedUpload(account: BuiltAccount): Promise<string> {
  const flow = await addFlow(server.database, account, { status: 'ERROR' });
  return addUpload(server.database, account, flow, { status: 'failed', result_key: 'key' });
}

const WAITING = `query ($id: ID!) { download(id: $id) { status waiting { reason waits_for action } } }`;

describe('a suspended key', () => {
  test('blocks units that need it, says so, and releases them once unsuspended', {
    tags: 'proof:key-suspended-blocks',
  }, async () => {
    const account = await accountWithKey();
    const id = await buildDownload(server.database, account, { reportDate: '2026-11-19' });
    await one(account, sql`update key set status = 'suspended'`);
    expect(await take(account, id)).toBeNull();
    expect(await one(account, sql`select state, blocked_kind, blocked_by from unit where id = ${id}`)).toEqual({
      state: 'held',
      blocked_kind: 'key',
      blocked_by: 'api',
    });
    expect(await answerTo(account, WAITING, id)).toEqual({
      download: {
        status: 'queued',
        waiting: { reason: 'key_suspended', waits_for: 'api', action: 'Reconnect or unsuspend the key api.' },
      },
    });
    const saved = await answerTo(
      account,
      `mutation { save_credential(name: "api", status: "active") { ... on SaveCredentialOk { credential { name status } } } }`,
    );
    expect(saved).toEqual({ save_credential: { credential: { name: 'api', status: 'active' } } });
    expect(server.woken).toContain(id);
    // Its further work carries the request of the person who unsuspended the key.
    expect(await take(account, id)).toMatchObject({ attempt: 1, keyName: 'api', requestId: 'request-12345' });
  });

  test.each([
    ['production', ' Reconnect or edit the key, then unsuspend it.'],
    ['proof', ' Reconnect or edit the key.'],
  ] as const)('a suspended key is what a rejection makes of it, but not in a test run: %s', async (purpose, advice) => {
    const account = await accountWithKey();
    const id = await buildDownload(server.database, account, { reportDate: '2026-11-19' });
    const unit = await take(account, id);
    if (!unit) throw new Error('The unit was not taken.');
    const failure = new PipelineError('SOURCE_AUTH_FAILED', { name: 'ads', host: 'x', key: 'api', status: 401 });
    const options = { retryBaseMs: 1, random: () => 0, reference: () => 'r', onError: () => undefined };
    const deps = { database: server.database.prepared, queue: IDLE_QUEUE, fault: noFault } as unknown as WorkDeps;
    await recordFailure(deps, options, { ...unit, purpose }, failure);
    const message = `ads: x rejected the key api (401).${advice}`;
    expect(await one(account, sql`select message from download where id = ${id}`)).toEqual({ message });
    expect(await one(account, sql`select message from event where code = 'SOURCE_AUTH_FAILED'`)).toEqual({ message });
    expect(await one(account, sql`select status from key`)).toEqual({
      status: purpose === 'proof' ? 'active' : 'suspended',
    });
  });

  test('a suspended key that is archived counts as missing', { tags: 'proof:key-archived-missing' }, async () => {
    const account = await accountWithKey();
    const id = await buildDownload(server.database, account);
    await one(account, sql`update key set status = 'archived'`);
    expect(await take(account, id)).toBeNull();
    expect(await answerTo(account, WAITING, id)).toMatchObject({
      download: {
        waiting: { reason: 'key_missing', action: 'The key api is archived. Publish the script with another key.' },
      },
    });
  });
});

describe('concurrency slots of a key', () => {
  test('limit the running units, and are released to waiting ones', { tags: 'proof:key-slots-limited' }, async () => {
    const account = await accountWithKey();
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push(await buildDownload(server.database, account));
    const taken: (TakenUnit | null)[] = [];
    for (const id of ids) taken.push(await take(account, id));
    expect(taken.map((unit) => unit !== null)).toEqual([true, true, true, true, false, false]);
    const [first] = taken;
    if (!first) throw new Error('Nothing was taken.');
    await server.database.withAccount(account.accountId, async (tx) => {
      await finishUnit(tx, first);
      await releaseSlots(tx, { queue: IDLE_QUEUE, kinds: UNIT_KINDS }, first);
    });
    expect(await one(account, sql`select count(*)::int as ready from unit where state = 'ready'`)).toEqual({
      ready: 1,
    });
    expect(await take(account, ids[4] ?? '')).not.toBeNull();
    expect(await take(account, ids[5] ?? '')).toBeNull();
  });
});

describe('three report dates in a row that fail', () => {
  test('suspend the download; unsuspending retries them', { tags: 'proof:suspension-three-dates' }, async () => {
    const account = await accountWithKey();
    const today = new Date().toISOString().slice(0, 10);
    const dates = [4, 3, 2].map((days) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10));
    const failed: string[] = [];
    for (const [index, date] of dates.entries()) {
      expect(await one(account, sql`select status from download_declaration`)).toEqual({ status: 'active' });
      failed.push(await failDate(account, date));
      if (index === 0) failed.push(await failDate(account, date));
    }
    expect(await one(account, sql`select status, status_reason from download_declaration`)).toEqual({
      status: 'suspended',
      status_reason: 'its last 3 report dates failed.',
    });
    expect(
      await one(account, sql`select severity, message, will_retry from event where code = 'DECLARATION_SUSPENDED'`),
    ).toEqual({
      severity: 'error',
      message: 'ads is suspended: its last 3 report dates failed. Fix the cause, then unsuspend it.',
      will_retry: false,
    });
    const waiting = await buildDownload(server.database, account, { reportDate: today });
    expect(await take(account, waiting)).toBeNull();
    expect(
      await answerTo(account, `{ source_bundles(first: 10) { nodes { bundle_name status status_reason } } }`),
    ).toEqual({
      source_bundles: {
        nodes: [{ bundle_name: 'ads', status: 'suspended', status_reason: 'its last 3 report dates failed.' }],
      },
    });
    const saved = await answerTo(
      account,
      `mutation { save_source_bundle(name: "ads", status: "active") { ... on SourceBundle { status } } }`,
    );
    expect(saved).toEqual({ save_source_bundle: { status: 'active' } });
    const [earlier, ...latest] = failed;
    for (const id of [...latest, waiting]) expect(server.woken).toContain(id);
    // An older version of the same report date could end behind the newer one, and take its place.
    expect(server.woken).not.toContain(earlier);
    expect(await one(account, sql`select count(*)::int as queued from download where status = 'queued'`)).toEqual({
      queued: 4,
    });
    expect(await one(account, sql`select count(*)::int as asked from unit where request_id = 'request-12345'`)).toEqual(
      { asked: 4 },
    );
    const last = await one(account, sql<{ message: string }>`select message from event order by id desc limit 1`);
    expect(last?.message).toMatch(/^ads was unsuspended by Person \d+\. 3 failed runs are tried again\.$/);
  });

  test('one success among three report dates suspends nothing', {
    tags: 'proof:suspension-reset-by-success',
  }, async () => {
    const account = await accountWithKey();
    await failDate(account, '2026-11-15');
    await failDate(account, '2026-11-16');
    await one(
      account,
      sql`update download set status = 'completed' where report_date = '2026-11-15' and account_id = ${account.accountId}`,
    );
    await failDate(account, '2026-11-17');
    expect(await one(account, sql`select status from download_declaration`)).toEqual({ status: 'active' });
  });
});

describe('a failed run', () => {
  const UNSUSPEND = `mutation { save_source_bundle(name: "ads", status: "active") { ... on SourceBundle { status } } }`;
  const RETRY = `mutation ($id: ID!) { save_download(id: $id, status: "queued") {
    ... on Download { status } ... on ConflictError { message } } }`;
  const suspend = (account: BuiltAccount): Promise<unknown> =>
    one(account, sql`update download_declaration set status = 'suspended'`);
  const statusOf = (account: BuiltAccount, id: string): Promise<unknown> =>
    one(account, sql`select status from download where id = ${id}`);
  const today = new Date().toISOString().slice(0, 10);

  const REPLACED = { message: 'A later version of this report date has been downloaded or is on its way.' };

  test.each(['completed', 'queued'])('a failed run is not retried when a later version is %s', async (status) => {
    const account = await accountWithKey();
    const earlier = await failDate(account, today);
    const later = await buildDownload(server.database, account, { reportDate: today });
    await one(account, sql`update download set status = ${status} where id = ${later}`);
    await suspend(account);
    await answerTo(account, UNSUSPEND);
    expect(await statusOf(account, earlier)).toEqual({ status: 'failed' });
    expect(await answerTo(account, RETRY, earlier)).toEqual({ save_download: REPLACED });
    expect(server.woken).not.toContain(earlier);
  });

  test('a failed run is retried when its later versions failed too, or belong to other dates', async () => {
    const account = await accountWithKey();
    const earlier = await failDate(account, today);
    await failDate(account, today);
    await buildDownload(server.database, account, { reportDate: '2026-01-01' });
    expect(await answerTo(account, RETRY, earlier)).toEqual({ save_download: { status: 'queued' } });
  });

  test('a failed run of a source without dates is not retried after its next run', async () => {
    const account = await accountWithKey();
    const earlier = await buildDownload(server.database, account);
    await one(account, sql`update download set status = 'failed' where id = ${earlier}`);
    await one(account, sql`update unit set state = 'done' where id = ${earlier}`);
    expect(await answerTo(account, RETRY, earlier)).toEqual({ save_download: { status: 'queued' } });
    await one(account, sql`update download set status = 'failed' where id = ${earlier}`);
    await buildDownload(server.database, account);
    expect(await answerTo(account, RETRY, earlier)).toEqual({ save_download: REPLACED });
  });

  test('a failed run that was due within the lookback is retried, however old its report date', async () => {
    const account = await accountWithKey();
    const recent = await failDate(account, '2026-01-01');
    const old = await failDate(account, '2026-01-02');
    await one(account, sql`update download set due = now() - interval '9 days' where id = ${old}`);
    await suspend(account);
    await answerTo(account, UNSUSPEND);
    expect(await statusOf(account, recent)).toEqual({ status: 'queued' });
    expect(await statusOf(account, old)).toEqual({ status: 'failed' });
  });

  test('runs the script that has been published since, and downloads again', async () => {
    const account = await accountWithKey();
    const ids = [await failDate(account, today), await failDate(account, '2026-11-19')];
    const [other] = [await failDate(account, '2026-11-18')];
    await one(account, sql`update download set raw = '[]', state = '{}', requested_at = now()`);
    await one(account, sql`update download set source = 'gone' where id = ${other}`);
    await one(account, sql`update changelist set status = 'replaced'`);
    const next = await one(
      account,
      sql<{ id: string }>`insert into changelist (account_id, description, status, plan)
        select account_id, 'Version 2', 'running', plan from changelist returning id`,
    );
    await suspend(account);
    await answerTo(account, UNSUSPEND);
    await answerTo(account, RETRY, other);
    const scripts = (which: readonly string[]): Promise<unknown> =>
      server.database.withAccount(account.accountId, async (tx) => {
        const found = await sql`
          select distinct status, changelist_id, raw, state, requested_at from download where id = any(${[...which]})
        `.execute(tx);
        return found.rows;
      });
    expect(await scripts(ids)).toEqual([
      { status: 'queued', changelist_id: next?.id, raw: null, state: null, requested_at: null },
    ]);
    expect(await scripts([other])).toMatchObject([{ status: 'queued', changelist_id: account.changelistId, raw: [] }]);
  });
});

test('unsuspending its declaration only resolves an upload that a person has abandoned', async () => {
  const account = await accountWithKey();
  await one(
    account,
    sql`insert into upload_declaration (account_id, name, project, connector, destination, status)
      values (${account.accountId}, 'daily', 'ads', 'file', 'file', 'suspended')`,
  );
  const upload = await failedUpload(account);
  await one(
    account,
    sql`insert into unit (account_id, id, kind, purpose, state, attempt, commit_attempt, cancel_requested, cancel_requested_by)
      values (${account.accountId}, ${upload}, 'upload', 'production', 'done', 3, 1, 'abandoned', 'Olivia')`,
  );
  await answerTo(account, `mutation { save_export(name: "daily", status: "active") { __typename } }`);
  expect(await one(account, sql`select state, cancel_requested, cancel_requested_by from unit`)).toEqual({
    state: 'ready',
    cancel_requested: 'abandoned',
    cancel_requested_by: 'Olivia',
  });
  expect(await one(account, sql`select status from upload`)).toEqual({ status: 'queued' });
  expect(server.woken).toContain(upload);
});

test.each([
  ['of the script that runs now', null, true],
  ['of its own script while it may have been delivered', 1, false],
])('a retried upload goes to the destination %s', async (_, commitAttempt, isNewer) => {
  const account = await accountWithKey();
  const upload = await failedUpload(account);
  await one(
    account,
    sql`insert into unit (account_id, id, kind, purpose, state, attempt, commit_attempt)
      values (${account.accountId}, ${upload}, 'upload', 'production', 'done', 1, ${commitAttempt})`,
  );
  await one(account, sql`update changelist set status = 'replaced'`);
  const plan = { version: 1, sources: [], tables: [], uploads: [{ name: 'daily', sourceTables: [] }] };
  const next = await one(
    account,
    sql<{ id: string }>`insert into changelist (account_id, description, status, plan)
      values (${account.accountId}, 'Version 2', 'running', ${JSON.stringify(plan)}::jsonb) returning id`,
  );
  const retry = `mutation ($id: ID!) { save_upload(id: $id, status: "queued") { ... on Upload { status } } }`;
  expect(await answerTo(account, retry, upload)).toEqual({ save_upload: { status: 'queued' } });
  expect(await one(account, sql`select changelist_id from flow`)).toEqual({
    changelist_id: isNewer ? next?.id : account.changelistId,
  });
});

test('suspends the key of the script that the unit runs', async () => {
  const account = await accountWithKey();
  const id = await buildDownload(server.database, account, { reportDate: '2026-11-19' });
  const unit = await take(account, id);
  if (!unit) throw new Error('The unit was not taken.');
  await one(account, sql`insert into key (account_id, name, type) values (${account.accountId}, 'newer', 'http')`);
  await one(account, sql`update download_declaration set key_id = (select id from key where name = 'newer')`);
  await server.database.withAccount(account.accountId, (tx) => suspendKeyOf(tx, unit, 'The token was rejected.'));
  const keys = await server.database.withAccount(account.accountId, (tx) =>
    sql`select name, status, suspended_reason from key order by name`.execute(tx),
  );
  expect(keys.rows).toEqual([
    { name: 'api', status: 'suspended', suspended_reason: 'The token was rejected.' },
    { name: 'newer', status: 'active', suspended_reason: null },
  ]);
});

test('names an unknown declaration, and accepts only the status active', {
  tags: 'proof:declaration-set-status',
}, async () => {
  const account = await accountWithKey();
  const unknown = `mutation { save_export(name: "nope", status: "active") { ... on NotFoundError { message } } }`;
  expect(await answerTo(account, unknown)).toEqual({ save_export: { message: 'There is no published upload nope.' } });
});

test('suspends the key that the test parameters of an upload name when a test run is rejected', async () => {
  const [real, sandbox] = [buildKey('api'), buildKey('sandbox')];
  const account = await buildAccount(server.database, {
    uploads: [buildUpload('daily', { key: real, testKey: sandbox })],
  });
  for (const { id, name } of [real, sandbox])
    await one(
      account,
      sql`insert into key (account_id, id, name, type) values (${account.accountId}, ${id}, ${name}, 'sql')`,
    );
  const flow = await addFlow(server.database, account, { purpose: 'proof' });
  const unitId = await addUpload(server.database, account, flow, { purpose: 'proof', status: 'queued' });
  await one(
    account,
    sql`insert into unit (account_id, id, kind, purpose, state) values (${account.accountId}, ${unitId}, 'upload', 'proof', 'ready')`,
  );
  const unit = await take(account, unitId);
  if (!unit) throw new Error('The unit was not taken.');
  await server.database.withAccount(account.accountId, (tx) => suspendKeyOf(tx, unit, 'The password was rejected.'));
  expect(await one(account, sql`select name from key where status = 'suspended'`)).toEqual({ name: 'sandbox' });
});
