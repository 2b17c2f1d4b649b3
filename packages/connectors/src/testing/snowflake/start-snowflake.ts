import { randomUUID } from 'node:crypto';
// allow-clock -- as the service does, a poll is held for a while when its statement still runs
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import type { KeyProperties } from '../../spec.ts';
import { createTestDatabase } from '../database.ts';
import { createStore, type StoreResult, sqlStateOf } from '../warehouse/postgres-store.ts';
import { type StandInReply, type StandInRequest, serveStandIn } from '../warehouse/serve-stand-in.ts';
import { refusalOf, snowflakeKey } from './authorize.ts';
import { apiValue, columnOf, FUNCTIONS, toPostgres } from './to-postgres.ts';

type Asked = {
  readonly statement: string;
  readonly bindings?: Readonly<Record<string, { readonly type: string; readonly value: string }>>;
  readonly parameters?: Readonly<Record<string, string>>;
};
type Failure = { readonly code: string; readonly sqlState: string; readonly message: string };
type Outcome = { readonly result: StoreResult } | { readonly failure: Failure };
type Running = { polls: number; isCancelled: boolean; readonly done: Promise<Outcome> };

const POLL_MS = 50;
const MULTIPLE: StoreResult = {
  fields: [{ name: 'multiple statement execution', oid: 25, modifier: -1 }],
  rows: [['Multiple statements executed successfully.']],
  changed: 0,
};

/** Errors of Snowflake by the SQLSTATE of PostgreSQL: code, SQLSTATE. */
const ERRORS: Readonly<Record<string, readonly [string, string]>> = {
  '42P01': ['002003', '42S02'],
  '3F000': ['002043', '02000'],
  '42501': ['003001', '42501'],
  '22P02': ['100038', '22018'],
  '57014': ['000604', '57014'],
  '40P01': ['000625', '57014'],
};

function failureOf(error: unknown): Failure {
  const state = sqlStateOf(error);
  const [code = '001003', sqlState = '42000'] = ERRORS[state] ?? [];
  const message = error instanceof Error ? error.message : String(error);
  const shown = state === '42P01' ? `SQL compilation error: Object ${message} or not authorized.` : message;
  return { code, sqlState, message: shown };
}

export type TestSnowflake = Awaited<ReturnType<typeof startSnowflake>>;

/**
 * The SQL API of Snowflake as its public documentation describes it, as far as the connector uses it, on this machine. Statements are
 * translated and run in PostgreSQL, each request in a session of its own; partitions after the first are packed.
 */
export async function startSnowflake() {
  const database = await createTestDatabase();
  const store = createStore(database.url);
  await store.pool.query(`${FUNCTIONS} create schema "PUBLIC"`);
  const statements = new Map<string, Running>();
  const handles = new Map<string, string>();
  const texts: string[] = [];
  const control = {
    /** How often a statement is shown as running before it is done. */
    polls: 0,
    /** Rows of one partition of a result. */
    partitionRows: 10_000,
    /** Runs before a request with several statements does, to come between. */
    beforeScript: async (): Promise<void> => undefined,
    /** Runs before each statement does. */
    beforeStatement: async (_text: string): Promise<void> => undefined,
    /** Called when somebody asks whether a statement has ended. */
    onPoll: (): void => undefined,
  };

  const runOne = (client: PoolClient, text: string, values: readonly string[]): Promise<StoreResult> =>
    store.run(client, toPostgres(text, values.length > 0), values);

  async function run({ statement, bindings, parameters = {} }: Asked): Promise<Outcome> {
    texts.push(statement);
    const count = Number(parameters['MULTI_STATEMENT_COUNT'] ?? 1);
    const parts = statement.split(/;\s*\n/).filter((text) => text.trim() !== '');
    if (parts.length !== count) {
      const message = `Actual statement count ${parts.length} did not match the desired statement count ${count}.`;
      return { failure: { code: '000008', sqlState: '0A000', message } };
    }
    if (count > 1) await control.beforeScript();
    await control.beforeStatement(statement);
    const client = await store.pool.connect();
    let at = '';
    try {
      let result: StoreResult | null = null;
      const values = Object.values(bindings ?? {}).map(({ value }) => value);
      for (const part of parts) {
        at = part;
        if (!/^ALTER SESSION/.test(part)) result = await runOne(client, part, values);
      }
      return { result: count > 1 || result === null ? MULTIPLE : result };
    } catch (error) {
      const failure = failureOf(error);
      const place = `Uncaught Execution of multiple statements failed on statement "${at}" (at line 1, position 1).\n`;
      return { failure: { ...failure, message: `${count > 1 ? place : ''}${failure.message}` } };
    } finally {
      // The session ends, and an open transaction with it.
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
  }

  function submit({ url, body }: StandInRequest): StandInReply {
    const requestId = url.searchParams.get('requestId') ?? randomUUID();
    const known = url.searchParams.get('retry') === 'true' ? handles.get(requestId) : undefined;
    const handle = known ?? randomUUID();
    if (known === undefined) {
      handles.set(requestId, handle);
      const done = run(JSON.parse(body.toString()) as Asked);
      statements.set(handle, { polls: control.polls, isCancelled: false, done });
    }
    return {
      status: 202,
      body: {
        code: '333334',
        message:
          'Asynchronous execution in progress. Use provided query id to perform query monitoring and management.',
        statementHandle: handle,
        statementStatusUrl: `/api/v2/statements/${handle}?requestId=${requestId}`,
      },
    };
  }

  async function poll(handle: string, partition: number): Promise<StandInReply> {
    const statement = statements.get(handle);
    if (statement === undefined)
      return { status: 404, body: { code: '000709', message: `Statement ${handle} not found` } };
    control.onPoll();
    const running: StandInReply = { status: 202, body: { code: '333334', statementHandle: handle } };
    statement.polls -= 1;
    if (statement.polls >= 0) return running;
    const outcome = await Promise.race([statement.done, pause(POLL_MS, null, { ref: false })]);
    if (outcome === null) return running;
    if ('failure' in outcome) return { status: 422, body: { ...outcome.failure, statementHandle: handle } };
    return resultPage(handle, outcome.result, partition);
  }

  function resultPage(handle: string, { fields, rows }: StoreResult, partition: number): StandInReply {
    const rowType = fields.map(columnOf);
    const { partitionRows } = control;
    const pages = Math.max(1, Math.ceil(rows.length / partitionRows));
    const data = rows
      .slice(partition * partitionRows, (partition + 1) * partitionRows)
      .map((row) => row.map((value, index) => apiValue(value, rowType[index]?.type ?? '')));
    if (partition > 0)
      return { status: 200, body: gzipSync(JSON.stringify({ data })), headers: { 'content-encoding': 'gzip' } };
    const partitionInfo = Array.from({ length: pages }, () => ({ rowCount: partitionRows, uncompressedSize: 1 }));
    const resultSetMetaData = { numRows: rows.length, format: 'jsonv2', rowType, partitionInfo };
    return { status: 200, body: { code: '090001', statementHandle: handle, resultSetMetaData, data } };
  }

  const server = await serveStandIn(
    (request) => {
      const { method, url, headers } = request;
      const refusal = refusalOf(headers, server.clock.now);
      if (refusal !== null) return { status: 401, body: refusal };
      const [, handle, isCancel] = /^\/api\/v2\/statements(?:\/([^/]+)(\/cancel)?)?$/.exec(url.pathname) ?? [];
      if (handle === undefined) return submit(request);
      const known = statements.get(handle);
      if (isCancel !== undefined && known !== undefined) known.isCancelled = true;
      return method === 'GET'
        ? poll(handle, Number(url.searchParams.get('partition') ?? 0))
        : { status: 200, body: { code: '000604', message: 'SQL execution canceled', statementHandle: handle } };
    },
    ({ status, reason, message, headers }) => ({
      status,
      body: { code: reason, message: message ?? reason },
      ...(headers && { headers }),
    }),
  );

  return {
    ...server,
    control,
    key: (change?: KeyProperties['properties']) => snowflakeKey(server.port, change),
    /** Rows of a query of PostgreSQL, values as texts. */
    rows: store.rows,
    /** Statements that arrived, since the last call. */
    statements: (): readonly string[] => texts.splice(0),
    /** Waits until every statement that has arrived has ended. */
    settled: async (): Promise<void> =>
      void (await Promise.allSettled([...statements.values()].map(({ done }) => done))),
    cancelled: (): number => [...statements.values()].filter(({ isCancelled }) => isCancelled).length,
    async close(): Promise<void> {
      await server.close();
      await store.close();
      await database.close();
    },
  };
}
