import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { type BuiltAccount, buildAccount, readRows } from '../../../testing/build-account.ts';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addFlow, addUnitOf, addUpload } from '../../../testing/fill-account.ts';
import { ask } from '../../../testing/graphql-server.ts';
import { useGraphqlServer } from '../../../testing/hooks/use-server.ts';
import { MAX_FREEZES } from '../../pipeline/restatements/freeze-dates.ts';

const server = useGraphqlServer();
let account: BuiltAccount;
const rows = <T>(query: ReturnType<typeof sql<T>>) => readRows(server.database, account, query);
const call = async (text: string, role: 'operator' | 'viewer' = 'operator', of: BuiltAccount = account) => {
  const token = await server.tokenOf({ [of.accountId]: [role] });
  return ask(server, { token, account: of.urlName }, text);
};

/** An upload of a date with its restatement; returns the id of the upload. */
async function addRestatement(date: string, name: string, status: string, freeze?: string): Promise<string> {
  const flow = await addFlow(server.database, account, { report_date: date, status: 'SINKING' });
  const id = await addUpload(server.database, account, flow, { name, status, report_date: date });
  await addUnitOf(server.database, account, id, { kind: 'upload', state: freeze === undefined ? 'done' : 'held' });
  if (freeze !== undefined)
    await rows(sql`update unit set blocked_kind = 'freeze', blocked_by = ${freeze} where id = ${id}`);
  await rows(sql`
    insert into restatement (account_id, upload_id, replaced_id, upload_name, project, report_date, rows_before, rows_after, totals, cause,
      changelist_id, changelist_before, delivered)
    values (${account.accountId}, ${id}, ${id}, ${name}, 'shop', ${date}::date, 10, 12, '[{"column": "clicks", "before": "3", "after": "9"}]',
      'source', ${account.changelistId}, ${account.changelistId}, case when ${status} = 'completed' then now() end)`);
  return id;
}

const LIST = (args: string) =>
  `{ restatements${args} { nodes { upload_name rows_before rows_after totals { column before after } cause state held_by { dates held } }
    pageInfo { hasNextPage endCursor } } }`;
type Listed = {
  restatements: {
    nodes: readonly { readonly upload_name: string; readonly state: string }[];
    pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  };
};
const listed = async (args = ''): Promise<readonly string[]> =>
  ((await call(LIST(args), 'viewer')).data as Listed).restatements.nodes.map(
    (node) => `${node.upload_name} ${node.state}`,
  );

const FREEZE = `mutation { freeze_dates(first: "2026-11-01", last: "2026-11-30", reason: " Books closed ") {
  ... on DatesFrozen { under_way freeze { id dates reason upload_name held frozen_by { name } } } ... on ConflictError { message } } }`;
type Freezing = { freeze_dates: { freeze: { id: string } } };

beforeEach(async () => {
  account = await buildAccount(server.database, { sources: [buildSource('ads')], uploads: [buildUpload('daily')] });
});

describe('restatements', () => {
  it('lists the newest first, by what has become of them, by name, date and cause', async () => {
    const { data } = await call(FREEZE);
    const freeze = (data as Freezing).freeze_dates.freeze.id;
    await addRestatement('2026-11-03', 'daily', 'completed');
    await addRestatement('2026-11-04', 'daily', 'queued', freeze);
    await addRestatement('2026-10-04', 'spend', 'queued');
    await addRestatement('2026-10-05', 'spend', 'abandoned');
    expect(await listed()).toEqual(['spend dropped', 'spend pending', 'daily held', 'daily delivered']);
    expect(await listed('(state: "held")')).toEqual(['daily held']);
    expect(await listed('(state: "pending")')).toEqual(['spend pending']);
    expect(await listed('(state: "delivered")')).toEqual(['daily delivered']);
    expect(await listed('(state: "dropped")')).toEqual(['spend dropped']);
    expect(await listed('(uploadName: ["spend"])')).toEqual(['spend dropped', 'spend pending']);
    expect(await listed('(cause: ["backfill"])')).toEqual([]);
    expect(await listed('(report_datetime_after: "2026-11-01", report_datetime_before: "2026-11-03")')).toEqual([
      'daily delivered',
    ]);
    const first = (await call(LIST('(first: 3)'))).data as Listed;
    expect(first.restatements.pageInfo.hasNextPage).toBe(true);
    expect(await listed(`(first: 3, after: "${first.restatements.pageInfo.endCursor}")`)).toEqual(['daily delivered']);
    expect((await call(LIST('(state: "held")'))).data).toMatchObject({
      restatements: {
        nodes: [
          {
            rows_before: 10,
            rows_after: 12,
            totals: [{ column: 'clicks', before: '3', after: '9' }],
            cause: 'source',
            held_by: { dates: 'November 2026', held: 1 },
          },
        ],
      },
    });
  });

  it('refuses a state and a cause that do not exist', async () => {
    for (const args of ['(state: "gone")', '(cause: ["weather"])'])
      expect((await call(LIST(args))).errors.map(({ extensions }) => extensions['code'])).toEqual(['BAD_REQUEST']);
  });

  it('shows nothing of another account', async () => {
    await addRestatement('2026-11-03', 'daily', 'completed');
    const other = await buildAccount(server.database, {});
    expect((await call(LIST(''), 'viewer', other)).data).toMatchObject({ restatements: { nodes: [] } });
  });
});

describe('freezes', () => {
  it('freezes a month once, with its event and audit entry, and ends it', async () => {
    const { data } = await call(FREEZE);
    expect(data).toMatchObject({
      freeze_dates: {
        under_way: 0,
        freeze: { dates: 'November 2026', reason: 'Books closed', upload_name: null, held: 0 },
      },
    });
    expect((await call(FREEZE)).data).toEqual({
      freeze_dates: { message: 'These report dates are frozen already.' },
    });
    const { id } = (data as Freezing).freeze_dates.freeze;
    expect((await call('{ date_freezes { freezes { id dates } } }', 'viewer')).data).toEqual({
      date_freezes: { freezes: [{ id, dates: 'November 2026' }] },
    });
    const END = `mutation { unfreeze_dates(id: "${id}", held: "deliver") { ... on DatesUnfrozen { held } ... on NotFoundError { message } } }`;
    expect((await call(END)).data).toEqual({ unfreeze_dates: { held: 0 } });
    expect((await call(END)).data).toEqual({ unfreeze_dates: { message: 'There is no such freeze. It has ended.' } });
    expect(await rows(sql`select code from event where account_id = ${account.accountId} order by id`)).toEqual([
      { code: 'DATES_FROZEN' },
      { code: 'DATES_UNFROZEN' },
    ]);
  });

  it('refuses more freezes than are listed, so that each one that holds results can be ended', async () => {
    await call(FREEZE.replaceAll('2026', '2019'));
    await rows(sql`
      insert into report_freeze (account_id, first_date, last_date, reason, frozen_by)
      select account_id, date '2020-01-01' + n, date '2020-01-01' + n, reason, frozen_by
      from report_freeze, generate_series(2, ${MAX_FREEZES}) n where account_id = ${account.accountId}`);
    expect((await call(FREEZE)).data).toEqual({
      freeze_dates: { message: `The account has ${MAX_FREEZES} freezes already. End one first.` },
    });
    expect(
      await rows(
        sql`select id from report_freeze where account_id = ${account.accountId} and last_date > '2026-01-01'`,
      ),
    ).toEqual([]);
    const other = await buildAccount(server.database, {});
    expect((await call(FREEZE, 'operator', other)).data).toMatchObject({ freeze_dates: { under_way: 0 } });
  });

  it('delivers a held upload once', async () => {
    const { data } = await call(FREEZE);
    const freeze = (data as Freezing).freeze_dates.freeze.id;
    await addRestatement('2026-11-03', 'daily', 'completed');
    const id = await addRestatement('2026-11-03', 'daily', 'queued', freeze);
    const DELIVER = `mutation { deliver_held_upload(upload_id: "${id}") { ... on Restatement { state } ... on ConflictError { message } } }`;
    expect((await call(DELIVER)).data).toEqual({ deliver_held_upload: { state: 'pending' } });
    expect((await call(DELIVER)).data).toEqual({
      deliver_held_upload: { message: 'It is not held any more: it was delivered, or unfrozen.' },
    });
    expect(await rows(sql`select replaces_frozen from upload where id = ${id}`)).toEqual([{ replaces_frozen: true }]);
  });

  it.each([
    ['a viewer', FREEZE, 'viewer', 'NOT_ALLOWED'],
    ['a freeze without a reason', FREEZE.replace(' Books closed ', ' '), 'operator', 'BAD_REQUEST'],
    ['dates in reverse', FREEZE.replace('2026-11-01', '2026-12-01'), 'operator', 'BAD_REQUEST'],
    ['a date that does not exist', FREEZE.replace('2026-11-30', '2026-11-31'), 'operator', 'BAD_REQUEST'],
  ] as const)('refuses %s', async (_, text, role, code) => {
    expect((await call(text, role)).errors.map(({ extensions }) => extensions['code'])).toEqual([code]);
    expect(await rows(sql`select id from report_freeze`)).toEqual([]);
  });

  it('refuses an upload that the account does not have', async () => {
    const text = FREEZE.replace('reason:', 'upload_name: "nothing", reason:').replace('ConflictError', 'NotFoundError');
    expect((await call(text)).data).toEqual({ freeze_dates: { message: 'There is no upload nothing.' } });
  });
});
