import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { OpenExample, OpenReport, TestServer } from '../../testing/harness.ts';
import { startHttp } from '../../testing/http-server.ts';

export const testServer: TestServer = {
  server: 'files of SQLite itself, on the servers of the other sources',
  others: [],
  without: {},
};

/** The bytes of a database that statements make. */
export function makeDatabase(sql: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-harness-'));
  try {
    const path = join(folder, 'made.db');
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'shop.db'), makeDatabase('create table orders (a, b); insert into orders values (1, 2)'));
  give(null, { read: [folder], write: [] });
  return { path: 'shop.db', table: 'orders' };
};

export const openReport: OpenReport = async () => {
  const bytes = makeDatabase(
    `create table report (n integer, filler text);
     with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000)
     insert into report select n, printf('%01000d', n) from numbers`,
  );
  const { port, close } = await startHttp((_, response) => response.end(bytes));
  return {
    port,
    declare: (from) => ({ parameters: { path: `http://127.0.0.1:${from}/shop.db`, table: 'report' }, key: null }),
    close: async () => close(),
  };
};
