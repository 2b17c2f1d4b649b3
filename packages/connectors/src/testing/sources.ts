import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Parameters } from '@switchboard/model/plan';
import { connectorByName } from '../registry.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import type { SqlDialect } from '../sql/sql-login.ts';
import { startAzure } from './azure/start-azure.ts';
import { DATABASE, startClickhouse } from './clickhouse/start-clickhouse.ts';
import { createTestDatabase } from './database.ts';
import { startDatabricks } from './databricks/start-databricks.ts';
import { createTestFtp } from './ftp.ts';
import { changeKey } from './harness.ts';
import { createTestMssql } from './mssql/server.ts';
import { createMysqlServer } from './mysql.ts';
import { createTestBucket } from './s3.ts';
import { createTestServer } from './sftp.ts';
import { startSnowflake } from './snowflake/start-snowflake.ts';

/** A source on a server of this machine, which holds one report. */
export type TestSource = {
  /** Where the server listens. */
  readonly port: number;
  /** The parameters and key of a declaration that reads the report, from the server or from another port. */
  declare(port: number): { readonly parameters: Parameters; readonly key: KeyProperties | null };
  close(): Promise<void>;
};

/** Bytes of the report, at least: more than is under way at a time. */
export const REPORT_BYTES = 3_000_000;
const REPORT = 'x'.repeat(REPORT_BYTES);
const NAME = 'report.csv';

/** Sources on servers, by connector, each opened for one test. */
export const TEST_SOURCES: Readonly<Record<string, () => Promise<TestSource>>> = {
  http: async () => {
    const server = createServer((_, response) => response.end(REPORT)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      port: (server.address() as AddressInfo).port,
      declare: (port) => ({ parameters: { url: `http://127.0.0.1:${port}/${NAME}` }, key: null }),
      close: async () => void server.close(),
    };
  },
  sftp: async () => inFolder(await createTestServer(), ''),
  ftp: async () => {
    const server = await createTestFtp();
    return inFolder(server, server.base);
  },
  s3: async () => {
    const store = await createTestBucket();
    const writing = { signal: new AbortController().signal, condition: 'any' } as const;
    await store.bucket.write(NAME, Readable.from([Buffer.from(REPORT)]), writing);
    return {
      port: Number(new URL(store.endpoint).port),
      declare: (port) => ({
        parameters: { path: `s3://${store.name}/${NAME}` },
        key: changeKey(store.key, { endpoint: `http://127.0.0.1:${port}` }),
      }),
      close: async () => undefined,
    };
  },
  azure_blob: async () => {
    const azure = await startAzure();
    const container = await azure.createContainer();
    await container.write(NAME, REPORT);
    return {
      port: azure.port,
      declare: (port) => ({ parameters: { path: `az://${container.name}/${NAME}` }, key: azure.keyTo(port) }),
      close: azure.close,
    };
  },
  clickhouse: async () => {
    const server = await startClickhouse();
    const row = JSON.stringify(['1', 'x'.repeat(1000)]);
    const rows = Array.from({ length: 3000 }, () => `\t\t${row}`).join(',\n');
    await server.run(`CREATE TABLE ${DATABASE}.report (n Int64, filler String) ENGINE = MergeTree ORDER BY tuple()`);
    // Rows that were not put there one by one.
    server.control.changeAnswer = (reply, sql) =>
      !sql.startsWith('SELECT')
        ? reply
        : { ...reply, body: Buffer.from(`\t"data":\n\t[\n${rows}\n\t],\n\n\t"rows": 3000\n}\n`) };
    return {
      port: server.port,
      declare: (port) => ({ parameters: { table: 'report' }, key: changeKey(server.key(), { port }) }),
      close: server.close,
    };
  },
  mysql: async () => {
    const server = await createMysqlServer();
    await server.run('create table report (n int, filler varchar(1000))');
    const rows = Array.from({ length: 3000 }, (_, n) => `(${n}, '${'x'.repeat(1000)}')`);
    for (let from = 0; from < rows.length; from += 500)
      await server.run(`insert into report values ${rows.slice(from, from + 500).join(', ')}`);
    return {
      port: Number(server.key.properties['port']),
      declare: (port) => ({ parameters: { table: 'report' }, key: changeKey(server.key, { port }) }),
      close: () => server.close(),
    };
  },
  mssql: async () => {
    const server = await createTestMssql();
    await server.database.rows(
      `create view dbo.report as select n, repeat('x', 1000) as filler from generate_series(1, 3000) n`,
    );
    return {
      port: server.port,
      declare: (port) => ({ parameters: { table: 'report' }, key: changeKey(server.key, { port }) }),
      close: () => server.close(),
    };
  },
  postgres: () => ofPostgres('postgresql'),
  redshift: () => ofPostgres('redshift'),
  databricks: async () => {
    const server = await startDatabricks();
    server.control.chunkRows = 200;
    await server.rows(`create view "default".report as select n, repeat('x', 1000) x from generate_series(1, 3000) n`);
    return {
      port: server.port,
      declare: (port) => ({
        parameters: { table: 'default.report', warehouse_id: 'w1' },
        key: server.key({ host: `127.0.0.1:${port}` }),
      }),
      close: server.close,
    };
  },
  snowflake: async () => {
    const server = await startSnowflake();
    server.control.partitionRows = 200;
    await server.rows(
      // Partitions are packed, so that the rows must not be all alike.
      `create view "PUBLIC"."REPORT" as select n, (select string_agg(md5(n::text || i), '') from generate_series(1, 32) i) from generate_series(1, 3000) n`,
    );
    return {
      port: server.port,
      declare: (port) => ({
        parameters: { table: 'public.report' },
        key: server.key({ endpoint: `http://127.0.0.1:${port}` }),
      }),
      close: server.close,
    };
  },
};

async function ofPostgres(dialect: SqlDialect): Promise<TestSource> {
  const database = await createTestDatabase();
  await database.rows(`create view report as select n, repeat('x', 1000) as filler from generate_series(1, 3000) n`);
  return {
    port: database.port,
    declare: (port) => ({ parameters: { table: 'report' }, key: changeKey(database.key, { port, dialect }) }),
    close: () => database.close(),
  };
}

type FolderServer = { readonly folder: string; readonly key: KeyProperties; close(): void };

function inFolder({ folder, key, close }: FolderServer, base: string): TestSource {
  writeFileSync(join(folder, NAME), REPORT);
  return {
    port: Number(key.properties['port']),
    declare: (port) => ({ parameters: { path: `${base}${NAME}` }, key: changeKey(key, { port }) }),
    close: async () => close(),
  };
}

/** Lists the report, where the source can list, and reads it to its end. Returns its characters. */
export async function readReport(
  connector: string,
  { parameters, key }: ReturnType<TestSource['declare']>,
  context: ConnectorContext,
): Promise<number> {
  const source = await connectorByName().get(connector)?.source?.();
  if (source === undefined) throw new Error(`there is no source ${connector}`);
  const request = { name: 'ads', parameters, key, reportDate: null, state: null };
  const files = await source.list?.({ ...request, dates: null }, context);
  const answer = await source.fetch(files === undefined ? request : { ...request, files }, context);
  if (answer.kind !== 'files') throw new Error('expected files');
  let length = 0;
  for await (const file of answer.files) length += (await text(file.body)).length;
  return length;
}
