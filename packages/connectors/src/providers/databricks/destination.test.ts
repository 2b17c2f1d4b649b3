import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDatabricks, type TestDatabricks } from '../../testing/databricks/start-databricks.ts';
import { testOtherDates, testOvertaken, testRefusedParameters } from '../../testing/destination-promises.ts';
import type { FaultKind } from '../../testing/faults.ts';
import { beforeCommit, countAsked, type Deliver, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';

let databricks: TestDatabricks;
let table = '';
let tables = 0;
beforeAll(async () => {
  databricks = await startDatabricks();
});
afterAll(async () => {
  await databricks.close();
});
beforeEach(() => {
  tables += 1;
  table = `ads_${tables}`;
  databricks.plant();
  databricks.statements();
  Object.assign(databricks.control, { polls: 0, beforeScript: async () => undefined });
});

const OWN = { warehouse_id: 'w1', catalog: 'main', volume: 'main.default.loads' };
const deliveries = useDeliveries(destination, () => ({ key: databricks.key(), stallTimeoutMs: 10_000 }));
const { folder, content, monday, tuesday } = deliveries;
const deliver: Deliver = (content, { parameters, ...overrides } = {}) =>
  deliveries.deliver(content, { parameters: { ...OWN, table, ...parameters }, ...overrides });
const held = () => databricks.rows(`select site, clicks from "default".${table} order by 1`);
const left = async (): Promise<readonly unknown[]> => [
  ...(await databricks.rows(
    `select table_name from information_schema.tables where table_name like '\\_switchboard\\_stage%'`,
  )),
  ...databricks.volumes.folders(),
];
const asked = countAsked(() => databricks);
const MONDAY = [
  ['a', '1'],
  ['b', '2'],
];

describe('databricks destination', () => {
  it('writes files, makes a stage of them, and puts the rows in place by one atomic script', async () => {
    databricks.control.polls = 1;
    expect(await deliver(monday)).toEqual({
      rows: 2,
      bytes: monday.bytes,
      destination: `databricks · main.${table}`,
      alreadyDelivered: false,
    });
    expect([await held(), await left()]).toEqual([MONDAY, []]);
    const plain = (text: string): string =>
      text
        .replaceAll(/_switchboard_stage_[0-9a-f]{16}_1_[0-9a-f]{8}/g, 'STAGE')
        .replaceAll(/[0-9a-f]{64}/g, 'HASH')
        .replaceAll(table, 'ads');
    const files = databricks.asked().filter((line) => line.includes('/fs/'));
    expect([...files, ...databricks.statements()].map(plain)).toMatchInlineSnapshot(`
      [
        "PUT /api/2.0/fs/directories/Volumes/main/default/loads/STAGE",
        "PUT /api/2.0/fs/files/Volumes/main/default/loads/STAGE/part-000001.json?overwrite=true",
        "GET /api/2.0/fs/directories/Volumes/main/default/loads/STAGE",
        "DELETE /api/2.0/fs/files/Volumes/main/default/loads/STAGE/part-000001.json",
        "DELETE /api/2.0/fs/directories/Volumes/main/default/loads/STAGE",
        "GET /api/2.0/fs/directories/Volumes/main/default/loads",
        "SELECT version, fence, epoch, sha256 FROM \`main\`.\`default\`.\`_switchboard_loads_ads\` WHERE id = :id ORDER BY version DESC LIMIT 1",
        "SELECT * FROM \`main\`.\`default\`.\`ads\` LIMIT 0",
        "CREATE TABLE IF NOT EXISTS \`main\`.\`default\`.\`ads\` (\`site\` STRING, \`clicks\` BIGINT, \`revenue\` DECIMAL(18, 6), \`report_date\` DATE) TBLPROPERTIES ('delta.feature.catalogManaged' = 'supported')",
        "SELECT * FROM \`main\`.\`default\`.\`ads\` LIMIT 0",
        "SHOW TBLPROPERTIES \`main\`.\`default\`.\`ads\`",
        "CREATE TABLE IF NOT EXISTS \`main\`.\`default\`.\`_switchboard_loads_ads\` (id STRING, version STRING, fence BIGINT, epoch BIGINT, sha256 STRING, upload STRING, delivered_at TIMESTAMP) TBLPROPERTIES ('delta.feature.catalogManaged' = 'supported')",
        "CREATE TABLE IF NOT EXISTS \`main\`.\`default\`.\`STAGE\` TBLPROPERTIES ('delta.feature.catalogManaged' = 'supported') AS SELECT \`c0\`, \`c1\`, \`c2\` FROM read_files('/Volumes/main/default/loads/STAGE', format => 'json', schema => 'c0 STRING, c1 STRING, c2 STRING', mode => 'FAILFAST')",
        "SELECT COUNT(*) FROM \`main\`.\`default\`.\`STAGE\`",
        "INSERT INTO \`main\`.\`default\`.\`_switchboard_loads_ads\` (id, version, upload) SELECT :id, '', :upload FROM (SELECT 1 AS one) AS x WHERE NOT EXISTS (SELECT 1 FROM \`main\`.\`default\`.\`_switchboard_loads_ads\` WHERE id = :id)",
        "BEGIN ATOMIC
      IF NOT (COALESCE((SELECT MAX(version) FROM \`main\`.\`default\`.\`_switchboard_loads_ads\` WHERE id = 'HASH'), 'none') = '') THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'SWITCHBOARD_LEDGER_CHANGED'; END IF;
      IF NOT ((SELECT COUNT(*) FROM \`main\`.\`default\`.\`STAGE\`) = 2) THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'SWITCHBOARD_STAGE_CHANGED'; END IF;
      UPDATE \`main\`.\`default\`.\`_switchboard_loads_ads\` SET version = '0:1:HASH', fence = 1, epoch = 0, sha256 = 'HASH', delivered_at = CURRENT_TIMESTAMP() WHERE id = 'HASH';
      DELETE FROM \`main\`.\`default\`.\`ads\` WHERE \`report_date\` = DATE'2026-03-04';
      INSERT INTO \`main\`.\`default\`.\`ads\` (\`site\`, \`clicks\`, \`revenue\`, \`report_date\`) SELECT \`c0\`, CAST(\`c1\` AS BIGINT), CAST(\`c2\` AS DECIMAL(18, 6)), CAST('2026-03-04' AS DATE) FROM \`main\`.\`default\`.\`STAGE\`;
      END",
        "DROP TABLE IF EXISTS \`main\`.\`default\`.\`STAGE\`",
        "SELECT table_name FROM \`main\`.information_schema.tables WHERE table_schema = :schema AND startswith(table_name, :prefix)",
      ]
    `);
  });

  it('merges by key columns', async () => {
    const upsert = { mode: 'upsert', parameters: { key_columns: ['site'] } } as const;
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
    expect(await left()).toEqual([]);
  });

  it('changes the table once when the script arrives twice, since the answer to its request was lost', async () => {
    const fault = beforeCommit(() => databricks.plant({ request: /^POST \S+statements/, kind: 'cut-after' }));
    expect(await deliver(monday, { mode: 'append', fault })).toMatchObject({ alreadyDelivered: false });
    expect(databricks.statements().filter((text) => text.startsWith('BEGIN ATOMIC'))).toHaveLength(2);
    expect([await held(), await left()]).toEqual([MONDAY, []]);
  });

  it('settles by its ledger a script whose end was never seen', async () => {
    databricks.control.beforeScript = async () => {
      databricks.plant({ request: /^GET/, times: 4, kind: { status: 503, reason: 'TEMPORARILY_UNAVAILABLE' } });
    };
    expect(await deliver(monday, { mode: 'append' })).toMatchObject({ alreadyDelivered: false });
    expect([await held(), await left()]).toEqual([MONDAY, []]);
  });

  it('writes a file again when its request is cut', { tags: 'case:cut' }, async () => {
    databricks.plant({ request: /^PUT \S+files/, kind: 'cut-after' });
    await deliver(monday);
    expect([await held(), asked(/^PUT \S+files/)]).toEqual([MONDAY, 2]);
  });

  it('runs the script again when another delivery has overtaken it', async () => {
    const together = ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'];
    await deliver(monday);
    await Promise.all(together.map((reportDate) => deliver(tuesday, { reportDate, unitId: reportDate })));
    expect(await held()).toHaveLength(6);
  });

  testOvertaken({
    deliver,
    results: [[monday, tuesday]],
    held: async () => [await held(), await left()],
    expected: () => [[['c', '3']], []],
  });

  it('removes what crashed attempts of the unit left, and nothing of later ones', async () => {
    await deliver(monday);
    const [, prefix = ''] = /(_switchboard_stage_[0-9a-f]{16}_)1_/.exec(databricks.statements().join(' ')) ?? [];
    const older = `${prefix}1_00000000`;
    const later = `/Volumes/main/default/loads/${prefix}3_00000000`;
    await databricks.rows(`create table "default".${older} (c0 text)`);
    for (const path of [`/Volumes/main/default/loads/${older}`, later]) databricks.volumes.add(path);
    await deliver(monday, { attempt: 2, fence: 2 });
    expect(await left()).toEqual([later]);
    await deliver(monday, { attempt: 3, fence: 3 });
    expect(await left()).toEqual([]);
  });

  it('refuses a table without catalog commits, with the statement that turns them on', {
    tags: 'case:refused',
  }, async () => {
    await databricks.rows(
      `create table "default".${table} (site text, clicks bigint, revenue numeric, report_date date)`,
    );
    await expect(deliver(monday)).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      class: 'permanent',
      message: expect.stringContaining(
        `ALTER TABLE \`main\`.\`default\`.\`${table}\` SET TBLPROPERTIES ('delta.feature.catalogManaged' = 'supported')`,
      ) as unknown,
    });
    expect([await held(), await left()]).toEqual([[], []]);
  });

  it('fills columns of the types and the case that the table has', async () => {
    await databricks.makeTable(
      `"default".${table}`,
      '"Site" text, clicks numeric(20, 0), revenue numeric(18, 6), day timestamptz, other bytea',
    );
    const parameters = { date_column: 'day' };
    await deliver(monday, { parameters });
    await deliver(monday, { parameters, fence: 2 });
    expect(
      await databricks.rows(`select "Site", clicks, revenue, day::date::text from "default".${table} order by 1`),
    ).toEqual([
      ['a', '1', '2.500000', '2026-03-04'],
      ['b', '2', null, '2026-03-04'],
    ]);
  });

  testOtherDates({ deliver, folder, left: left, rows: () => databricks.rows(`select site from "default".${table}`) });

  it.each<[string, FaultKind, string, string]>([
    ['a used-up quota', { status: 400, reason: 'QUOTA_EXCEEDED' }, 'DESTINATION_FULL', 'transient'],
    [
      'a missing permission',
      { status: 403, reason: 'PERMISSION_DENIED', message: 'no WRITE VOLUME' },
      'DESTINATION_REFUSED',
      'permanent',
    ],
    [
      'an ended token',
      { status: 401, reason: '401', message: 'Token is expired' },
      'DESTINATION_AUTH_FAILED',
      'authentication',
    ],
    ['too many requests', { status: 429, reason: 'REQUEST_LIMIT_EXCEEDED' }, 'DESTINATION_BUSY', 'transient'],
    ['a server that is away', { status: 503, reason: 'TEMPORARILY_UNAVAILABLE' }, 'DESTINATION_BUSY', 'transient'],
    ['silence', 'hang', 'DESTINATION_UNREACHABLE', 'transient'],
  ])(
    'reports %s, and leaves no stage',
    { tags: ['case:full', 'case:denied', 'case:silent'] },
    async (_, kind, code, errorClass) => {
      await deliver(tuesday);
      databricks.plant({ request: /^PUT \S+files/, times: 4, kind });
      const limit = kind === 'hang' ? { stallTimeoutMs: 1_000 } : {};
      await expect(deliver(monday, { fence: 2, ...limit })).rejects.toMatchObject({ code, class: errorClass });
      databricks.plant();
      expect([await held(), await left()]).toEqual([[['c', '3']], []]);
    },
  );

  it('reports a schema, a volume and a table that do not exist, and columns that do not fit', {
    tags: 'case:missing',
  }, async () => {
    await expect(deliver(monday, { parameters: { schema: 'nowhere' } })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: expect.stringContaining('SCHEMA_NOT_FOUND') as unknown,
    });
    await expect(deliver(monday, { parameters: { volume: 'main.default.other' } })).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: expect.stringContaining('The path /Volumes/main/default/other') as unknown,
    });
    const parameters = { table: 'nothing', create: false };
    await expect(deliver(monday, { parameters })).rejects.toMatchObject({ code: 'DESTINATION_SCHEMA' });
    await databricks.makeTable('"default".unfit', 'site bytea, clicks bigint');
    await expect(deliver(monday, { parameters: { table: 'unfit' } })).rejects.toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringContaining('no column revenue, report_date. To add: ALTER TABLE') as unknown,
    });
  });

  testRefusedParameters(
    [
      [{ table: '' }, {}],
      [{ warehouse_id: '' }, {}],
      [{ catalog: 'a.b' }, {}],
      [{ volume: 'loads' }, {}],
      [{ volume: "main.default.x'y" }, {}],
      [{}, { reportDate: null }],
      [{}, { mode: 'upsert' }],
      [{}, { columns: [{ name: 'a b', type: { kind: 'string' }, nullable: true }] }, 'DESTINATION_SCHEMA'],
      [
        {},
        { columns: ['Site', 'site'].map((name) => ({ name, type: { kind: 'string' }, nullable: true })) },
        'DESTINATION_SCHEMA',
      ],
    ],
    { deliver, monday, asked: () => databricks.asked() },
  );
});
