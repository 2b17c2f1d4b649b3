import type { Parameters } from '@switchboard/model/plan';
import { expect, it } from 'vitest';
import type { KeyProperties } from '../spec.ts';
import { changeKey } from './harness.ts';
import type { Asked } from './read-source.ts';
import { createStandIn } from './sftp.ts';
import { proxyTo } from './tcp-proxy.ts';

/** A source of SQL on a server of this machine. What a test reads of it is resolved while the test runs. */
type SqlSource = {
  /** Name, address and text of the file. */
  read(parameters: Parameters, asked?: Asked): Promise<readonly string[]>;
  key(): KeyProperties;
  /** Where its server listens. */
  address(): { readonly host: string; readonly port: number };
};

type Refusing = SqlSource & {
  /** A dialect of keys for another connector. */
  readonly foreignDialect: string;
  /** A database that the key may not open. */
  readonly foreignDatabase: string;
};

export function testWrongKeys({ read, key, foreignDialect, foreignDatabase }: Refusing): void {
  it.each([
    [{ password: 'wrong' }, 'SOURCE_AUTH_FAILED'],
    [{ db_name: foreignDatabase }, 'SOURCE_AUTH_FAILED'],
    [{ port: 1 }, 'SOURCE_UNREACHABLE'],
    [{ host: 'nowhere.invalid' }, 'SOURCE_UNREACHABLE'],
    [{ host: '10.0.0.1' }, 'HOST_NOT_ALLOWED'],
    [{ ssl: true }, 'SOURCE_UNREACHABLE'],
    [{ dialect: foreignDialect }, 'KEY_NOT_SUPPORTED'],
  ] as const)('fails with a key of %j by %s', { tags: ['case:wrong-key', 'case:refused'] }, async (change, code) => {
    const failure = read({ table: 'orders' }, { key: changeKey(key(), change) });
    await expect(failure).rejects.toMatchObject({ code });
    await failure.catch((error: unknown) => expect(String(error)).not.toContain('p@ss'));
  });
}

/** @param table its rows have more than 500,000 bytes */
export function testCutRows({ read, key, address }: SqlSource, table: string): void {
  it('says that the rows ended early when the connection breaks between them', { tags: 'case:cut' }, async () => {
    const { host, port: own } = address();
    let passed = 0;
    const port = await proxyTo(host, own, {
      onAnswer: (bytes, client) => {
        passed += bytes.length;
        if (passed > 500_000) client.destroy();
        return passed <= 500_000;
      },
    });
    await expect(read({ table }, { key: changeKey(key(), { port }) })).rejects.toMatchObject({
      code: 'SOURCE_ENDED_EARLY',
      class: 'transient',
    });
  });
}

type Whole = Refusing & {
  /** Runs a statement of PostgreSQL, which holds the rows behind the server. */
  run(statement: string): Promise<unknown>;
  /** Where new tables are, such as `dbo.`; empty for the default. */
  readonly schema: string;
  /** Whether days are also read from texts. */
  readonly readsDaysOfTexts: boolean;
  readonly missing: RegExp;
  readonly denied: RegExp;
};

/** For a source whose rows PostgreSQL holds. Its view `long` has 5,000 rows of n and 1,000 letters. */
export function testSqlSource(source: Whole): void {
  const { read, key, run, schema, readsDaysOfTexts, missing, denied } = source;
  testWrongKeys(source);
  testCutRows(source, 'long');

  it('begins the days of moments in the timezone of the download, and those of other times as they are written', async () => {
    const idsBy = async (column: string, timezone: string): Promise<string | undefined> =>
      (await read({ query: `select id, ${column} from times`, date_column: column, order_by: 'id', timezone }))[2]
        ?.replaceAll(/,.*/g, '')
        .split('\n')
        .slice(1, -1)
        .join(' ');
    await run(`create table ${schema}times (id int, moment timestamptz, local timestamp, note text, number int)`);
    await run(`insert into ${schema}times select n, t at time zone 'UTC', t, t::text, n
      from generate_series(timestamp '2026-03-03 12:00', '2026-03-05 12:00', '6 hours') with ordinality as s (t, n)`);
    expect(await idsBy('moment', 'UTC')).toBe('3 4 5 6');
    expect(await idsBy('moment', 'America/Los_Angeles')).toBe('5 6 7 8');
    expect(await idsBy('moment', 'Asia/Tokyo')).toBe('2 3 4 5');
    expect(await idsBy('local', 'Asia/Tokyo')).toBe('3 4 5 6');
    if (readsDaysOfTexts) expect(await idsBy('note', 'Asia/Tokyo')).toBe('3 4 5 6');
    for (const column of readsDaysOfTexts ? ['number'] : ['number', 'note'])
      await expect(idsBy(column, 'UTC')).rejects.toMatchObject({ code: 'PARAMETER_INVALID', class: 'permanent' });
  });

  it('goes through an SSH tunnel', async () => {
    const gateway = await createStandIn();
    const { port, password } = gateway.key.properties;
    const tunnelled = changeKey(key(), {
      ssh_tunnel_host: '127.0.0.1',
      ssh_tunnel_port: port ?? null,
      ssh_tunnel_user: 'ann',
      ssh_tunnel_password: password ?? null,
    });
    expect((await read({ table: 'long' }, { key: tunnelled }))[2]).toHaveLength(5_000 * 1_002 + 18_893 + 9);
    const wrong = changeKey(tunnelled, { ssh_tunnel_password: 'wrong' });
    await expect(read({ table: 'long' }, { key: wrong })).rejects.toMatchObject({
      code: 'SOURCE_AUTH_FAILED',
      message: expect.stringContaining('SSH tunnel: incorrect user or password') as unknown,
    });
    gateway.close();
  });

  it('reports a table that is not there', { tags: 'case:missing' }, async () => {
    await expect(read({ table: 'missing' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringMatching(missing) as unknown,
    });
  });

  it('reports a table that the user may not read', { tags: 'case:denied' }, async () => {
    await run(`create table ${schema}hidden (id int)`);
    await run(`revoke select on ${schema}hidden from current_user`);
    await expect(read({ table: 'hidden' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringMatching(denied) as unknown,
    });
  });
}

/** For a source of PostgreSQL's protocol, which reads in a read-only transaction. */
export function testReadOnly({ read, rows }: Pick<Whole, 'read'> & { rows(query: string): Promise<unknown> }): void {
  it('writes nothing, whatever the query says', async () => {
    await rows('create table kept (n int)');
    await rows(`create function grow() returns int language sql as 'insert into kept values (1) returning n'`);
    await expect(read({ query: 'select grow()' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringContaining('read-only transaction') as unknown,
    });
    expect(await rows('select * from kept')).toEqual([]);
  });
}
