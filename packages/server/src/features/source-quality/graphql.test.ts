import type { DeliveredColumn } from '@switchboard/model/lineage/delivered-columns';
import type { PlanTable } from '@switchboard/model/plan';
import { addDays } from '@switchboard/model/schedule/schedule';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '../../../testing/build-account.ts';
import { buildSource, buildUpload } from '../../../testing/build-plan.ts';
import { addDownload } from '../../../testing/fill-account.ts';
import { type UsedAccount, useAccount } from '../../../testing/hooks/use-account.ts';
import { useClient, useGraphqlServer } from '../../../testing/hooks/use-server.ts';

const TABLE = {
  name: 'daily',
  project: 'ads',
  columns: [{ name: 'clicks', type: { kind: 'integer' }, nullable: true }],
  inputs: ['ads'],
  closed: true,
  lineage: {
    origins: [
      ['ads', 'id'],
      ['ads', 'clicks'],
    ],
    columns: [[1]],
    conditions: [0],
  },
} as unknown as PlanTable;
const source = buildSource('ads');
const [table] = source.tables;
const PLAN = {
  sources: [
    {
      ...source,
      tables: table
        ? [
            {
              ...table,
              schema: {
                rest: false,
                columns: ['id', 'clicks'].map((name) => ({
                  name,
                  header: name === 'id' ? 'Site ID' : name,
                  type: { kind: 'integer' as const },
                  nullable: true,
                })),
              },
            },
          ]
        : [],
    },
  ],
  tables: [TABLE],
  uploads: [buildUpload('report', { sources: ['ads'], sourceTables: ['ads'], table: 'daily', tables: ['daily'] })],
};

const server = useGraphqlServer();
const mine = useAccount(server, PLAN);
const theirs = useAccount(server, PLAN);
const operator = useClient(server, mine, ['operator']);
const viewer = useClient(server, mine, ['viewer']);
const foreigner = useClient(server, theirs, ['operator']);

const column = (name: string, patch: Partial<DeliveredColumn> = {}): DeliveredColumn => ({
  name,
  type: 'integer',
  nullable: true,
  use: 'declared',
  ...patch,
});
const IGNORED = column('Note', { type: null, nullable: null, use: 'ignored' });

/** Stores the columns of delivered files as the engine does. */
async function deliver(of: UsedAccount, columns: readonly DeliveredColumn[]): Promise<void> {
  const delivery = JSON.stringify({ hasHeader: true, columns });
  await readRows(
    server.database,
    of,
    sql`insert into source_columns as c (account_id, source, table_name, delivered, changelist_id)
      values (${of.accountId}, 'ads', 'ads', ${delivery}::jsonb, ${of.changelistId})
      on conflict (account_id, source, table_name) do update set delivered = excluded.delivered, revision = c.revision + 1`,
  );
}
type AddedChange = { readonly kind?: string; readonly source?: string };
async function addChange(
  of: UsedAccount,
  name: string,
  { kind = 'added', source = 'ads' }: AddedChange = {},
): Promise<void> {
  const changes = JSON.stringify([{ kind, column: name, before: null, after: null, cause: 'source' }]);
  await readRows(
    server.database,
    of,
    sql`insert into schema_change (account_id, source, table_name, download_id, report_date, changelist_id, changes, row_count, dirty)
      values (${of.accountId}, ${source}, ${source}, uuidv7(), '2026-11-20', ${of.changelistId}, ${changes}::jsonb, 12,
        '[{"column": "id", "reason": "empty", "rows": 3}]')`,
  );
}

beforeAll(async () => {
  for (const account of [mine, theirs]) {
    await readRows(
      server.database,
      account,
      sql`insert into download_declaration (account_id, name, project, connector, scheduled_through)
        values (${account.accountId}, 'ads', 'ads', 'http', now())`,
    );
    await deliver(account, [column('site_id'), column('clicks'), IGNORED]);
  }
});

type Columns = {
  readonly revision: number;
  readonly columns: readonly object[];
  readonly deviations: readonly { readonly text: string }[];
  readonly contract_on: string | null;
  readonly contract_by: { readonly name: string } | null;
};
const COLUMNS = `revision contract_on contract_by { name } columns { name type nullable use uploads } deviations { text }`;
async function columnsOf(by = viewer): Promise<Columns> {
  const data = await by.data<{
    sbs_schema: { tables: { delivered: Columns }[] };
  }>(`{ sbs_schema(name: "ads") { tables { delivered { ${COLUMNS} } } } }`);
  const delivered = data.sbs_schema.tables[0]?.delivered;
  if (!delivered) throw new Error('There are no columns.');
  return delivered;
}
const SAVE = `mutation ($revision: Int!, $action: String!, $table: String = "ads") {
  save_source_contract(source: "ads", table: $table, revision: $revision, action: $action) {
    __typename ... on DeliveredColumns { ${COLUMNS} } ... on ConflictError { message } ... on NotFoundError { message } } }`;
const save = async (variables: Readonly<Record<string, unknown>>, by = operator) =>
  (await by.data<{ save_source_contract: { __typename: string } & Columns }>(SAVE, variables)).save_source_contract;
const events = () =>
  readRows(
    server.database,
    mine,
    sql<{ message: string }>`select message from event where code like 'CONTRACT_%' order by created, id`,
  );

test('shows the delivered columns with the uploads that read them', async () => {
  expect(await columnsOf()).toMatchObject({
    revision: 1,
    contract_on: null,
    deviations: [],
    columns: [
      { name: 'site_id', type: 'integer', nullable: true, use: 'declared', uploads: ['report'] },
      { name: 'clicks', uploads: ['report'] },
      { name: 'Note', type: null, nullable: null, use: 'ignored', uploads: [] },
    ],
  });
});

describe('a contract', () => {
  test('a contract is accepted for the columns that the person has seen, once', async () => {
    const { revision } = await columnsOf();
    expect(await save({ revision: revision + 1, action: 'accept' })).toEqual({
      __typename: 'ConflictError',
      message: 'The columns have changed meanwhile. Check them, then try again.',
    });
    const both = await Promise.all([1, 2].map(() => save({ revision, action: 'accept' })));
    expect(both.map(({ __typename: type }) => type).toSorted()).toEqual(['ConflictError', 'DeliveredColumns']);
    expect(await columnsOf()).toMatchObject({
      contract_on: expect.any(String) as unknown,
      contract_by: { name: expect.any(String) as unknown },
      deviations: [],
    });
    expect(await events()).toEqual([
      { message: expect.stringMatching(/ accepted the 3 columns of ads as its contract\.$/) as unknown },
    ]);
  });

  test('a contract is broken by other columns until they are accepted, and can be removed', async () => {
    await deliver(mine, [column('site_id'), column('clicks')]);
    const broken = await columnsOf();
    expect(broken.deviations).toEqual([{ text: 'removed `Note`' }]);
    const accepted = await save({ revision: broken.revision, action: 'accept' });
    expect(accepted).toMatchObject({ __typename: 'DeliveredColumns', deviations: [] });
    const removed = await save({ revision: accepted.revision, action: 'remove' });
    expect(removed).toMatchObject({ __typename: 'DeliveredColumns', contract_on: null, contract_by: null });
    expect((await events()).at(-1)?.message).toMatch(/ removed the contract for the columns of ads\.$/);
  });

  test('needs columns that were delivered', async () => {
    expect(await save({ revision: 1, action: 'accept', table: 'other' })).toEqual({
      __typename: 'NotFoundError',
      message: 'Nothing has been downloaded for other yet.',
    });
  });

  test('needs the permission manage-pipelines', async () => {
    const { errors } = await viewer.ask(SAVE, { revision: 1, action: 'accept' });
    expect(errors[0]?.message).toBe('You do not have access to this.');
  });

  test('a contract cannot be changed from another account', async () => {
    const { revision } = await columnsOf(foreigner);
    expect(revision).toBe(1);
    expect(await columnsOf(foreigner)).toMatchObject({ contract_on: null });
  });
});

describe('changes of columns', () => {
  beforeAll(async () => {
    for (const name of ['a', 'b', 'c']) await addChange(mine, name);
    await addChange(theirs, 'secret');
  });

  const read = (args: string, by = viewer) =>
    by.data<{
      schema_changes: {
        nodes: { changes: { text: string }[] }[];
        pageInfo: { endCursor: string; hasNextPage: boolean };
      };
    }>(`{ schema_changes(source: "ads"${args}) { nodes { table row_count report_datetime { iso: short } script published_by { name }
      changes { text cause } dirty { column reason rows } } pageInfo { hasNextPage endCursor } } }`);
  const texts = async (args: string, by = viewer) =>
    (await read(args, by)).schema_changes.nodes.map(({ changes }) => changes[0]?.text);

  test('changes of columns are listed page by page, the newest first, those of the account only', async () => {
    expect(await texts('')).toEqual(['added `c`', 'added `b`', 'added `a`']);
    const first = await read(', first: 2');
    expect(first.schema_changes.pageInfo.hasNextPage).toBe(true);
    expect(await texts(`, first: 2, after: "${first.schema_changes.pageInfo.endCursor}"`)).toEqual(['added `a`']);
    expect(first.schema_changes.nodes[0]).toMatchObject({
      table: 'ads',
      row_count: 12,
      script: 'Version 1',
      dirty: [{ column: 'id', reason: 'empty', rows: 3 }],
    });
    expect(await texts('', foreigner)).toEqual(['added `secret`']);
  });

  test('come for all sources without a name, and only those that a query may notice on request', async () => {
    await addChange(mine, 'd', { source: 'costs', kind: 'removed' });
    await addChange(mine, 'e', { source: 'costs', kind: 'moved' });
    const list = async (args: string) => {
      const data = await viewer.data<{
        schema_changes: { nodes: { source: string; changes: { column: string }[] }[] };
      }>(`{ schema_changes${args} { nodes { source changes { column } } } }`);
      return data.schema_changes.nodes.map(({ source: name, changes }) => `${name} ${changes[0]?.column}`);
    };
    expect(await list('(first: 3)')).toEqual(['costs e', 'costs d', 'ads c']);
    expect(await list('(breaking: true)')).toEqual(['costs d']);
    expect(await list('(source: "costs")')).toEqual(['costs e', 'costs d']);
    expect(await list('(source: "costs", breaking: true)')).toEqual(['costs d']);
    expect(await list('(source: "ads", breaking: true)')).toEqual([]);
  });

  test('refuse names that no source has', async () => {
    const { errors } = await viewer.ask('{ schema_changes(source: "\\u0000") { nodes { id } } }');
    expect(errors[0]?.message).toContain('no NUL character');
  });
});

describe('days of a source', () => {
  const today = new Date().toISOString().slice(0, 10);
  const day = addDays(today, -2);
  type Day = { readonly day: string; readonly rows: number | null; readonly arrival_verdict: string };
  const daysOf = async (by = viewer) =>
    (
      await by.data<{ sbs_schema: { days: Day[] } }>(
        '{ sbs_schema(name: "ads") { days { day rows bytes arrived compared rows_low rows_high rows_verdict bytes_verdict expected_by arrival_verdict } } }',
      )
    ).sbs_schema.days;
  const add = (date: string, rows: number, hour: number, more: object = {}) =>
    addDownload(server.database, mine, {
      report_date: date,
      status: 'completed',
      row_count: rows,
      bytes: rows * 10,
      finished: `${addDays(date, 1)}T${String(hour).padStart(2, '0')}:00:00Z`,
      ...more,
    });

  beforeAll(async () => {
    for (const week of [1, 2, 3, 4]) {
      await add(addDays(day, -7 * week), 1000, 3);
      // A former version and other purposes do not count.
      await add(addDays(day, -7 * week), 5, 9, { created: '2026-01-01T00:00:00Z' });
      await add(addDays(day, -7 * week), 7, 9, { purpose: 'backfill' });
    }
    await add(day, 400, 3);
    await add(addDays(today, -6 - 28), 1000, 3);
    await add(addDays(today, -6 - 21), 1000, 3);
    await add(addDays(today, -6 - 14), 1000, 3);
    await add(addDays(today, -5), 8, 3);
  });

  test('days of a source are compared with the same weekday of the last four weeks', {
    tags: 'proof:source-day-drop',
  }, async () => {
    const days = await daysOf();
    expect(days.map((each) => each.day)).toEqual(Array.from({ length: 7 }, (_, index) => addDays(today, -index)));
    expect(days.find((each) => each.day === day)).toMatchObject({
      rows: 400,
      bytes: 4000,
      compared: 4,
      rows_low: 650,
      rows_verdict: 'low',
      bytes_verdict: 'low',
      arrival_verdict: 'usual',
      expected_by: `${addDays(day, 1)}T04:00:00.000Z`,
    });
  });

  test('days of a source are missing when nothing has arrived by the usual time', async () => {
    expect((await daysOf()).at(-1)).toMatchObject({ rows: null, compared: 3, arrival_verdict: 'missing' });
  });

  test('days of a source are not judged with fewer than three comparable days', async () => {
    expect((await daysOf()).at(-2)).toMatchObject({
      rows: 8,
      compared: 0,
      rows_low: null,
      rows_verdict: 'unknown',
      arrival_verdict: 'unknown',
    });
  });

  test('equal a recomputation from the downloads, and those of another account are its own', async () => {
    const rows = await readRows(
      server.database,
      mine,
      sql<{
        day: string;
        rows: number;
      }>`select distinct on (report_date) report_date::text as day, row_count::float8 as rows from download
        where status = 'completed' and purpose = 'production' and report_date > ${addDays(today, -7)}::date
        order by report_date, created desc`,
    );
    const known = new Map(rows.map((row) => [row.day, row.rows]));
    expect((await daysOf()).map((each) => each.rows)).toEqual(
      (await daysOf()).map((each) => known.get(each.day) ?? null),
    );
    expect((await daysOf(foreigner)).every((each) => each.rows === null)).toBe(true);
  });
});
