import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
// allow-clock -- as the service does, a poll is held for a while when its job still runs
import { setTimeout as pause } from 'node:timers/promises';
import { Client, DatabaseError, Pool, type PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { apiError, type GoogleApi, type GoogleRequest } from '../../../testing/google/stand-in.ts';
import type { Reply } from '../../../testing/google/token-endpoint.ts';
import { createUploads } from '../../../testing/google/uploads.ts';
import { columnDefinition, quoteName, readAssertion, toPostgres } from './google-sql.ts';

type Field = {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
  readonly precision?: string;
  readonly scale?: string;
};
type Job = {
  /** How often it is still shown as running. */
  polls: number;
  readonly done: Promise<JobResult>;
};
type Result = {
  polls: number;
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly (string | null)[])[];
};
type JobResult = { readonly errorResult?: { reason: string; message: string }; readonly statistics?: unknown };
type Query = {
  readonly query: string;
  readonly requestId?: string;
  readonly dryRun?: boolean;
  readonly queryParameters?: readonly { name: string; parameterValue: { value: string } }[];
};
type JobResource = {
  readonly jobReference: { readonly jobId: string };
  readonly configuration: {
    readonly query?: Query;
    readonly load?: { readonly destinationTable: { readonly datasetId: string; readonly tableId: string } };
  };
};

const ADD_COLUMN =
  /^ALTER TABLE `[^.`]+\.([^.`]+)\.([^`]+)` ADD COLUMN IF NOT EXISTS `([^`]+)` (\w+)(?:\((\d+), (\d+)\))?$/;
const NOTHING = { fields: [], rows: [] };

const csvValue = (value: string | undefined): string => (value === undefined ? '' : `"${value.replaceAll('"', '""')}"`);

/** Types of a result, by the oid of PostgreSQL's. */
const RESULT_TYPES: Readonly<Record<number, string>> = {
  16: 'BOOLEAN',
  20: 'INTEGER',
  23: 'INTEGER',
  701: 'FLOAT',
  1082: 'DATE',
  1083: 'TIME',
  1114: 'DATETIME',
  1184: 'TIMESTAMP',
  1700: 'NUMERIC',
  3802: 'JSON',
};
const resultType = (oid: number): string => RESULT_TYPES[oid] ?? 'STRING';

/** A value as the API writes it: times as microseconds, since they are asked for as such. */
function resultValue(value: string | null, type: string | undefined): string | null {
  if (value === null) return null;
  if (type === 'BOOLEAN') return String(value === 't');
  if (type === 'DATETIME') return value.replace(' ', 'T');
  if (type !== 'TIMESTAMP') return value;
  const [, whole = '', fraction = ''] = /^([^.+]+)(?:\.(\d+))?\+00$/.exec(value) ?? [];
  return String(BigInt(Date.parse(`${whole.replace(' ', 'T')}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0')));
}

const POLL_MS = 100;

/** SQLSTATEs of a transaction that another one has overtaken. */
const OVERTAKEN = new Set(['40001', '40P01']);
const refused = (reason: string, message: string): JobResult => ({ errorResult: { reason, message } });

/**
 * The REST API of BigQuery as its public documentation describes it, as far as the destination uses it. It really keeps the rows: a
 * dataset is a schema of a PostgreSQL database, and statements are translated. Jobs run once for each id, and are polled.
 * @param url of the database
 */
export function createBigQueryApi(url: string) {
  const pool = new Pool({ connectionString: url, max: 12, options: '-c timezone=UTC' });
  // The database may be dropped while a script of a cancelled delivery still runs.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const uploads = createUploads();
  const jobs = new Map<string, Job>();
  const results = new Map<string, Result>();
  const tables = new Map<string, readonly Field[]>();
  const control = {
    /** How often a job is shown as running before it is done. */
    polls: 0,
    /** Rows of one page of a result. */
    pageRows: 10_000,
    /** Runs before a script does, to come between. */
    beforeScript: async (): Promise<void> => undefined,
  };

  const nameOf = (dataset: string, table: string): string => `${quoteName(dataset)}.${quoteName(table)}`;

  async function createTable(dataset: string, body: Buffer): Promise<Reply> {
    const resource = JSON.parse(body.toString()) as {
      tableReference: { tableId: string };
      schema: { fields: readonly Field[] };
    };
    const { tableId } = resource.tableReference;
    if (tables.has(`${dataset}.${tableId}`)) return apiError(409, 'duplicate', `Already Exists: Table ${tableId}`);
    const { fields } = resource.schema;
    // Taken before anything is awaited: of two who create it, one gets a conflict.
    tables.set(`${dataset}.${tableId}`, fields);
    await pool.query(`create table ${nameOf(dataset, tableId)} (${fields.map(columnDefinition).join(', ')})`);
    return { status: 200, body: resource };
  }

  async function tableRequest({ method }: GoogleRequest, dataset: string, table: string): Promise<Reply> {
    const fields = tables.get(`${dataset}.${table}`);
    if (fields === undefined) return apiError(404, 'notFound', `Not found: Table acme:${dataset}.${table}`);
    if (method === 'GET') return { status: 200, body: { schema: { fields } } };
    tables.delete(`${dataset}.${table}`);
    await pool.query(`drop table if exists ${nameOf(dataset, table)}`);
    return { status: 204, body: Buffer.alloc(0) };
  }

  function parametersOf({ queryParameters = [] }: Query): ReadonlyMap<string, string> {
    return new Map(queryParameters.map(({ name, parameterValue }) => [name, parameterValue.value]));
  }

  async function execute(client: Pool | PoolClient, statement: string, values: ReadonlyMap<string, string>) {
    const { text, names } = toPostgres(statement);
    return client.query<unknown[]>({
      text,
      values: names.map((name) => values.get(name)),
      rowMode: 'array',
      types: { getTypeParser: () => (value: string) => value },
    });
  }

  /** A script of several statements, in a transaction that sees one state of the tables. */
  async function runScript(query: Query): Promise<JobResult> {
    await control.beforeScript();
    const client = await pool.connect();
    try {
      for (const statement of query.query.split(';\n').filter((text) => text.trim() !== '')) {
        const assertion = readAssertion(statement);
        if (statement === 'BEGIN TRANSACTION') await client.query('begin isolation level serializable');
        else if (statement === 'COMMIT TRANSACTION') await client.query('commit');
        else if (assertion === null) await execute(client, statement, parametersOf(query));
        else {
          const { rows } = await execute(client, assertion.query, parametersOf(query));
          if (rows[0]?.[0] !== 't') {
            await client.query('rollback');
            return refused('invalidQuery', `${assertion.message} at [2:1]`);
          }
        }
      }
      return {};
    } catch (error) {
      await client.query('rollback');
      if (!(error instanceof DatabaseError)) throw error;
      if (OVERTAKEN.has(error.code ?? ''))
        return refused('invalidQuery', 'Transaction is aborted due to concurrent update against table acme:d.t');
      return refused('invalidQuery', error.message);
    } finally {
      client.release();
    }
  }

  async function load(dataset: string, table: string, content: Buffer): Promise<JobResult> {
    const fields = tables.get(`${dataset}.${table}`);
    if (fields === undefined) return refused('notFound', `Not found: Table ${dataset}.${table}`);
    const columns = fields.map(({ name }) => quoteName(name)).join(', ');
    const client = await pool.connect();
    let rows = 0;
    try {
      const copy = client.query(copyFrom(`copy ${nameOf(dataset, table)} (${columns}) from stdin with (format csv)`));
      const lines = function* (): Generator<string> {
        for (let start = 0; start < content.length; rows += 1) {
          const end = content.indexOf('\n', start);
          const row = JSON.parse(content.toString('utf8', start, end)) as Readonly<Record<string, string>>;
          yield `${fields.map(({ name }) => csvValue(row[name])).join(',')}\n`;
          start = end + 1;
        }
      };
      await pipeline(Readable.from(lines()), copy);
    } finally {
      client.release();
    }
    return { statistics: { load: { outputRows: String(rows) } } };
  }

  function start(resource: JobResource, run: () => Promise<JobResult>): Reply {
    const { jobId } = resource.jobReference;
    if (jobs.has(jobId)) return apiError(409, 'duplicate', `Already Exists: Job acme:EU.${jobId}`);
    const done = run().catch((error: unknown) => refused('backendError', String(error)));
    jobs.set(jobId, { polls: control.polls, done });
    return { status: 200, body: { ...resource, status: { state: 'RUNNING' } } };
  }

  async function pollJob(jobId: string): Promise<Reply> {
    const job = jobs.get(jobId);
    if (job === undefined) return apiError(404, 'notFound', `Not found: Job acme:EU.${jobId}`);
    const running: Reply = { status: 200, body: { status: { state: 'RUNNING' } } };
    job.polls -= 1;
    if (job.polls >= 0) return running;
    // A job that waits for another is shown as running, and no request is held for long.
    const result = await Promise.race([job.done, pause(POLL_MS, null, { ref: false })]);
    if (result === null) return running;
    const { errorResult, statistics } = result;
    return { status: 200, body: { status: { state: 'DONE', ...(errorResult && { errorResult }) }, statistics } };
  }

  async function addColumn([
    ,
    dataset = '',
    table = '',
    name = '',
    type = '',
    precision,
    scale,
  ]: RegExpExecArray): Promise<void> {
    const id = `${dataset}.${table}`;
    const fields = tables.get(id) ?? [];
    if (fields.some((field) => field.name === name)) return;
    const field = { name, type, ...(precision === undefined ? {} : { precision, scale: scale ?? '0' }) };
    tables.set(id, [...fields, field]);
    await pool.query(`alter table ${nameOf(dataset, table)} add column ${columnDefinition(field)}`);
  }

  /** Runs a query, unless one of this `requestId` has run, and answers its first page. */
  async function queryNow(body: Buffer): Promise<Reply> {
    const query = JSON.parse(body.toString()) as Query;
    const jobId = query.requestId ?? randomUUID();
    if (!results.has(jobId)) {
      const added = ADD_COLUMN.exec(query.query);
      const asked = await (added === null
        ? execute(pool, query.query, parametersOf(query))
        : addColumn(added).then(() => NOTHING)
      ).catch((error: unknown) => String(error));
      if (typeof asked === 'string') return apiError(400, 'invalidQuery', asked);
      const fields = asked.fields.map(({ name, dataTypeID }) => ({
        name,
        type: resultType(dataTypeID),
        mode: 'NULLABLE',
      }));
      const rows = asked.rows.map((row) =>
        row.map((value, index) => resultValue(value as string | null, fields[index]?.type)),
      );
      if (query.dryRun === true) return { status: 200, body: { jobComplete: true, schema: { fields } } };
      results.set(jobId, { fields, rows, polls: control.polls });
    }
    return resultPage(jobId, 0);
  }

  function resultPage(jobId: string, from: number): Reply {
    const jobReference = { projectId: 'acme', jobId, location: 'EU' };
    const result = results.get(jobId);
    if (result === undefined) return apiError(404, 'notFound', `Not found: Job acme:EU.${jobId}`);
    if (result.polls > 0) {
      result.polls -= 1;
      return { status: 200, body: { jobComplete: false, jobReference } };
    }
    const end = from + control.pageRows;
    const rows = result.rows.slice(from, end).map((row) => ({ f: row.map((v) => ({ v })) }));
    const more = end < result.rows.length ? { pageToken: String(end) } : {};
    return { status: 200, body: { jobComplete: true, jobReference, schema: { fields: result.fields }, rows, ...more } };
  }

  async function serve(request: GoogleRequest): Promise<Reply> {
    const part = uploads.serve(request);
    if (part !== null) return part;
    const { method, url: asked, body } = request;
    const [, isUpload, path = ''] = /^(\/upload)?\/bigquery\/v2\/projects\/[^/]+\/(.+)$/.exec(asked.pathname) ?? [];
    const [kind, name = '', inner, table] = path.split('/').map(decodeURIComponent);
    if (isUpload !== undefined) {
      const resource = JSON.parse(body.toString()) as JobResource;
      const { datasetId = '', tableId = '' } = resource.configuration.load?.destinationTable ?? {};
      return uploads.begin(asked, tableId, (content) => start(resource, () => load(datasetId, tableId, content)));
    }
    if (kind === 'queries' && method === 'GET')
      return resultPage(name, Number(asked.searchParams.get('pageToken') ?? 0));
    if (kind === 'queries') return queryNow(body);
    if (kind === 'jobs') {
      if (method === 'GET') return pollJob(name);
      const resource = JSON.parse(body.toString()) as JobResource;
      return start(resource, () => runScript(resource.configuration.query ?? { query: '' }));
    }
    const { rows } = await pool.query('select from pg_namespace where nspname = $1', [name]);
    if (kind !== 'datasets' || rows.length === 0) return apiError(404, 'notFound', `Not found: Dataset acme:${name}`);
    if (inner === undefined) return { status: 200, body: { location: 'EU' } };
    return table === undefined ? createTable(name, body) : tableRequest(request, name, table);
  }

  const api: GoogleApi = {
    paths: ['/bigquery/v2/', '/upload/bigquery/v2/'],
    scopes: ({ url: asked }) =>
      asked.searchParams.has('upload_id') ? null : ['https://www.googleapis.com/auth/bigquery'],
    serve,
  };
  return {
    ...api,
    control,
    uploads,
    tables: (): readonly string[] => [...tables.keys()],
    /** A table that somebody else has made. */
    async makeTable(dataset: string, table: string, fields: readonly Field[]): Promise<void> {
      tables.set(`${dataset}.${table}`, fields);
      await pool.query(`create table ${nameOf(dataset, table)} (${fields.map(columnDefinition).join(', ')})`);
    },
    async createDataset(dataset: string): Promise<void> {
      const client = new Client({ connectionString: url });
      await client.connect();
      await client.query(`create schema if not exists ${quoteName(dataset)}`);
      await client.end();
    },
    /** Rows of a query of PostgreSQL, values as texts. */
    rows: async (query: string): Promise<(string | null)[][]> => {
      const { rows } = await execute(pool, query, new Map());
      return rows as (string | null)[][];
    },
    close: () => pool.end(),
  };
}
