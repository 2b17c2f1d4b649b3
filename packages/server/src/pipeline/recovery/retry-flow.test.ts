import { readFileSync } from 'node:fs';
import { PipelineError } from '@switchboard/model/errors/errors';
import type { Fault } from '@switchboard/model/faults';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount } from '../../../testing/build-account.ts';
import { addDownload, addFlow, addInput, addPart, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { ask, type GraphqlServer, startGraphqlServer } from '../../../testing/graphql-server.ts';
import { useWork } from '../../../testing/hooks/use-server.ts';
import { csvAnswer } from '../../../testing/source-server.ts';
import { publishScript } from '../../features/changelists/publish/publish.ts';
import { retryTransfer } from '../recovery/abandon-or-retry.ts';
import { retryFlow } from './retry-flow.ts';
import { unsuspendDeclaration } from './unsuspend.ts';

let failing = 0;
let asked = 0;
const fault: Fault = async (point) => {
  if (point !== 'mid-process' || failing === 0) return;
  failing -= 1;
  throw new PipelineError('QUERY_MEMORY', { limit: '2 GB' });
};
const work = useWork({ fault });

const script = (path: string, days = 1): string => `
  download ads from {
    type: "http"; url: "${work.source}${path}/{YYYY-MM-DD}"; format: "csv"; timezone: "UTC"; lookback_days: ${days};
  } using { site: string; clicks: integer; };
  table daily is select site, sum(clicks) as clicks from ads;
  upload daily to { type: "file"; path: "daily/{YYYY-MM-DD}.csv"; format: "csv"; };
  upload daily as other to { type: "file"; path: "other/{YYYY-MM-DD}.csv"; format: "csv"; };`;

/** An account whose one flow has failed in processing. */
async function failed(path: string): Promise<BuiltAccount> {
  work.answers.set(path, (request, response) => {
    asked += 1;
    csvAnswer('site,clicks', ['a,1', 'b,2'])(request, response);
  });
  failing = 1;
  asked = 0;
  const account = await work.publish(script(path));
  await work.settled(account);
  expect(await statuses(account)).toEqual(['completed', 'FATAL', 'failed', 'failed']);
  return account;
}
const statuses = async (account: BuiltAccount): Promise<string[]> =>
  (
    await work.rows(
      account,
      sql<{ status: string }>`
        select status from download union all select status from flow union all select status from upload`,
    )
  ).map((row) => row.status);
const ids = async (account: BuiltAccount): Promise<{ flow: string; upload: string }> => {
  const [row] = await work.rows(
    account,
    sql<{ flow: string; upload: string }>`select flow_id as flow, id as upload from upload where name = 'daily'`,
  );
  return row ?? { flow: '', upload: '' };
};

/** Has a person retry the account's flow. */
async function retry(account: BuiltAccount): Promise<string> {
  const { accountId } = account;
  const { flow: unitId } = await ids(account);
  return work.database.withAccount(accountId, (tx) => retryFlow(tx, work.roles.queue, { accountId, unitId }, 'Olivia'));
}

describe('a flow whose processing failed', () => {
  it('a flow whose processing failed is processed again without its downloads, then uploaded', {
    tags: 'proof:retry-flow-reprocesses',
  }, async () => {
    const account = await failed('/again');
    expect(await retry(account)).toBe('ok');
    await work.settled(account);
    expect(await statuses(account)).toEqual(['completed', 'STOPPED', 'completed', 'completed']);
    expect(asked).toBe(1);
    const events = await work.rows(
      account,
      sql<{ message: string }>`select message from event where flow_id is not null order by id`,
    );
    expect(events.map((event) => event.message)).toEqual([
      'Query exceeded the memory limit (2 GB). Let it read, join or group fewer rows.',
      'Started again by Olivia.',
    ]);
    expect(await retry(account)).toBe('finished');
  });

  it.each([
    ['that is published now', 'other', 'day_clicks'],
    ['it had when the published one no longer makes its uploads', 'another', 'clicks'],
  ])('runs the script %s', async (_, upload, column) => {
    const account = await failed(`/fixed-${upload}`);
    const { accountId } = account;
    await work.database.withAccount(accountId, async (tx) => {
      const text = script(`/fixed-${upload}`).replace('as clicks', 'as day_clicks').replace('as other', `as ${upload}`);
      const input = {
        accountId,
        description: 'Fixed',
        files: [{ path: 'a.sbs', text }],
        personId: null,
        now: Date.now(),
      };
      expect((await publishScript(tx, input)).kind).toBe('published');
    });
    expect(await retry(account)).toBe('ok');
    await work.settled(account);
    expect(await statuses(account)).toEqual(['completed', 'STOPPED', 'completed', 'completed']);
    const [sent] = await work.rows(
      account,
      sql<{ date: string }>`select report_date::text as date from upload limit 1`,
    );
    for (const name of ['daily', 'other'])
      expect(readFileSync(work.delivered(account, `${name}/${sent?.date}.csv`), 'utf8').split('\n')[0]).toBe(
        `site,${column}`,
      );
  });

  it('a flow whose processing failed is retried from one of its uploads, except for abandoned uploads', {
    tags: 'proof:retry-flow-from-upload',
  }, async () => {
    const account = await failed('/from-upload');
    const { accountId } = account;
    const { upload: unitId } = await ids(account);
    await work.rows(account, sql`update upload set status = 'abandoned' where name = 'other'`);
    const answer = await work.database.withAccount(accountId, (tx) =>
      retryTransfer(tx, work.roles.queue, { accountId, unitId, kind: 'upload' }, 'Olivia'),
    );
    expect(answer).toBe('ok');
    await work.settled(account);
    expect((await statuses(account)).toSorted()).toEqual(['STOPPED', 'abandoned', 'completed', 'completed']);
  });

  it('completes when one of its results has no rows, and keeps the events of that upload', async () => {
    work.answers.set('/empty', csvAnswer('site,clicks', ['a,1', 'b,2']));
    failing = 1;
    const account = await work.publish(
      script('/empty').replace(
        'upload daily as other',
        'table big is select site, clicks from ads where clicks > 9; upload big as other',
      ),
    );
    await work.settled(account);
    expect(await statuses(account)).toEqual(['completed', 'FATAL', 'failed', 'failed']);
    const { flow: unitId } = await ids(account);
    expect(await retry(account)).toBe('ok');
    await work.settled(account);
    expect(await statuses(account)).toEqual(['completed', 'STOPPED', 'completed']);
    const events = await work.rows(
      account,
      sql`select message, flow_id, upload_id from event where upload_declaration = 'other' order by id`,
    );
    expect(events).toEqual([
      {
        message:
          'other was not uploaded. Processing failed: Query exceeded the memory limit (2 GB). Let it read, join or group fewer rows.',
        flow_id: unitId,
        upload_id: null,
      },
      {
        message: 'Query has completed successfully, no uploads will result.',
        flow_id: unitId,
        upload_id: null,
      },
    ]);
    // Those of the other one stay with it.
    const { upload } = await ids(account);
    expect(
      await work.rows(account, sql`select distinct upload_id, flow_id from event where upload_declaration = 'daily'`),
    ).toEqual([{ upload_id: upload, flow_id: null }]);
  });
});

it('flows that failed on three dates in a row run again once their suspended uploads are active', async () => {
  work.answers.set('/thrice', csvAnswer('site,clicks', ['a,1']));
  failing = 3;
  const account = await work.publish(script('/thrice', 3));
  await work.settled(account);
  const { accountId } = account;
  const flows = () => work.rows(account, sql`select distinct status from flow`);
  const declarations = () => work.rows(account, sql`select distinct status from upload_declaration`);
  expect([await flows(), await declarations()]).toEqual([[{ status: 'FATAL' }], [{ status: 'suspended' }]]);
  for (const name of ['daily', 'other'])
    await work.database.withAccount(accountId, (tx) =>
      unsuspendDeclaration(
        tx,
        work.roles.queue,
        { accountId, kind: 'upload', name },
        { by: 'Olivia', now: Date.now() },
      ),
    );
  await work.settled(account);
  expect([await flows(), await declarations()]).toEqual([[{ status: 'STOPPED' }], [{ status: 'active' }]]);
  expect(await work.rows(account, sql`select status, count(*)::int as uploads from upload group by 1`)).toEqual([
    { status: 'completed', uploads: 6 },
  ]);
});

describe('retry_flow', () => {
  let server: GraphqlServer;
  beforeAll(async () => {
    server = await startGraphqlServer();
  });
  afterAll(() => server.stop());
  const RETRY = `mutation ($id: ID!) { retry_flow(id: $id) {
    __typename ... on Flow { status phase outputs { status } } ... on ConflictError { message } ... on NotFoundError { message } } }`;

  it('retries a failed flow for people who may, and says why not', {
    tags: 'proof:retry-flow-permission',
  }, async () => {
    const account = await buildAccount(server.database);
    const id = await addFlow(server.database, account, { status: 'FATAL', message: 'no' });
    await addUnitOf(server.database, account, id, { kind: 'flow' });
    const download = await addDownload(server.database, account, { status: 'completed' });
    await addInput(server.database, account, 'flow', id, await addPart(server.database, account, download), download);
    const upload = await addUpload(server.database, account, id, { status: 'failed', message: 'no' });
    await addUnitOf(server.database, account, upload, { kind: 'upload' });
    const as = async (role: 'viewer' | 'operator', accountId = account.accountId) => ({
      token: await server.tokenOf({ [accountId]: [role] }),
      account: account.urlName,
    });
    const retry = async (role: 'viewer' | 'operator', flow: string) => ask(server, await as(role), RETRY, { id: flow });
    expect((await retry('viewer', id)).errors[0]?.message).toBe('You do not have access to this.');
    expect((await retry('operator', account.accountId)).data).toMatchObject({
      retry_flow: { message: 'There is no such flow.' },
    });
    expect((await retry('operator', id)).data).toEqual({
      retry_flow: { __typename: 'Flow', status: 'PENDING', phase: 'processing', outputs: [{ status: 'preparing' }] },
    });
    expect((await retry('operator', id)).data).toMatchObject({
      retry_flow: { message: 'The flow has not failed, so it cannot be tried again.' },
    });
  });

  it('retries a flow of which an assertion stopped one upload', {
    tags: 'proof:retry-stopped-by-graphql',
  }, async () => {
    const account = await buildAccount(server.database);
    const id = await addFlow(server.database, account, { status: 'ERROR' });
    await addUnitOf(server.database, account, id, { kind: 'flow' });
    const download = await addDownload(server.database, account, { status: 'completed' });
    await addInput(server.database, account, 'flow', id, await addPart(server.database, account, download), download);
    for (const [name, status] of [
      ['daily', 'completed'],
      ['other', 'failed'],
    ] as const)
      await addUnitOf(server.database, account, await addUpload(server.database, account, id, { name, status }), {
        kind: 'upload',
      });
    const as = { token: await server.tokenOf({ [account.accountId]: ['operator'] }), account: account.urlName };
    const { retry_flow: flow } = (await ask(server, as, RETRY, { id })).data as {
      retry_flow: { status: string; phase: string; outputs: { status: string }[] };
    };
    expect([flow.status, flow.phase]).toEqual(['PENDING', 'processing']);
    expect(flow.outputs.map(({ status }) => status).toSorted()).toEqual(['completed', 'preparing']);
  });
});
