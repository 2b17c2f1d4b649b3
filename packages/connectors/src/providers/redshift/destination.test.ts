import type { Parameters } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Content } from '../../spec.ts';
import { buildContent } from '../../testing/delivery.ts';
import { changeKey } from '../../testing/harness.ts';
import { createTestRedshift, ROLE, type TestRedshift } from '../../testing/redshift/server.ts';
import { EXACT_ROWS, useDeliveries } from '../../testing/use-deliveries.ts';
import { destination } from './destination.ts';

let redshift: TestRedshift;
let table = '';
let tables = 0;
let parameters: Parameters;
beforeAll(async () => {
  redshift = await createTestRedshift();
});
afterAll(() => redshift.close());
beforeEach(() => {
  tables += 1;
  table = `daily_${tables}`;
  parameters = { table, staging: `s3://${redshift.bucket.name}/${table}` };
  redshift.front.plant();
});

const { folder, monday, tuesday, content, deliver } = useDeliveries(
  destination,
  () => ({ parameters, key: redshift.key }),
  EXACT_ROWS,
);
const held = (columns = '*'): Promise<unknown[][]> =>
  redshift.database.rows(`select ${columns} from ${table} order by 1`);
const objects = async (): Promise<readonly string[]> =>
  (await redshift.bucket.keys()).filter((name) => name.startsWith(`${table}/`));
const secret = (): string => String(redshift.key.properties['aws_secret_access_key']);

/** The statements sent, without the parts that differ from run to run. */
const sent = (): readonly string[] =>
  redshift.front
    .statements()
    .map((sql) =>
      sql
        .replaceAll(table, 'daily')
        .replaceAll(redshift.bucket.name, 'bucket')
        .replaceAll(String(redshift.key.properties['aws_access_key_id']), 'ID')
        .replaceAll(secret(), 'SECRET')
        .replaceAll(/switchboard-[0-9a-f]{20}-(\d+)-[0-9a-f]{8}/g, 'switchboard-UNIT-$1-RANDOM')
        .replaceAll(/null-[0-9a-f]{16}/g, 'null-RANDOM'),
    )
    .filter((sql) => !/^select .* from (?:svv_|pg_namespace)/.test(sql));

describe('the sent statements', () => {
  const columns: Column[] = [
    { name: 'Id', type: { kind: 'integer' }, nullable: false },
    { name: 'at', type: { kind: 'datetime' }, nullable: true },
    { name: 'doc', type: { kind: 'json' }, nullable: true },
    { name: 'price', type: { kind: 'decimal', precision: 38, scale: 9 }, nullable: true },
    { name: 'note', type: { kind: 'string' }, nullable: true },
  ];
  const rows = (): Content => buildContent(folder, 'Id,at,doc,price,note', ['1,2026-03-04 01:02:03.5,"{}",1.5,x']);

  it.each(['replace_date', 'truncate', 'append', 'upsert'] as const)(
    'statements match the golden file of mode %s',
    async (mode) => {
      parameters = { ...parameters, ...(mode === 'upsert' ? { key_columns: ['Id', 'at'] } : {}) };
      await deliver(rows(), { columns, mode });
      await expect(`${sent().join(';\n')};\n`).toMatchFileSnapshot(`./golden/${mode.replace('_', '-')}.sql`);
      expect(await held('id, note')).toEqual([['1', 'x']]);
    },
  );

  it('names the role instead of the access key where the upload has one', async () => {
    await deliver(tuesday, { parameters: { ...parameters, iam_role: ROLE } });
    const copy = sent().find((sql) => sql.startsWith('copy ')) ?? '';
    expect(copy).toContain(`iam_role '${ROLE}'`);
    expect(copy).not.toContain('SECRET');
    await expect(
      deliver(monday, { fence: 2, parameters: { ...parameters, iam_role: ROLE.replace('loader', 'other') } }),
    ).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      message: expect.stringContaining('not authorized to assume IAM Role') as unknown,
    });
  });
});

describe('rows', () => {
  it('rows are exact, with null and empty text apart, and the ledger beside them', async () => {
    expect(await deliver(monday)).toEqual({
      rows: 4,
      bytes: monday.bytes,
      destination: `redshift · public.${table}`,
      alreadyDelivered: false,
    });
    expect(await held()).toEqual([
      ['', '3', '1.500000', '2026-03-04'],
      ['a', '1', '2.500000', '2026-03-04'],
      ['b', null, null, '2026-03-04'],
      ['x "y"\nz', '4', '0.000000', '2026-03-04'],
    ]);
    const ledger = `select upload, report_date, fence, sha256, row_count from _switchboard_loads_${table}`;
    expect(await redshift.database.rows(ledger)).toEqual([['ad_daily', '2026-03-04', '1', monday.sha256, '4']]);
    expect(await objects()).toEqual([]);
  });

  it('go into a table that is there, in names whose case does not count', async () => {
    await redshift.database.rows(
      `create table ${table} (site varchar, clicks int, revenue numeric(18, 6), report_date timestamp, note text default 'n')`,
    );
    const columns = ['Site', 'CLICKS', 'revenue'].map(
      (name): Column => ({ name, type: { kind: name === 'Site' ? 'string' : 'integer' }, nullable: true }),
    );
    parameters = { ...parameters, table: table.toUpperCase(), date_column: 'Report_Date' };
    await deliver(buildContent(folder, 'Site,CLICKS,revenue', ['a,1,2']), { columns });
    expect(await held()).toEqual([['a', '1', '2.000000', '2026-03-04 00:00:00', 'n']]);
  });

  it('rows are refused when a key does not identify them, or when they hold another date', async () => {
    const upsert = { mode: 'upsert', parameters: { ...parameters, key_columns: ['site'] } } as const;
    await deliver(content('a,1,', 'b,2,'), upsert);
    await deliver(content('b,20,', 'c,3,'), { ...upsert, fence: 2 });
    expect(await held('site, clicks')).toEqual([
      ['a', '1'],
      ['b', '20'],
      ['c', '3'],
    ]);
    await expect(deliver(content('d,1,', 'd,2,'), { ...upsert, fence: 3 })).rejects.toThrow('(d) occurs 2 times');
    await expect(deliver(content(',1,'), { ...upsert, fence: 3 })).rejects.toThrow('is empty in the row (null)');
    const columns: Column[] = [
      { name: 'day', type: { kind: 'date' }, nullable: true },
      { name: 'site', type: { kind: 'string' }, nullable: true },
    ];
    parameters = { ...parameters, table: `${table}_by_day`, date_column: 'day' };
    await expect(
      deliver(buildContent(folder, 'day,site', ['2026-03-04,a', '2026-03-05,b', ',c']), { columns }),
    ).rejects.toThrow('2 rows hold another date there than 2026-03-04');
    expect(await objects()).toEqual([]);
  });
});

describe('what Redshift refuses', () => {
  it('a value that COPY does not take, which it names', async () => {
    const words = `Load into table '_switchboard_stage' failed.  Check 'stl_load_errors' system table for details.`;
    const fails = async (): Promise<unknown> => {
      redshift.front.plant({ statement: /^copy /, answer: { code: 'XX000', words } });
      return deliver(monday).catch((caught: unknown) => caught);
    };
    expect(await fails()).toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringContaining('stl_load_errors says why') as unknown,
    });
    // The errors of whoever asks.
    await redshift.database.rows(`drop table stl_load_errors; create view stl_load_errors as
      select pg_backend_pid() as session, now() as starttime, 'clicks  '::char(127) as colname, 2 as line_number, 'Overflow.'::char(100) as err_reason`);
    expect(await fails()).toMatchObject({
      code: 'DESTINATION_SCHEMA',
      message: expect.stringContaining('Overflow (column clicks, line 2 of its part)') as unknown,
    });
  });

  it('a serializable isolation violation, after which the delivery begins again', async () => {
    await deliver(monday);
    const violation = {
      code: 'XX000',
      words: '1023 DETAIL: Serializable isolation violation on table - 100, transactions forming the cycle are: 1, 2',
    };
    redshift.front.plant({ statement: /^delete from "public"."daily/, answer: violation });
    expect(await deliver(tuesday, { fence: 2 })).toMatchObject({ alreadyDelivered: false });
    redshift.front.plant({ statement: /^commit/, answer: violation });
    expect(await deliver(monday, { fence: 3 })).toMatchObject({ alreadyDelivered: false });
    expect(await held('site')).toHaveLength(4);
    redshift.front.plant({ statement: /^insert into "public"."daily/, times: 9, answer: violation });
    await expect(deliver(tuesday, { fence: 4 })).rejects.toMatchObject({
      code: 'DESTINATION_BUSY',
      class: 'transient',
    });
    expect(await held('site')).toHaveLength(4);
    expect(await objects()).toEqual([]);
  });

  it('rows when its disk is full', { tags: 'case:full' }, async () => {
    const full = { code: 'XX000', words: 'Disk Full Detail: error: Disk Full code: 1016 context: node: 0' };
    redshift.front.plant({ statement: /^insert into "public"."daily/, answer: full });
    await expect(deliver(monday)).rejects.toMatchObject({ code: 'DESTINATION_FULL', class: 'transient' });
    expect(await held()).toEqual([]);
  });

  it('a table or a bucket that is not there', { tags: 'case:missing' }, async () => {
    const missing = deliver(monday, { parameters: { ...parameters, create: false } });
    await expect(missing).rejects.toMatchObject({ code: 'DESTINATION_SCHEMA' });
    const elsewhere = deliver(monday, { parameters: { ...parameters, staging: 's3://no-such-bucket/x' } });
    await expect(elsewhere).rejects.toThrow('the bucket no-such-bucket does not exist');
    await redshift.database.rows(`create table ${table}_short (site text)`);
    await expect(deliver(monday, { parameters: { ...parameters, table: `${table}_short` } })).rejects.toThrow(
      'it has no column clicks, revenue, report_date',
    );
  });

  it('reports what the user may not do, which is not taken for a wrong key', { tags: 'case:denied' }, async () => {
    await redshift.database.rows(
      `create table ${table} (site text, clicks int, revenue numeric(18, 6), report_date date)`,
    );
    await redshift.database.rows(`revoke insert on ${table} from current_user`);
    await expect(deliver(monday)).rejects.toMatchObject({
      code: 'DESTINATION_REFUSED',
      class: 'permanent',
      message: expect.stringContaining('permission denied') as unknown,
    });
  });

  it('objects that its access may not read, without a secret in the message', async () => {
    const { properties } = redshift.bucket.deniedKey;
    const denied = {
      code: 'XX000',
      words: `S3ServiceException:Access Denied,Status 403, Secret ${secret()}, in: copy x secret_access_key '${secret()}'`,
    };
    redshift.front.plant({ statement: /^copy /, answer: denied });
    const error: unknown = await deliver(monday).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'DESTINATION_REFUSED' });
    expect(String((error as Error).stack) + JSON.stringify((error as Error).cause)).not.toContain(secret());
    const access = { aws_access_key_id: properties['aws_access_key_id'] ?? null };
    const key = changeKey(redshift.key, {
      ...access,
      aws_secret_access_key: properties['aws_secret_access_key'] ?? null,
    });
    await expect(deliver(monday, { key })).rejects.toMatchObject({ code: 'DESTINATION_AUTH_FAILED' });
  });
});

describe('a delivery after a failure', () => {
  it.each([
    ['before the commit happened', 'cut', false],
    ['after it happened', 'cut when answered', true],
  ] as const)('a commit whose answer was lost %s is settled by the ledger', async (_, answer, happened) => {
    redshift.front.plant({ statement: /^commit/, answer });
    const delivered = deliver(monday);
    if (happened) expect(await delivered).toMatchObject({ alreadyDelivered: false });
    else await expect(delivered).rejects.toMatchObject({ code: 'DESTINATION_UNREACHABLE' });
    expect((await deliver(monday, { attempt: 2 })).alreadyDelivered).toBe(happened);
    expect(await held('site')).toHaveLength(4);
  });

  it('sweeps what an earlier attempt left in the bucket, and what was left a day ago', async () => {
    const abort = new AbortController();
    const reached = Promise.withResolvers<undefined>();
    const beforeCommit = (): Promise<never> => {
      reached.resolve(undefined);
      return new Promise((_, reject) => {
        abort.signal.addEventListener('abort', () => reject(new Error('gone')));
      });
    };
    const stuck = deliver(monday, { signal: abort.signal, beforeCommit });
    await Promise.race([reached.promise, stuck]);
    const left = await objects();
    expect(left).toHaveLength(2);
    abort.abort(new Error('gone'));
    await expect(stuck).rejects.toThrow('gone');
    expect(await objects()).toEqual([]);
    const writing = { signal: new AbortController().signal, condition: 'any' } as const;
    const [first = ''] = left;
    const other = `${table}/switchboard-0123456789abcdef0123-1-00000000/part-00001.csv.gz`;
    const foreign = `${table}/other.csv`;
    for (const name of [first, other, foreign])
      await redshift.bucket.bucket.write(
        name,
        (async function* () {
          yield Buffer.from('x');
        })(),
        writing,
      );
    await deliver(monday, { attempt: 2 });
    expect((await objects()).toSorted()).toEqual([foreign, other].toSorted());
    await deliver(tuesday, { fence: 2, now: () => Date.now() + 25 * 3_600_000 });
    expect(await objects()).toEqual([foreign]);
  });
});

it.each([
  [{ staging: 's3://bucket' }, 'PARAMETER_INVALID', 'must be s3://bucket/path'],
  [{ staging: "s3://bucket/it's" }, 'PARAMETER_INVALID', 'may hold only letters'],
  [{ iam_role: "x' manifest" }, 'PARAMETER_INVALID', 'must be default, or like'],
  [{ table: 'x'.repeat(128) }, 'PARAMETER_INVALID', 'at most 127 bytes'],
] as const)('refuses the parameters %j', async (changed, code, message) => {
  const failed = deliver(monday, { parameters: { ...parameters, ...changed } });
  await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining(message) as unknown });
});

it('refuses keys of other dialects, and keys without access to a bucket', async () => {
  const { dialect: _, ...login } = redshift.database.key.properties;
  const key = { name: 'k', type: 'sql', properties: { ...login, dialect: 'redshift' } };
  for (const wrong of [key, changeKey(key, { dialect: 'mysql' }), changeKey(redshift.key, { aws_access_key_id: null })])
    await expect(deliver(monday, { key: wrong })).rejects.toMatchObject({ code: 'KEY_NOT_SUPPORTED' });
  const columns: Column[] = ['site', 'Site'].map((name) => ({ name, type: { kind: 'string' }, nullable: true }));
  await expect(deliver(buildContent(folder, 'site,Site', ['a,b']), { columns })).rejects.toThrow(
    'does not distinguish two columns named Site',
  );
});
