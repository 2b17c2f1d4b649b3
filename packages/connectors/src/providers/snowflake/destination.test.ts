import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testOtherDates, testOvertaken, testRefusedParameters } from '../../testing/destination-promises.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { startSnowflake, type TestSnowflake } from '../../testing/snowflake/start-snowflake.ts';
import { countAsked, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';

let snowflake: TestSnowflake;
let table = '';
let tables = 0;
beforeAll(async () => {
  snowflake = await startSnowflake();
});
afterAll(async () => {
  await snowflake.close();
});
beforeEach(() => {
  tables += 1;
  table = `ads_${tables}`;
  snowflake.plant();
  snowflake.statements();
  Object.assign(snowflake.control, {
    polls: 0,
    beforeScript: async () => undefined,
    beforeStatement: async () => undefined,
    onPoll: () => undefined,
  });
});

const { folder, content, monday, tuesday, deliver } = useDeliveries(destination, () => ({
  parameters: { table },
  key: snowflake.key(),
  stallTimeoutMs: 10_000,
}));
const held = () => snowflake.rows(`select "SITE", "CLICKS" from "PUBLIC"."${table.toUpperCase()}" order by 1`);
const stages = () =>
  snowflake.rows(`select table_name from information_schema.tables where table_name like '\\_switchboard\\_stage%'`);
const asked = countAsked(() => snowflake);
const MONDAY = [
  ['a', '1'],
  ['b', '2'],
];

describe('snowflake destination', () => {
  it('leaves no stage when it is cancelled while the stage is made', async () => {
    const abort = new AbortController();
    let hasDropped = false;
    snowflake.control.beforeStatement = async (text) => {
      hasDropped ||= text.startsWith('DROP TABLE');
      if (!/^CREATE.*_switchboard_stage/.test(text)) return;
      abort.abort(new Error('cancelled by a person'));
      // Goes on once somebody waits for its end, or drops what it is about to make.
      let polls = 0;
      snowflake.control.onPoll = () => (polls += 1);
      await expect.poll(() => polls > 0 || hasDropped, { timeout: 60_000 }).toBe(true);
    };
    await expect(deliver(monday, { signal: abort.signal })).rejects.toThrow('cancelled by a person');
    await snowflake.settled();
    expect([hasDropped, await stages()]).toEqual([true, []]);
  });

  it('inserts chunks into a stage and puts the rows in place by one request with a transaction', async () => {
    snowflake.control.polls = 1;
    expect(await deliver(monday)).toEqual({
      rows: 2,
      bytes: monday.bytes,
      destination: `snowflake · ${table}`,
      alreadyDelivered: false,
    });
    expect([await held(), await stages()]).toEqual([MONDAY, []]);
    const T = table.toUpperCase();
    const sent = snowflake.statements().map((text) =>
      text
        .replace(/_switchboard_stage_[0-9a-f]{16}_1_[0-9a-f]{8}/g, 'STAGE')
        .replaceAll(/[0-9a-f]{64}/g, 'HASH')
        .replaceAll(T, 'ADS'),
    );
    expect(sent).toMatchInlineSnapshot(`
      [
        "SELECT "VERSION", "FENCE", "EPOCH", "SHA256" FROM "PUBLIC"."_SWITCHBOARD_LOADS_ADS" WHERE "ID" = ? ORDER BY "VERSION" DESC LIMIT 1",
        "SELECT * FROM "PUBLIC"."ADS" LIMIT 0",
        "CREATE TABLE IF NOT EXISTS "PUBLIC"."ADS" ("SITE" VARCHAR, "CLICKS" NUMBER(38, 0), "REVENUE" NUMBER(18, 6), "REPORT_DATE" DATE)",
        "SELECT * FROM "PUBLIC"."ADS" LIMIT 0",
        "CREATE TABLE IF NOT EXISTS "PUBLIC"."_SWITCHBOARD_LOADS_ADS" ("ID" VARCHAR, "VERSION" VARCHAR, "FENCE" NUMBER(38, 0), "EPOCH" NUMBER(38, 0), "SHA256" VARCHAR, "UPLOAD" VARCHAR, "DELIVERED_AT" TIMESTAMP_LTZ)",
        "CREATE TRANSIENT TABLE "PUBLIC"."STAGE" ("chunk" NUMBER(38, 0), "c0" VARCHAR, "c1" VARCHAR, "c2" VARCHAR) DATA_RETENTION_TIME_IN_DAYS = 0",
        "INSERT INTO "PUBLIC"."STAGE" ("chunk", "c0", "c1", "c2") SELECT 0, f.value:"c0"::VARCHAR, f.value:"c1"::VARCHAR, f.value:"c2"::VARCHAR FROM TABLE(FLATTEN(INPUT => PARSE_JSON(?))) AS f WHERE NOT EXISTS (SELECT 1 FROM "PUBLIC"."STAGE" WHERE "chunk" = 0)",
        "SELECT COUNT(*) FROM "PUBLIC"."STAGE"",
        "INSERT INTO "PUBLIC"."_SWITCHBOARD_LOADS_ADS" ("ID", "VERSION", "UPLOAD") SELECT ?, '', ? FROM (SELECT 1 AS "ONE") AS x WHERE NOT EXISTS (SELECT 1 FROM "PUBLIC"."_SWITCHBOARD_LOADS_ADS" WHERE "ID" = ?)",
        "ALTER SESSION SET TRANSACTION_ABORT_ON_ERROR = TRUE;
      ALTER SESSION SET LOCK_TIMEOUT = 600;
      BEGIN TRANSACTION;
      UPDATE "PUBLIC"."_SWITCHBOARD_LOADS_ADS" SET "UPLOAD" = "UPLOAD" WHERE "ID" = 'HASH';
      SELECT TO_NUMBER(IFF(COUNT(*) > 0 AND MAX("VERSION") = '', '1', 'SWITCHBOARD_LEDGER_CHANGED')) FROM "PUBLIC"."_SWITCHBOARD_LOADS_ADS" WHERE "ID" = 'HASH';
      SELECT TO_NUMBER(IFF(COUNT(*) = 2, '1', 'SWITCHBOARD_STAGE_CHANGED')) FROM "PUBLIC"."STAGE";
      UPDATE "PUBLIC"."_SWITCHBOARD_LOADS_ADS" SET "VERSION" = '0:1:HASH', "FENCE" = 1, "EPOCH" = 0, "SHA256" = 'HASH', "DELIVERED_AT" = CURRENT_TIMESTAMP() WHERE "ID" = 'HASH';
      DELETE FROM "PUBLIC"."ADS" WHERE "REPORT_DATE" = CAST('2026-03-04' AS DATE);
      INSERT INTO "PUBLIC"."ADS" ("SITE", "CLICKS", "REVENUE", "REPORT_DATE") SELECT "c0", CAST("c1" AS NUMBER(38, 0)), CAST("c2" AS NUMBER(18, 6)), CAST('2026-03-04' AS DATE) FROM "PUBLIC"."STAGE";
      COMMIT",
        "DROP TABLE IF EXISTS "PUBLIC"."STAGE"",
        "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = ? AND STARTSWITH(TABLE_NAME, ?)",
      ]
    `);
  });

  it('merges by key columns', async () => {
    const upsert = { mode: 'upsert', parameters: { table, key_columns: ['site'] } } as const;
    await deliver(monday, upsert);
    await deliver(content('b,9,1', 'c,3,1'), { ...upsert, fence: 2 });
    expect(await held()).toEqual([
      ['a', '1'],
      ['b', '9'],
      ['c', '3'],
    ]);
    const twice = content('d,1,1', 'd,2,1');
    await expect(deliver(twice, { ...upsert, fence: 3 })).rejects.toMatchObject({
      code: 'PARAMETER_INVALID',
      message: expect.stringContaining('(d) occurs 2 times') as unknown,
    });
    const empty = content(',1,1');
    await expect(deliver(empty, { ...upsert, fence: 3 })).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
    expect([(await held()).length, await stages()]).toEqual([3, []]);
  });

  it.each([
    ['a chunk', 4],
    ['the commit', 8],
  ])('runs %s once when the answer to its request is lost', async (_, skip) => {
    await deliver(tuesday, { reportDate: '2026-03-05' });
    snowflake.plant({ request: /^POST/, skip: skip - 1, kind: 'cut-after' });
    expect(await deliver(monday, { mode: 'append' })).toMatchObject({ alreadyDelivered: false });
    expect([(await held()).length, asked(/&retry=true/)]).toEqual([3, 1]);
  });

  it('settles by its ledger a transaction whose end was never seen', async () => {
    snowflake.control.beforeScript = async () => {
      snowflake.plant({ request: /^GET/, times: 4, kind: { status: 503, reason: '000000' } });
    };
    expect(await deliver(monday, { mode: 'append' })).toMatchObject({ alreadyDelivered: false });
    expect([await held(), await stages()]).toEqual([MONDAY, []]);
  });

  testOvertaken({
    deliver,
    results: [[monday, tuesday]],
    held: async () => [await held(), await stages()],
    expected: () => [[['c', '3']], []],
  });

  it('waits for a commit that is under way, and removes what crashed attempts of the unit left', async () => {
    const together = ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'];
    await deliver(monday);
    await Promise.all(together.map((reportDate) => deliver(tuesday, { reportDate, unitId: reportDate })));
    expect(await held()).toHaveLength(6);
    const [stage = ''] = snowflake
      .statements()
      .flatMap((text) => /TABLE "PUBLIC"."(_switchboard_stage_\w+)"/.exec(text)?.[1] ?? []);
    const [, prefix = ''] = /^(.*)_1_[0-9a-f]{8}$/.exec(stage) ?? [];
    await snowflake.rows(`create table "PUBLIC"."${prefix}_1_00000000" (c0 text)`);
    await snowflake.rows(`create table "PUBLIC"."${prefix}_3_00000000" (c0 text)`);
    await deliver(monday, { attempt: 2, fence: 2 });
    expect(await stages()).toEqual([[`${prefix}_3_00000000`]]);
    await snowflake.rows(`drop table "PUBLIC"."${prefix}_3_00000000"`);
  });

  it('fills columns of the types and the case that the table has', async () => {
    await snowflake.rows(
      `create table "PUBLIC"."${table.toUpperCase()}" ("site" text, "CLICKS" numeric(20, 0), "REVENUE" numeric(18, 6), "DAY" timestamptz, "OTHER" bytea)`,
    );
    const parameters = { table, date_column: 'day' };
    await deliver(monday, { parameters });
    await deliver(monday, { parameters, fence: 2 });
    expect(
      await snowflake.rows(
        `select "site", "CLICKS", "REVENUE", "DAY"::date::text from "PUBLIC"."${table.toUpperCase()}" order by 1`,
      ),
    ).toEqual([
      ['a', '1', '2.500000', '2026-03-04'],
      ['b', '2', null, '2026-03-04'],
    ]);
  });

  testOtherDates({
    deliver,
    folder,
    left: stages,
    rows: () => snowflake.rows(`select "SITE" from "PUBLIC"."${table.toUpperCase()}"`),
  });

  it.each<[string, FaultKind, string, string]>([
    [
      'a used-up quota',
      { status: 422, reason: '090073', message: 'resource monitor has exceeded its quota' },
      'DESTINATION_FULL',
      'transient',
    ],
    [
      'a missing permission',
      { status: 422, reason: '003001', message: 'Insufficient privileges' },
      'DESTINATION_REFUSED',
      'permanent',
    ],
    ['too many requests', { status: 429, reason: '390000' }, 'DESTINATION_BUSY', 'transient'],
    ['an ended session', { status: 401, reason: '390144' }, 'DESTINATION_AUTH_FAILED', 'authentication'],
    ['a server that is away', { status: 503, reason: '000000' }, 'DESTINATION_BUSY', 'transient'],
    ['silence', 'hang', 'DESTINATION_UNREACHABLE', 'transient'],
  ])(
    'reports %s, and leaves no stage',
    { tags: ['case:full', 'case:denied', 'case:silent'] },
    async (_, kind, code, errorClass) => {
      await deliver(tuesday);
      // The chunk, and what is repeated of it.
      snowflake.plant({ request: /^POST/, skip: 4, times: code === 'DESTINATION_BUSY' ? 4 : 1, kind });
      const limit = kind === 'hang' ? { stallTimeoutMs: 1_000 } : {};
      await expect(deliver(monday, { fence: 2, ...limit })).rejects.toMatchObject({ code, class: errorClass });
      snowflake.plant();
      expect([await held(), await stages()]).toEqual([[['c', '3']], []]);
    },
  );

  it('reports a schema that does not exist, a table that it may not create, and columns that do not fit', {
    tags: 'case:missing',
  }, async () => {
    await expect(deliver(monday, { parameters: { schema: 'nowhere', table } })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
    });
    const parameters = { table, create: false };
    await expect(deliver(monday, { parameters })).rejects.toMatchObject({ code: 'DESTINATION_SCHEMA' });
    await snowflake.rows(`create table "PUBLIC"."${table.toUpperCase()}" ("SITE" bytea, "CLICKS" bigint)`);
    await expect(deliver(monday, { parameters })).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringContaining('no column revenue, report_date. To add: ALTER TABLE') as unknown,
    });
  });

  testRefusedParameters(
    [
      [{}, {}],
      [{ table: 'x' }, { reportDate: null }],
      [{ table: 'x' }, { mode: 'upsert' }],
      [{ table: '' }, {}],
      [{ table: 'x'.repeat(231) }, {}],
      [
        { table: 'x' },
        { columns: ['Site', 'site'].map((name) => ({ name, type: { kind: 'string' }, nullable: true })) },
        'DESTINATION_SCHEMA',
      ],
    ],
    { deliver, monday, asked: () => snowflake.asked() },
  );
});
