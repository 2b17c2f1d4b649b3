import { randomUUID } from 'node:crypto';
// allow-clock -- as the service does, a poll is held for a while when its statement still runs
import { setTimeout as pause } from 'node:timers/promises';
import type { KeyProperties } from '../../spec.ts';
import { createTestDatabase } from '../database.ts';
import { createStore, type StoreResult, sqlStateOf } from '../warehouse/postgres-store.ts';
import { type StandInReply, type StandInRequest, serveStandIn } from '../warehouse/serve-stand-in.ts';
import { createTokens, databricksKey, principalKey } from './authorize.ts';
import { runScript } from './run-script.ts';
import { columnOf, FUNCTIONS, toPostgres } from './to-postgres.ts';
import { createVolumes } from './volumes.ts';

type Asked = {
  readonly statement: string;
  readonly disposition: 'INLINE' | 'EXTERNAL_LINKS';
  readonly parameters?: readonly { readonly name: string; readonly value: string }[];
};
type Failure = { readonly error_code: string; readonly message: string };
type Outcome = { readonly result: StoreResult } | { readonly failure: Failure };
type Running = { polls: number; isCancelled: boolean; readonly asked: Asked; readonly done: Promise<Outcome> };

const POLL_MS = 50;
const VOLUME = '/Volumes/main/default/loads';

/** Conditions of Databricks by the SQLSTATE of PostgreSQL. */
const CONDITIONS: Readonly<Record<string, string>> = {
  '42P01': 'TABLE_OR_VIEW_NOT_FOUND',
  '3F000': 'SCHEMA_NOT_FOUND',
  '42501': 'INSUFFICIENT_PERMISSIONS',
  '22P02': 'CAST_INVALID_INPUT',
  '40001': 'DELTA_CONCURRENT_APPEND',
  '40P01': 'DELTA_CONCURRENT_APPEND',
};

function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return {
    error_code: 'BAD_REQUEST',
    message: `[${CONDITIONS[sqlStateOf(error)] ?? 'PARSE_SYNTAX_ERROR'}] ${message}`,
  };
}

export type TestDatabricks = Awaited<ReturnType<typeof startDatabricks>>;

/**
 * The Statement Execution API of Databricks as its public documentation describes it, as far as the connector uses it, on this
 * machine. Statements are translated and run in PostgreSQL.
 */
export async function startDatabricks() {
  const database = await createTestDatabase();
  const store = createStore(database.url);
  await store.pool.query(`${FUNCTIONS} create schema "default"`);
  const statements = new Map<string, Running>();
  const texts: string[] = [];
  const managed = new Set<string>();
  const volumes = createVolumes(VOLUME);
  const control = {
    /** How often a statement is shown as running before it is done. */
    polls: 0,
    /** Rows of one chunk of a result. */
    chunkRows: 10_000,
    /** Runs before a script does, to come between. */
    beforeScript: async (): Promise<void> => undefined,
  };

  /** Executes statements without an equivalent in PostgreSQL: properties of tables, and reading files. Null for any other statement. */
  async function special(statement: string): Promise<StoreResult | null> {
    const name = /^(?:SHOW TBLPROPERTIES|CREATE TABLE IF NOT EXISTS) (\S+)/.exec(statement)?.[1] ?? '';
    if (statement.startsWith('SHOW TBLPROPERTIES')) {
      const text = { oid: 25, modifier: -1 };
      const fields = [
        { name: 'key', ...text },
        { name: 'value', ...text },
      ];
      return { fields, rows: managed.has(name) ? [['delta.feature.catalogManaged', 'supported']] : [], changed: 0 };
    }
    if (statement.includes('delta.feature.catalogManaged')) managed.add(name);
    const [, names, folder] = /AS SELECT (.+) FROM read_files\('([^']+)', format => 'json'/.exec(statement) ?? [];
    if (names === undefined || folder === undefined) return null;
    const columns = names.split(', ').map((column) => column.slice(1, -1));
    const table = toPostgres(name);
    await store.pool.query(
      `create unlogged table if not exists ${table} (${columns.map((column) => `${column} text`).join(', ')})`,
    );
    const values = columns.map((column) => `line ->> '${column}'`).join(', ');
    for (const content of volumes.contents(folder)) {
      const rows = `select ${values} from json_array_elements($1::json) line`;
      await store.run(store.pool, `insert into ${table} ${rows}`, [
        `[${content.toString().trimEnd().replaceAll('\n', ',')}]`,
      ]);
    }
    return { fields: [], rows: [], changed: 0 };
  }

  async function run({ statement, parameters = [] }: Asked): Promise<Outcome> {
    texts.push(statement);
    const values = new Map(parameters.map(({ name, value }) => [name, value]));
    try {
      if (statement.startsWith('BEGIN ATOMIC')) {
        await control.beforeScript();
        return { result: await runScript(store, statement) };
      }
      return { result: (await special(statement)) ?? (await store.run(store.pool, toPostgres(statement, values))) };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  function submit({ body }: StandInRequest): StandInReply {
    const asked = JSON.parse(body.toString()) as Asked;
    const id = randomUUID();
    statements.set(id, { polls: control.polls, isCancelled: false, asked, done: run(asked) });
    return { status: 200, body: { statement_id: id, status: { state: 'PENDING' } } };
  }

  async function poll(id: string): Promise<StandInReply> {
    const statement = statements.get(id);
    if (statement === undefined)
      return { status: 404, body: { error_code: 'NOT_FOUND', message: `no statement ${id}` } };
    const running: StandInReply = { status: 200, body: { statement_id: id, status: { state: 'RUNNING' } } };
    statement.polls -= 1;
    if (statement.polls >= 0) return running;
    const outcome = await Promise.race([statement.done, pause(POLL_MS, null, { ref: false })]);
    if (outcome === null) return running;
    if ('failure' in outcome)
      return { status: 200, body: { statement_id: id, status: { state: 'FAILED', error: outcome.failure } } };
    const { fields, rows } = outcome.result;
    const isInline = statement.asked.disposition === 'INLINE';
    const manifest = {
      format: 'JSON_ARRAY',
      schema: { column_count: fields.length, columns: fields.map(columnOf) },
      total_chunk_count: Math.ceil(rows.length / control.chunkRows),
      total_row_count: rows.length,
      truncated: false,
    };
    const result = isInline ? { chunk_index: 0, row_offset: 0, data_array: apiRows(outcome.result) } : {};
    return { status: 200, body: { statement_id: id, status: { state: 'SUCCEEDED' }, manifest, result } };
  }

  const apiRows = ({ fields, rows }: StoreResult): StoreResult['rows'] =>
    rows.map((row) =>
      row.map((value, index) => (value !== null && fields[index]?.oid === 16 ? String(value === 't') : value)),
    );

  async function rowsOfLink(id: string, chunk: number): Promise<StandInReply> {
    const outcome = await statements.get(id)?.done;
    if (outcome === undefined || !('result' in outcome)) return { status: 404 };
    const { chunkRows } = control;
    return { status: 200, body: apiRows(outcome.result).slice(chunk * chunkRows, (chunk + 1) * chunkRows) };
  }

  async function serve(request: StandInRequest): Promise<StandInReply> {
    const { method, url, headers } = request;
    if (url.pathname === '/oidc/v1/token') return tokens.exchange(request);
    const [, linked, linkedChunk] = /^\/storage\/([^/]+)\/(\d+)$/.exec(url.pathname) ?? [];
    if (linked !== undefined) {
      // Stores refuse a request with two kinds of credentials.
      if (headers.authorization !== undefined) return { status: 400 };
      return url.searchParams.get('sig') === 'signed' ? rowsOfLink(linked, Number(linkedChunk)) : { status: 403 };
    }
    const refusal = tokens.refusal(request);
    if (refusal !== null) return refusal;
    const stored = volumes.serve(request);
    if (stored !== null) return stored;
    const [, id, rest = ''] = /^\/api\/2\.0\/sql\/statements(?:\/([^/]+)(\/.*)?)?$/.exec(url.pathname) ?? [];
    if (id === undefined) return submit(request);
    const known = statements.get(id);
    if (rest === '/cancel' && known !== undefined) known.isCancelled = true;
    if (method === 'POST') return { status: 200, body: {} };
    const [, chunk] = /^\/result\/chunks\/(\d+)$/.exec(rest) ?? [];
    if (chunk === undefined) return poll(id);
    const link = `http://${headers.host}/storage/${id}/${chunk}?sig=signed`;
    return { status: 200, body: { external_links: [{ chunk_index: Number(chunk), external_link: link }] } };
  }

  const server = await serveStandIn(serve, ({ status, reason, message, headers }) => ({
    status,
    body: { error_code: reason, message: message ?? reason },
    ...(headers && { headers }),
  }));
  const tokens = createTokens(() => server.clock.now);

  return {
    ...server,
    control,
    tokens,
    volumes,
    key: (change?: KeyProperties['properties']) => databricksKey(server.port, change),
    principalKey: (change?: KeyProperties['properties']) => principalKey(server.port, change),
    /** A table that somebody else has made, with catalog commits. */
    async makeTable(name: string, columns: string): Promise<void> {
      await store.rows(`create table ${name} (${columns})`);
      managed.add(`\`main\`.${name.replace(/"default"\.(\w+)/, '`default`.`$1`')}`);
    },
    /** Rows of a query of PostgreSQL, values as texts. */
    rows: store.rows,
    /** Statements that arrived, since the last call. */
    statements: (): readonly string[] => texts.splice(0),
    cancelled: (): number => [...statements.values()].filter(({ isCancelled }) => isCancelled).length,
    async close(): Promise<void> {
      await server.close();
      await store.close();
      await database.close();
    },
  };
}
