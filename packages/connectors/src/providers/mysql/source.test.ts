import type { Parameters } from '@switchboard/model/plan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildContext } from '../../testing/context.ts';
import { changeKey } from '../../testing/harness.ts';
import { createMysqlServer, isMariadb, type TestMysql } from '../../testing/mysql.ts';
import { type Asked, readSource } from '../../testing/read-source.ts';
import { testCutRows, testWrongKeys } from '../../testing/sql-source-promises.ts';
import { serveTcp } from '../../testing/tcp-server.ts';
import { decimalsOf } from './read-csv.ts';
import { source } from './source.ts';

const ROWS = 3_000;

let mysql: TestMysql;
beforeAll(async () => {
  mysql = await createMysqlServer();
  await mysql.run('create table orders (id int, day varchar(10), `a "note"` varchar(100))');
  await mysql.run(`insert into orders values
    (1, '2026-03-03', 'plain'), (2, '2026-03-04', 'a,"b"'), (3, '2026-03-04', ''), (4, '2026-03-05', null), (5, '2026-03-04', 'größe 😀')`);
  await mysql.run('create table numbers (n int, filler varchar(1000))');
  const values = Array.from({ length: ROWS }, (_, n) => `(${n}, '${'x'.repeat(500)}')`);
  await mysql.run(`insert into numbers values ${values.join(', ')}`);
});
afterAll(() => mysql.close());

/** Name, address and text of the file. */
const read = (parameters: Parameters, asked: Asked = {}, context = buildContext()): Promise<readonly string[]> =>
  readSource(source, { name: 'orders', parameters, key: mysql.key, reportDate: '2026-03-04', ...asked }, context);

describe('mysql source', () => {
  const tested = {
    read,
    key: () => mysql.key,
    address: () => ({ host: '127.0.0.1', port: Number(mysql.key.properties['port']) }),
  };
  testWrongKeys({ ...tested, foreignDialect: 'postgresql', foreignDatabase: 'secret' });
  testCutRows(tested, 'numbers');

  it('reads the rows of a report date, with null and empty text apart', async () => {
    expect(await read({ table: 'orders', date_column: 'day', order_by: 'id' })).toEqual([
      'orders-2026-03-04.csv',
      `mysql://127.0.0.1:${String(mysql.key.properties['port'])}/shop`,
      'id,day,"a ""note"""\n2,2026-03-04,"a,""b"""\n3,2026-03-04,""\n5,2026-03-04,größe 😀\n',
    ]);
  });

  it('reads a query with a report date in it, a whole table, and no rows', async () => {
    const query = `select id, \`a "note"\` as note from orders where day > '{YYYY-MM-DD}' -- later`;
    expect((await read({ query }))[2]).toBe('id,note\n4,\n');
    const whole = await read({ query: 'select count(*) as rows_held from orders;' }, { reportDate: null });
    expect([whole[0], whole[2]]).toEqual(['orders.csv', 'rows_held\n5\n']);
    expect((await read({ query: 'select id from orders where id > 9' }))[2]).toBe('id\n');
  });

  it('says how many digits decimals are declared with, by their lengths in the protocol', () => {
    const column = (name: string, columnLength: number, decimals: number, flags = 0, type = 246) => ({
      name,
      type,
      columnLength,
      decimals,
      flags,
    });
    const columns = [column('a', 12, 2), column('b', 11, 2, 32), column('c', 6, 0), column('d', 22, 31, 0, 5)];
    expect(decimalsOf(columns)).toEqual({
      a: { precision: 10, scale: 2 },
      b: { precision: 10, scale: 2 },
      c: { precision: 5, scale: 0 },
    });
  });

  it('reads many rows', async () => {
    const [, , rows = ''] = await read({ table: 'numbers', order_by: 'n' });
    expect(rows.split('\n').map((row) => row.split(',')[0])).toEqual([
      'n',
      ...Array.from({ length: ROWS }, (_, n) => String(n)),
      '',
    ]);
  });

  it('refuses a date column that holds no dates', async () => {
    await expect(read({ table: 'orders', date_column: 'missing' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
    });
  });

  // The stand-in has texts only.
  if (isMariadb) {
    it('begins the days of moments in the timezone of the download', async () => {
      await mysql.run('create table times (id int, day date, at datetime, moment timestamp null, index (moment))');
      await mysql.run(`set time_zone = '+00:00'`);
      const values = Array.from({ length: 9 }, (_, index) => {
        const at = new Date(Date.UTC(2026, 2, 3, 12 + index * 6)).toISOString().slice(0, 19).replace('T', ' ');
        return `(${index + 1}, '${at.slice(0, 10)}', '${at}', '${at}')`;
      });
      await mysql.run(`insert into times values ${values.join(', ')}`);
      const idsBy = async (column: string, timezone: string): Promise<string> => {
        const [, , csv = ''] = await read({ table: 'times', date_column: column, order_by: 'id', timezone });
        return csv.replaceAll(/,.*/g, '').trim().split('\n').slice(1).join(' ');
      };
      expect(await idsBy('day', 'Asia/Tokyo')).toBe('3 4 5 6');
      expect(await idsBy('at', 'Asia/Tokyo')).toBe('3 4 5 6');
      expect(await idsBy('moment', 'Asia/Tokyo')).toBe('2 3 4 5');
      expect(await idsBy('moment', 'America/Los_Angeles')).toBe('5 6 7 8');
      await expect(idsBy('id', 'UTC')).rejects.toMatchObject({ code: 'PARAMETER_INVALID', class: 'permanent' });
    });

    it('reports a table that the user may not read', { tags: 'case:denied' }, async () => {
      await mysql.run('create table secret.hidden (id int)');
      await expect(read({ query: 'select * from secret.hidden' })).rejects.toMatchObject({
        code: 'SOURCE_BAD_REQUEST',
        message: expect.stringMatching(/answered ER_TABLEACCESS_DENIED_ERROR: SELECT command denied/) as unknown,
      });
    });

    it('spells every type of a real server, in UTC, and writes nothing', async () => {
      await mysql.run(
        'create table kinds (a decimal(10, 2), b double, c datetime(3), d timestamp, e blob, f json, g bit(8), h bool)',
      );
      await mysql.run(`set time_zone = '+02:00'`);
      await mysql.run(
        `insert into kinds values (1.5, 1e300, '2026-03-04 01:02:03.5', '2026-03-04 01:00:00', x'00ff', '{"k":1}', 5, true)`,
      );
      expect((await read({ table: 'kinds' }))[2]).toBe(
        'a,b,c,d,e,f,g,h\n1.50,1e300,2026-03-04 01:02:03.500,2026-03-03 23:00:00,\\x00ff,"{""k"":1}",\\x05,1\n',
      );
      await expect(read({ query: 'select * from kinds for update' })).rejects.toMatchObject({
        code: 'SOURCE_BAD_REQUEST',
        message: expect.stringContaining('READ ONLY') as unknown,
      });
    });
  }

  it('reports what the server refuses, and a server that speaks something else', { tags: 'case:missing' }, async () => {
    await expect(read({ table: 'missing' })).rejects.toMatchObject({
      code: 'SOURCE_BAD_REQUEST',
      message: expect.stringMatching(
        /answered ER_NO_SUCH_TABLE: Table 'shop\.missing' doesn't exist\. Check/,
      ) as unknown,
    });
    const port = await serveTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(read({ table: 'orders' }, { key: changeKey(mysql.key, { port }) })).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
    });
  });

  it('stops when it is cancelled between rows', async () => {
    const abort = new AbortController();
    const context = buildContext({ signal: abort.signal, onBytes: () => abort.abort(new Error('cancelled')) });
    await expect(read({ table: 'numbers' }, {}, context)).rejects.toThrow();
  });
});
