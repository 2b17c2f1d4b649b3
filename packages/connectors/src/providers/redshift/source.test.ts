import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { beforeAll, describe, expect, it } from 'vitest';
import type { KeyProperties, SourceRequest } from '../../spec.ts';
import { buildContext } from '../../testing/context.ts';
import { changeKey } from '../../testing/harness.ts';
import { createStandIn } from '../../testing/sftp.ts';
import { proxyTo } from '../../testing/tcp-proxy.ts';
import { useDatabase } from '../../testing/use-database.ts';
import { source } from './source.ts';

// PostgreSQL answers for Redshift.
const database = useDatabase();
const redshiftKey = (change: KeyProperties['properties'] = {}): KeyProperties =>
  changeKey(database.key, { dialect: 'redshift', ...change });
beforeAll(async () => {
  await database.rows('create table orders (id int, day date, at timestamptz, note text, ok boolean)');
  await database.rows(`insert into orders values
    (1, '2026-03-03', '2026-03-03 23:59:59.5Z', 'plain', true), (2, '2026-03-04', '2026-03-04 00:00Z', 'a,"b"', false),
    (3, '2026-03-04', '2026-03-05 00:30+01', '', null), (4, '2026-03-05', '2026-03-05 00:00Z', null, null)`);
  await database.rows(`create view long as select n, repeat('x', 1000) as filler from generate_series(1, 5000) n`);
});

type Asked = { readonly key?: SourceRequest['key']; readonly reportDate?: string | null };

/** Name, address and text of the file. */
async function read(parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> {
  const request = { name: 'orders', parameters, key: redshiftKey(), reportDate: '2026-03-04', state: null, ...asked };
  const answer = await source.fetch(request, context);
  if (answer.kind !== 'files') throw new Error('expected files');
  const files: string[] = [];
  for await (const file of answer.files) files.push(file.filename, file.url, await text(file.body));
  return files;
}

describe('redshift source', () => {
  it('reads the rows of a report date, in UTC, with null and empty text apart', async () => {
    const { port, db_name: name } = database.key.properties;
    expect(await read({ table: 'public.orders', date_column: 'day', order_by: 'id' })).toEqual([
      'orders-2026-03-04.csv',
      `redshift://127.0.0.1:${String(port)}/${String(name)}`,
      'id,day,at,note,ok\n2,2026-03-04,2026-03-04 00:00:00+00,"a,""b""",f\n3,2026-03-04,2026-03-04 23:30:00+00,"",\n',
    ]);
  });

  it('begins the days of moments in the timezone of the download, and those of other times as they are written', async () => {
    const idsBy = async (column: string, timezone: string): Promise<string | undefined> =>
      (await read({ query: `select id, ${column} from times`, date_column: column, order_by: 'id', timezone }))[2]
        ?.replaceAll(/,.*/g, '')
        .split('\n')
        .slice(1, -1)
        .join(' ');
    await database.rows(`create table times (id int, moment timestamptz, local timestamp, note text)`);
    await database.rows(`insert into times select n, t at time zone 'UTC', t, t::text
      from generate_series(timestamp '2026-03-03 12:00', '2026-03-05 12:00', '6 hours') with ordinality as s (t, n)`);
    expect(await idsBy('moment', 'UTC')).toBe('3 4 5 6');
    expect(await idsBy('moment', 'America/Los_Angeles')).toBe('5 6 7 8');
    expect(await idsBy('local', 'Asia/Tokyo')).toBe('3 4 5 6');
    await expect(idsBy('note', 'UTC')).rejects.toMatchObject({ code: 'PARAMETER_INVALID', class: 'permanent' });
  });

  it('keeps every digit of floats and decimals, and the header of a result without rows', async () => {
    const query = `select 0.1::float8 + 0.2::float8 as f, 12345678901234567890.123456789::numeric(38, 9) as d, 9223372036854775807 as i`;
    expect((await read({ query }))[2]).toBe(
      'f,d,i\n0.30000000000000004,12345678901234567890.123456789,9223372036854775807\n',
    );
    expect((await read({ table: 'orders', date_column: 'day' }, { reportDate: '2020-01-01' }))[2]).toBe(
      'id,day,at,note,ok\n',
    );
  });

  it('reads no faster than the rows are taken', async () => {
    await database.rows(`create view endless as select repeat('x', 1000) as filler from generate_series(1, 100000) n`);
    const request = {
      name: 'orders',
      parameters: { table: 'endless' },
      key: redshiftKey(),
      reportDate: null,
      state: null,
    };
    const answer = await source.fetch(request, buildContext());
    if (answer.kind !== 'files') throw new Error('expected files');
    for await (const { body } of answer.files) {
      const waits = async (): Promise<string | null> => {
        const [row] = await database.rows(
          `select wait_event from pg_stat_activity where application_name = 'switchboard' and datname = current_database()`,
        );
        return row?.[0] as string | null;
      };
      await expect.poll(waits).toBe('ClientWrite');
      expect(body.readableLength).toBeLessThan(1_000_000);
      body.destroy();
    }
  });

  it('writes nothing, whatever the query says', async () => {
    await database.rows('create table kept (n int)');
    await database.rows(`create function grow() returns int language sql as 'insert into kept values (1) returning n'`);
    await expect(read({ query: 'select grow()' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringContaining('read-only transaction') as unknown,
    });
    expect(await database.rows('select * from kept')).toEqual([]);
  });

  it('goes through an SSH tunnel', async () => {
    const gateway = await createStandIn();
    const { port, password } = gateway.key.properties;
    const key = redshiftKey({
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
    const failure = read({ table: 'orders' }, { key: redshiftKey(change) });
    await expect(failure).rejects.toMatchObject({ code });
    await failure.catch((error: unknown) => expect(String(error)).not.toContain('p@ss word'));
  });

  it('reports a table that is not there', { tags: 'case:missing' }, async () => {
    await expect(read({ table: 'missing' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringMatching(/answered 42P01: relation "missing" does not exist\. Check/) as unknown,
    });
  });

  it('reports a table that the user may not read', { tags: 'case:denied' }, async () => {
    await database.rows('create table hidden (id int)');
    await database.rows('revoke select on hidden from current_user');
    await expect(read({ table: 'hidden' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringMatching(/answered 42501: permission denied for table hidden/) as unknown,
    });
  });

  it('says that the rows ended early when the connection breaks between them', { tags: 'case:cut' }, async () => {
    let passed = 0;
    const port = await proxyTo(database.host, database.port, {
      onAnswer: (bytes, client) => {
        passed += bytes.length;
        if (passed > 500_000) client.destroy();
        return passed <= 500_000;
      },
    });
    await expect(read({ table: 'long' }, { key: redshiftKey({ port }) })).rejects.toMatchObject({
      code: 'SOURCE_ENDED_EARLY',
      class: 'transient',
    });
  });
});

it('says which columns are decimals, and how many digits they are declared with', async () => {
  const request = {
    name: 'x',
    parameters: { query: 'select 0.10::numeric(18, 2) as a, 1.5::numeric as b, 1 as c, 0.1::float8 as d' },
    key: redshiftKey(),
    reportDate: null,
    state: null,
  };
  const answer = await source.fetch(request, buildContext());
  if (answer.kind !== 'files') throw new Error('expected files');
  for await (const file of answer.files) {
    await text(file.body);
    expect(file.decimals).toEqual({ a: { precision: 18, scale: 2 }, b: null });
  }
  expect.assertions(1);
});
