import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Connector, DeliveryRequest } from '@switchboard/connectors';
import type { PlanUpload } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { storeTable } from '../../test/parquet.ts';
import { useBench } from '../../test/use-bench.ts';
import type { EngineContext } from '../context.ts';
import { readRows } from '../flow/read-rows.ts';
import type { UploadRequest } from '../requests.ts';
import { deliverUpload } from './deliver.ts';

const bench = useBench(async (made) => {
  await storeTable(
    made,
    'flow/1/000.parquet',
    `SELECT * FROM (VALUES
      (1::BIGINT, 'plain', 1.5::DECIMAL(18,6), TIMESTAMP '2026-11-19 01:02:03.5', {'a': 'x', 'b': [1, 2]}, '{"k":[1]}'::JSON, ['p', 'q,r'], true),
      (2, '', NULL, NULL, NULL, NULL, NULL, NULL),
      (3, NULL, -0.000001, NULL, NULL, NULL, [], false),
      (4, 'a "quoted", text' || chr(10) || 'in two lines', 0, NULL, NULL, NULL, NULL, NULL)
    ) v(id, "the, name", revenue, "at", rec, doc, tags, ok)`,
  );
});

const columns: readonly Column[] = [
  { name: 'id', type: { kind: 'integer' }, nullable: false },
  { name: 'the, name', type: { kind: 'string' }, nullable: true },
  { name: 'revenue', type: { kind: 'decimal', precision: 18, scale: 6 }, nullable: true },
  { name: 'at', type: { kind: 'datetime' }, nullable: true },
  { name: 'rec', type: { kind: 'record', fields: [] }, nullable: true },
  { name: 'doc', type: { kind: 'json' }, nullable: true },
  { name: 'tags', type: { kind: 'list', element: { kind: 'string' } }, nullable: true },
  { name: 'ok', type: { kind: 'boolean' }, nullable: true },
];

const CSV = `id,"the, name",revenue,at,rec,doc,tags,ok
1,plain,1.500000,2026-11-19 01:02:03.5,"{""a"":""x"",""b"":[1,2]}","{""k"":[1]}","[""p"",""q,r""]",true
2,"",,,,,,
3,,-0.000001,,,,[],false
4,"a ""quoted"", text
in two lines",0.000000,,,,,
`;

const upload: PlanUpload = {
  name: 'daily',
  project: 'ads',
  table: 'by_site',
  connector: 'box',
  key: null,
  parameters: { format: 'csv' },
  mode: 'replace_date',
  columns,
  tables: [],
  sourceTables: [],
  sources: [],
  destination: 'box',
  position: { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
};
const request: UploadRequest = {
  accountId: 'a1',
  unitId: 'u1',
  attempt: 2,
  fence: 7,
  purpose: 'production',
  upload,
  key: { name: 'k', type: 'sql', properties: { password: 's' } },
  reportDate: '2026-11-19',
  resultKey: 'flow/1/000.parquet',
  columns,
  rows: 4,
};

/** A destination that keeps what it was handed. */
function box(): {
  readonly connector: Connector;
  readonly handed: { readonly request: DeliveryRequest; readonly content: Buffer }[];
} {
  const handed: { request: DeliveryRequest; content: Buffer }[] = [];
  return {
    handed,
    connector: {
      spec: { name: 'box', displayName: 'Box', keyTypes: [], keyRequired: false },
      destination: async () => ({
        formatOf: ({ format }) => (format === 'parquet' || format === 'csv.gz' ? format : 'csv'),
        async deliver(delivery, context) {
          const content = await readFile(delivery.content.path);
          const sha256 = await delivery.content.sha256;
          handed.push({ request: { ...delivery, content: { ...delivery.content, sha256 } }, content });
          context.onBytes(content.length - 1);
          context.onBytes(1);
          return {
            rows: delivery.content.rows,
            bytes: content.length,
            destination: 'box · daily',
            alreadyDelivered: false,
          };
        },
      }),
    },
  };
}
const contextOf = (connector: Connector): Promise<EngineContext> =>
  bench.context({ connectors: new Map([['box', connector]]) });

test('a result becomes canonical CSV, with its length, rows and hash', async () => {
  const { connector, handed } = box();
  const answer = await deliverUpload(request, await contextOf(connector));
  expect(answer).toEqual({
    rows: 4,
    bytes: Buffer.byteLength(CSV),
    destination: 'box · daily',
    alreadyDelivered: false,
  });
  expect(handed[0]?.content.toString('utf8')).toBe(CSV);
  const { path, ...content } = handed[0]?.request.content ?? { path: '' };
  expect(path).toMatch(/\.csv$/);
  expect(content).toEqual({
    format: 'csv',
    bytes: Buffer.byteLength(CSV),
    rows: 4,
    sha256: createHash('sha256').update(CSV).digest('hex'),
  });
  expect(handed[0]?.request).toMatchObject({
    accountId: 'a1',
    name: 'daily',
    unitId: 'u1',
    attempt: 2,
    fence: 7,
    purpose: 'production',
    mode: 'replace_date',
    reportDate: '2026-11-19',
    parameters: { format: 'csv' },
    key: { name: 'k' },
    columns,
  });
  expect(bench.progress.at(-1)).toEqual({ bytes: CSV.length, estimatedBytes: CSV.length, estimatedRows: 4 });
});

test('decimals between -1 and 1 start with 0, also in JSON', async () => {
  const rows = `SELECT '0.5'::DECIMAL(2, 2) AS few, '-0.123456789012345678'::DECIMAL(18, 18) AS many, ' -.5' AS site, NULL::DECIMAL(18, 18) AS none`;
  await storeTable(
    bench,
    'results/bare',
    `SELECT few, many, {many: many, site: site} AS r, [many, none] AS l, none FROM (${rows})`,
  );
  const bare = (name: string, precision: number): Column => ({
    name,
    type: { kind: 'decimal', precision, scale: precision },
    nullable: true,
  });
  const site: Column = { name: 'site', type: { kind: 'string' }, nullable: true };
  const own: readonly Column[] = [
    bare('few', 2),
    bare('many', 18),
    { name: 'r', type: { kind: 'record', fields: [bare('many', 18), site] }, nullable: true },
    { name: 'l', type: { kind: 'list', element: bare('', 18).type }, nullable: true },
    bare('none', 18),
  ];
  const { connector, handed } = box();
  await deliverUpload({ ...request, resultKey: 'results/bare', rows: 1, columns: own }, await contextOf(connector));
  expect(handed[0]?.content.toString('utf8')).toBe(
    `few,many,r,l,none\n0.50,-0.123456789012345678,"{""many"":-0.123456789012345678,""site"":"" -.5""}","[-0.123456789012345678,null]",\n`,
  );
  const [shown] = await readRows({ resultKey: 'results/bare', columns: own }, 1, await bench.context());
  expect(shown?.texts.slice(0, 2)).toEqual(['0.50', '-0.123456789012345678']);
  expect(shown?.json).toContain('"many":-0.123456789012345678,"r":{"many":-0.123456789012345678,');
});

test('the same result is the same content every time', async () => {
  const { connector, handed } = box();
  for (let time = 0; time < 3; time += 1)
    await deliverUpload({ ...request, attempt: time }, await contextOf(connector));
  const [first] = handed;
  expect(handed.map((one) => one.request.content.sha256)).toEqual(handed.map(() => first?.request.content.sha256));
});

test('Parquet goes as it is', async () => {
  const { connector, handed } = box();
  await deliverUpload(
    { ...request, upload: { ...upload, parameters: { format: 'parquet' } } },
    await contextOf(connector),
  );
  const stored = await readFile(await bench.store.localPath(request.resultKey, bench.folder));
  expect(handed[0]?.content.equals(stored)).toBe(true);
  expect(handed[0]?.request.content.format).toBe('parquet');
});

describe('packed CSV', () => {
  const packed = { ...request, upload: { ...upload, parameters: { format: 'csv.gz' } } };

  test('packed CSV is the CSV, packed, and the plain one is not left behind', async () => {
    const { connector, handed } = box();
    const context = await contextOf(connector);
    await deliverUpload(packed, context);
    const [{ request: delivery, content } = { request: null, content: Buffer.of() }] = handed;
    expect(gunzipSync(content).toString('utf8')).toBe(CSV);
    expect(delivery?.content).toMatchObject({
      format: 'csv.gz',
      bytes: content.length,
      rows: 4,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect(await readdir(join(context.scratch, 'upload'))).toEqual(['content.csv.gz']);
  });

  test.each([
    ['rows that were lost', { ...packed, rows: 5 }, 'ROWS_NOT_CONFIRMED'],
    ['a column that is not there', { ...packed, columns: [{ ...columns[0], name: 'gone' } as Column] }, 'QUERY_UNFIT'],
  ])('packed CSV is not sent with %s, and nothing hangs', async (_, delivery, code) => {
    const { connector, handed } = box();
    await expect(deliverUpload(delivery, await contextOf(connector))).rejects.toMatchObject({ code });
    expect(handed).toEqual([]);
  });

  test('reports the failure of the disk, not of the pipe', async () => {
    const { connector } = box();
    const context = await contextOf(connector);
    await mkdir(join(context.scratch, 'upload', 'content.csv.gz'), { recursive: true });
    await expect(deliverUpload(packed, context)).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      message: expect.stringContaining('EISDIR') as unknown,
    });
  });

  test('packed CSV can be aborted', async () => {
    const { connector } = box();
    const abort = new AbortController();
    const context = { ...(await contextOf(connector)), signal: abort.signal };
    const open: EngineContext['executor']['open'] = async (...job) => {
      const session = await context.executor.open(...job);
      abort.abort(new Error('the lease was lost'));
      return session;
    };
    await expect(deliverUpload(packed, { ...context, executor: { ...context.executor, open } })).rejects.toThrow(
      'the lease was lost',
    );
  });
});

describe('rows too wide for several threads', () => {
  const rows = 8_000;
  const wide = Array.from(
    { length: 40 },
    (_, index): Column => ({ name: `c${index}`, type: { kind: 'string' }, nullable: true }),
  );
  const resultKey = 'flow/2/000.parquet';
  beforeAll(() =>
    storeTable(
      bench,
      resultKey,
      `SELECT ${wide.map(({ name }, index) => `repeat(md5((range + ${index})::VARCHAR), 4) AS ${name}`).join(', ')} FROM range(${rows})`,
    ),
  );

  test.each(['csv', 'csv.gz'])('rows too wide for several threads are written by one, as %s', async (format) => {
    const { connector, handed } = box();
    const context = await contextOf(connector);
    const threads: (number | undefined)[] = [];
    const open: EngineContext['executor']['open'] = (job, signal) => {
      threads.push(job.threads);
      // As little as it takes for several threads to need more.
      return context.executor.open(job.threads === 1 ? job : { ...job, memoryBytes: 16 * 1024 ** 2 }, signal);
    };
    const parameters = { format };
    await deliverUpload(
      { ...request, upload: { ...upload, parameters }, resultKey, columns: wide, rows },
      { ...context, executor: { ...context.executor, open } },
    );
    expect(threads).toEqual([format === 'csv' ? undefined : 2, 1]);
    const [{ content } = { content: Buffer.of() }] = handed;
    const text = (format === 'csv' ? content : gunzipSync(content)).toString('utf8').trimEnd().split('\n');
    expect(text).toHaveLength(1 + rows);
    expect(text[0]).toBe(wide.map(({ name }) => name).join(','));
    expect(new Set(text.map((line) => line.split(',').length))).toEqual(new Set([wide.length]));
  });
});

test('rows that were lost on the way are noticed before anything is sent', async () => {
  const { connector, handed } = box();
  await expect(deliverUpload({ ...request, rows: 5 }, await contextOf(connector))).rejects.toMatchObject({
    code: 'ROWS_NOT_CONFIRMED',
  });
  expect(handed).toEqual([]);
});

test('a result that is gone, and a connector that is none, are named', async () => {
  const { connector } = box();
  await expect(deliverUpload({ ...request, resultKey: 'flow/gone' }, await contextOf(connector))).rejects.toMatchObject(
    { code: 'INPUT_MISSING' },
  );
  await expect(deliverUpload(request, await bench.context())).rejects.toMatchObject({ code: 'PARAMETER_INVALID' });
});
