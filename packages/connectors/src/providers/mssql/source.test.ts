import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceRequest } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { changeKey } from '../../testing/harness.ts';
import { createTestMssql, type TestMssql } from '../../testing/mssql/server.ts';
import { createStandIn } from '../../testing/sftp.ts';
import { proxyTo } from '../../testing/tcp-proxy.ts';
import { source } from './source.ts';

let server: TestMssql;
beforeAll(async () => {
  server = await createTestMssql();
  const { database } = server;
  await database.rows('create table dbo.orders (id int, day date, at timestamptz, note text, ok boolean)');
  await database.rows(`insert into dbo.orders values
    (1, '2026-03-03', '2026-03-03 23:59:59.5Z', 'plain', true), (2, '2026-03-04', '2026-03-04 00:00Z', 'a,"b"', false),
    (3, '2026-03-04', '2026-03-05 00:30+01', '', null), (4, '2026-03-05', '2026-03-05 00:00Z', null, null)`);
  await database.rows(`create view dbo.long as select n, repeat('x', 1000) as filler from generate_series(1, 5000) n`);
});
afterAll(() => server.close());

type Asked = { readonly key?: SourceRequest['key']; readonly reportDate?: string | null };

/** Name, address and text of the file. */
async function read(parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> {
  const request = { name: 'orders', parameters, key: server.key, reportDate: '2026-03-04', state: null, ...asked };
  const answer = await source.fetch(request, context);
  if (answer.kind !== 'files') throw new Error('expected files');
  const files: string[] = [];
  for await (const file of answer.files) files.push(file.filename, file.url, await text(file.body));
  return files;
}

describe('the sent statements', () => {
  it.each([
    ['a table of a date', { table: 'dbo.orders', date_column: 'day', order_by: ['id', 'o]dd'] }, 'table-of-a-date'],
    [
      'a query of moments',
      { query: 'select at from orders;', date_column: 'at', timezone: 'Asia/Tokyo' },
      'query-of-moments',
    ],
    ['a whole table', { table: 'orders' }, 'whole-table'],
  ])('statements match the golden file of %s', async (_, parameters, name) => {
    server.plant();
    await read(parameters).catch(() => undefined);
    await expect(`${server.statements().join(';\n')};\n`).toMatchFileSnapshot(`./golden/${name}.sql`);
  });
});

describe('mssql source', () => {
  it('reads the rows of a report date, moments in UTC, with null and empty text apart', async () => {
    expect(await read({ table: 'dbo.orders', date_column: 'day', order_by: 'id' })).toEqual([
      'orders-2026-03-04.csv',
      `mssql://127.0.0.1:${server.port}/shop`,
      'id,day,at,note,ok\n2,2026-03-04,2026-03-04 00:00:00.0000000+00,"a,""b""",0\n3,2026-03-04,2026-03-04 23:30:00.0000000+00,"",\n',
    ]);
  });

  it('begins the days of moments in the timezone of the download, and those of other times as they are written', async () => {
    const idsBy = async (column: string, timezone: string): Promise<string | undefined> =>
      (await read({ query: `select id, ${column} from times`, date_column: column, order_by: 'id', timezone }))[2]
        ?.replaceAll(/,.*/g, '')
        .split('\n')
        .slice(1, -1)
        .join(' ');
    await server.database.rows(
      `create table dbo.times (id int, moment timestamptz, local timestamp, note text, number int)`,
    );
    await server.database.rows(`insert into dbo.times select n, t at time zone 'UTC', t, t::text, n
      from generate_series(timestamp '2026-03-03 12:00', '2026-03-05 12:00', '6 hours') with ordinality as s (t, n)`);
    expect(await idsBy('moment', 'UTC')).toBe('3 4 5 6');
    expect(await idsBy('moment', 'America/Los_Angeles')).toBe('5 6 7 8');
    expect(await idsBy('local', 'Asia/Tokyo')).toBe('3 4 5 6');
    expect(await idsBy('note', 'Asia/Tokyo')).toBe('3 4 5 6');
    await expect(idsBy('number', 'UTC')).rejects.toMatchObject({ code: 'PARAMETER_INVALID', class: 'permanent' });
  });

  it('keeps every digit, bytes and texts of every script, and the header of a result without rows', async () => {
    await server.database.rows(`create table dbo.exact (i bigint, d numeric(38, 10), t time(6), b bytea, n text)`);
    await server.database.rows(
      `insert into dbo.exact values (9223372036854775807, 1234567890123456789012345678.0123456789, '23:59:59.123456', '\\x00ff', '😀 ''é]')`,
    );
    expect((await read({ table: 'exact' }))[2]).toBe(
      `i,d,t,b,n\n9223372036854775807,1234567890123456789012345678.0123456789,23:59:59.1234560,\\x00ff,😀 'é]\n`,
    );
    expect((await read({ table: 'orders', date_column: 'day' }, { reportDate: '2020-01-01' }))[2]).toBe(
      'id,day,at,note,ok\n',
    );
  });

  it('reads no faster than the rows are taken', async () => {
    await server.database.rows(
      `create view dbo.endless as select repeat('x', 1000) as filler from generate_series(1, 100000) n`,
    );
    const request = { name: 'o', parameters: { table: 'endless' }, key: server.key, reportDate: null, state: null };
    const answer = await source.fetch(request, buildContext());
    if (answer.kind !== 'files') throw new Error('expected files');
    for await (const { body } of answer.files) {
      const lastChange = async (): Promise<unknown> => {
        const [row] = await server.database.rows(
          `select now() - state_change > interval '300 milliseconds' from pg_stat_activity where query like 'fetch 500%' and state like 'idle%'`,
        );
        return row?.[0];
      };
      await expect.poll(lastChange).toBe('t');
      expect(body.readableLength).toBeLessThan(1_000_000);
      body.destroy();
    }
  });

  it('goes through an SSH tunnel', async () => {
    const gateway = await createStandIn();
    const { port, password } = gateway.key.properties;
    const key = changeKey(server.key, {
      ssh_tunnel_host: '127.0.0.1',
      ssh_tunnel_port: port ?? null,
      ssh_tunnel_user: 'ann',
      ssh_tunnel_password: password ?? null,
    });
    expect((await read({ table: 'long' }, { key }))[2]).toHaveLength(5_000 * 1_002 + 18_893 + 9);
    gateway.close();
  });

  it.each([
    [{ password: 'wrong' }, 'SOURCE_AUTH_FAILED'],
    [{ db_name: 'nowhere' }, 'SOURCE_AUTH_FAILED'],
    [{ port: 1 }, 'SOURCE_UNREACHABLE'],
    [{ host: '10.0.0.1' }, 'HOST_NOT_ALLOWED'],
    [{ ssl: true }, 'SOURCE_UNREACHABLE'],
    [{ dialect: 'postgresql' }, 'KEY_NOT_SUPPORTED'],
  ] as const)('fails with a key of %j by %s', { tags: ['case:wrong-key', 'case:refused'] }, async (change, code) => {
    const failure = read({ table: 'orders' }, { key: changeKey(server.key, change) });
    await expect(failure).rejects.toMatchObject({ code });
    await failure.catch((error: unknown) => expect(String(error)).not.toContain('p@ss'));
  });

  it('reports a table that is not there', { tags: 'case:missing' }, async () => {
    await expect(read({ table: 'missing' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringMatching(/answered 208: relation .*missing.* does not exist\. Check/) as unknown,
    });
  });

  it('reports a table that the user may not read, and a server that is busy', { tags: 'case:denied' }, async () => {
    await server.database.rows('create table dbo.hidden (id int)');
    await server.database.rows('revoke select on dbo.hidden from current_user');
    await expect(read({ table: 'hidden' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringMatching(/answered 229: permission denied for table hidden/) as unknown,
    });
    server.plant({ statement: /^select convert/, answer: [1205, 'Transaction (Process ID 52) was deadlocked.'] });
    await expect(read({ table: 'orders' })).rejects.toMatchObject({ code: 'SOURCE_HTTP_ERROR', class: 'transient' });
  });

  it('says that the rows ended early when the connection breaks between them', { tags: 'case:cut' }, async () => {
    let passed = 0;
    const port = await proxyTo('127.0.0.1', server.port, {
      onAnswer: (bytes, client) => {
        passed += bytes.length;
        if (passed > 500_000) client.destroy();
        return passed <= 500_000;
      },
    });
    await expect(read({ table: 'long' }, { key: changeKey(server.key, { port }) })).rejects.toMatchObject({
      code: 'SOURCE_ENDED_EARLY',
      class: 'transient',
    });
  });
});

it('says which columns are decimals, and how many digits they are declared with', async () => {
  await server.database.rows('create table dbo.digits (i bigint, d numeric(38, 10))');
  const request = { name: 'x', parameters: { table: 'dbo.digits' }, key: server.key, reportDate: null, state: null };
  const answer = await source.fetch(request, buildContext());
  if (answer.kind !== 'files') throw new Error('expected files');
  for await (const file of answer.files) {
    await text(file.body);
    expect(file.decimals).toEqual({ d: { precision: 38, scale: 10 } });
  }
  expect.assertions(1);
});
