import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Connector } from '@switchboard/connectors';
import type { PlanTable } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { describe, expect, test } from 'vitest';
import { storeTable } from '../../test/parquet.ts';
import { useBench } from '../../test/use-bench.ts';
import { loadPart } from '../download/load/load.ts';
import { previewFile } from '../download/preview.ts';
import { buildResults } from '../flow/build-results.ts';
import { compareResults } from '../flow/compare-results.ts';
import { readRows } from '../flow/read-rows.ts';
import type { FlowRequest } from '../requests.ts';
import { deliverUpload } from '../upload/deliver.ts';
import { storeResultFile } from '../upload/store-result-file.ts';
import { keyOf } from './stored-content.ts';

const bench = useBench();
const columns: readonly Column[] = [
  { name: 'site', type: { kind: 'string' }, nullable: true },
  { name: 'clicks', type: { kind: 'integer' }, nullable: true },
];
const position = { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };
const limits = { memoryBytes: 512 * 1024 ** 2, timeoutMs: 60_000 };
const rowsOf = (...rows: readonly string[]): string =>
  `SELECT * FROM (VALUES ${rows.map((row) => `(${row}::BIGINT)`).join(', ')}) v(site, clicks)`;

const STATE = 'switchboard:state:latest';
const KEPT = 'switchboard:kept:latest';
const UNDATED = 'CAST(NULL AS DATE) AS "switchboard:date", CAST(NULL AS DATE) AS "switchboard:until"';
const latest: PlanTable = {
  name: 'latest',
  project: 'a',
  inputs: ['ads'],
  columns,
  closed: true,
  sql: { duckdb: `SELECT site, clicks FROM "${KEPT}" ORDER BY ALL` },
  state: {
    keys: ['site'],
    table: STATE,
    kept: KEPT,
    merge: { duckdb: `SELECT site, clicks, ${UNDATED} FROM ads UNION ALL BY NAME SELECT * FROM "${STATE}"` },
    empty: { duckdb: 'SELECT site, clicks FROM ads WHERE false' },
  },
  position,
};
const flowOf = (tables: readonly PlanTable[], tableKey: string, stateKey: string | null): FlowRequest => ({
  reportDate: '2026-11-19',
  tables,
  inputs: [{ table: 'ads', columns, parts: [{ tableKey, reportDate: '2026-11-19', filename: 'a.csv' }] }],
  states: [{ table: 'latest', stateKey }],
  outputs: [{ upload: 'daily', table: 'latest' }],
  prefix: `flow/${++made}`,
  limits,
});
const upload = {
  name: 'daily',
  project: 'a',
  table: 'latest',
  connector: 'box',
  key: null,
  parameters: { format: 'parquet' },
  mode: 'replace_date',
  columns,
  tables: [],
  sourceTables: [],
  sources: [],
  destination: 'box',
  position,
} as const;
let made = 0;
let handed = 0;
const box: Connector = {
  spec: { name: 'box', displayName: 'Box', keyTypes: [], keyRequired: false },
  destination: async () => ({
    formatOf: () => 'parquet',
    async deliver({ content: { bytes, rows, path } }) {
      await readFile(path);
      handed += 1;
      return { rows, bytes, destination: 'box', alreadyDelivered: false };
    },
  }),
};

const CSV = 'site,clicks\na,1\nb,2\n';
const storeCsv = async (): Promise<string> =>
  (await bench.store.put(`raw/${++made}`, Readable.from([Buffer.from(CSV)]))).key;
const storeRows = (): Promise<string> => storeTable(bench, `table/${++made}.parquet`, rowsOf("'a', 1", "'b', 2"));
const rawFile = (key: string) => ({ key, filename: 'a.csv', url: '', bytes: CSV.length, sha256: '' });
const delivery = {
  accountId: 'a1',
  unitId: 'u1',
  attempt: 1,
  fence: 1,
  purpose: 'production',
  key: null,
  reportDate: '2026-11-19',
  columns,
  rows: 2,
  upload,
} as const;

type Reader = { readonly store: () => Promise<string>; readonly read: (key: string) => Promise<unknown> };

/** Everything that reads an object of the store, and such an object. */
const READERS: Readonly<Record<string, Reader>> = {
  'a load': {
    store: storeCsv,
    read: async (key) => {
      const table = {
        name: 'ads',
        schema: { columns: columns.map((each) => ({ ...each, header: each.name })), rest: false },
        keepsLineNumbers: false,
      };
      const files = [rawFile(key)];
      return loadPart({ name: 'ads', table, parameters: {}, files, prefix: `load/${++made}` }, await bench.context());
    },
  },
  'a preview of a file': {
    store: storeCsv,
    read: async (key) =>
      previewFile({ name: 'ads', table: null, parameters: {}, file: rawFile(key), records: 3 }, await bench.context()),
  },
  'the input of a flow': {
    store: storeRows,
    read: async (key) => buildResults(flowOf([latest], key, null), await bench.context()),
  },
  'kept rows': {
    store: storeRows,
    read: async (key) => buildResults(flowOf([latest], await storeRows(), key), await bench.context()),
  },
  'a comparison': {
    store: storeRows,
    read: async (resultKey) => {
      const [before, after] = [
        { resultKey, columns },
        { resultKey: await storeRows(), columns },
      ];
      return compareResults(
        { upload: 'daily', reportDate: null, before, after, keys: [], limits },
        await bench.context(),
      );
    },
  },
  'shown rows': {
    store: storeRows,
    read: async (resultKey) => readRows({ resultKey, columns }, 10, await bench.context()),
  },
  'a delivery': {
    store: storeRows,
    read: async (resultKey) =>
      deliverUpload({ ...delivery, resultKey }, await bench.context({ connectors: new Map([['box', box]]) })),
  },
  'a file of a test run': {
    store: storeRows,
    read: async (resultKey) =>
      storeResultFile({ ...delivery, resultKey, key: `file/${++made}` }, await bench.context()),
  },
};

describe.each(Object.entries(READERS))('%s', (name, { store, read }) => {
  test.each<readonly [string, (content: Buffer) => Uint8Array | Promise<Uint8Array>]>([
    ['a flipped bit', (content) => content.map((byte, place) => (place === content.length >> 1 ? byte ^ 4 : byte))],
    ['a cut end', (content) => content.subarray(0, -1)],
    ['an error in its place', () => Buffer.from('<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>')],
    [
      'an older object of as many rows',
      async () => readFile(await bench.store.localPath(await older(name), bench.folder)),
    ],
  ])(`ends with an error to be tried again after %s`, async (_, change) => {
    const key = await store();
    const path = await bench.store.localPath(key, bench.folder);
    const content = await readFile(path);
    const before = handed;
    await bench.store.put(keyOf(key), Readable.from([await change(content)]));
    const failed = {
      code: 'STORAGE_FAILED',
      message: expect.stringContaining(`bytes for ${keyOf(key)}, where`) as unknown,
    };
    await expect(read(key)).rejects.toMatchObject(failed);
    expect(handed).toBe(before);
    await bench.store.put(keyOf(key), Readable.from([content]));
    await expect(read(key)).resolves.toBeDefined();
  });
});

const older = async (name: string): Promise<string> =>
  name === 'a load' || name === 'a preview of a file'
    ? (await bench.store.put(`raw/${++made}`, Readable.from(['site,clicks\na,7\nb,8\n']))).key
    : storeTable(bench, `table/${++made}.parquet`, rowsOf("'a', 7", "'b', 8"));
