import type { Connection, Request } from 'tedious';
import type { ConnectorContext } from '../spec.ts';
import { openSqlSocket, useSession } from './open-sql-socket.ts';
import type { SqlLogin } from './sql-login.ts';

/** Loaded when it is first needed: it takes half a second. */
const loadLibrary = async () => (await import('tedious')).default;

/** An error of SQL Server, with its number. */
export class MssqlError extends Error {
  override readonly name = 'MssqlError';
  readonly code: string;

  constructor(number: number, message: string, cause: unknown) {
    super(message, { cause });
    this.code = `MSSQL_${number}`;
  }
}

export type MssqlLimits = {
  /** Longest statement, in milliseconds. */
  readonly statementMs: number;
  /** Longest wait for the login, in milliseconds. */
  readonly loginMs: number;
};

export const MSSQL_LIMITS: MssqlLimits = { statementMs: 15 * 60_000, loginMs: 15_000 };

/** The values of a row. All statements of ours give texts: the driver would round numbers and times. */
export type MssqlRow = readonly (string | null)[];

export type MssqlAnswer = { readonly rows: readonly MssqlRow[]; readonly affected: number };

/** A statement's result stream. `pause` and `resume` apply backpressure to the server. */
export type MssqlReading = Pick<Request, 'pause' | 'resume'>;

/** A signed-in connection. One statement at a time. All throw MssqlError, or the driver's own errors. */
export type MssqlSession = {
  /** Runs a statement. Values stand in it, escaped by `literal`. */
  ask(sql: string): Promise<MssqlAnswer>;
  /** Runs a statement, and gives each row to `onRow` when it comes. `onStart` is called first. */
  read(sql: string, onStart: (reading: MssqlReading) => void, onRow: (row: MssqlRow) => void): Promise<void>;
  /** Sends rows of texts into a table. Returns how many the server confirmed. */
  load(table: string, columns: readonly string[], rows: AsyncIterable<MssqlRow>): Promise<number>;
  close(): void;
};

/** A name, quoted. */
export const quoteName = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

/** A text as a statement holds it. */
export const literal = (text: string): string => `N'${text.replaceAll("'", "''")}'`;

/**
 * Signs in. The connection is cut when the signal is aborted.
 * Throws what the egress throws, MssqlError, or the driver's own errors with their causes.
 */
export async function openMssqlSession(
  login: SqlLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: MssqlLimits,
): Promise<MssqlSession> {
  const tedious = await loadLibrary();
  // Opened first, so that its errors stay as they are.
  const { socket, close } = await openSqlSocket(login, context);
  const { ca, cert, key } = login.tls ?? {};
  const connection = new tedious.Connection({
    server: login.host,
    authentication: { type: 'default', options: { userName: login.user, password: login.password } },
    options: {
      port: login.port,
      database: login.database,
      connector: async () => socket,
      encrypt: login.tls !== null,
      trustServerCertificate: false,
      cryptoCredentialsDetails: {
        ...(ca === undefined ? {} : { ca }),
        ...(cert === undefined ? {} : { cert }),
        ...(key === undefined ? {} : { key }),
      },
      connectTimeout: limits.loginMs,
      requestTimeout: limits.statementMs,
      maxRetriesOnTransientErrors: 0,
      // An error ends the transaction, never a part of it.
      abortTransactionOnError: true,
      appName: 'switchboard',
    },
  });
  const session = sessionOf(connection, tedious, () => {
    connection.close();
    close();
  });
  // During the sign-in the driver would wait for its limit.
  socket.once('close', session.fail);
  try {
    await session.connect();
    return session;
  } catch (error) {
    session.close();
    context.signal.throwIfAborted();
    throw error;
  }
}

/** Runs `work` on one connection, as `useSession` does. */
export const withMssqlSession = <Result>(
  login: SqlLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: MssqlLimits,
  work: (session: MssqlSession) => Promise<Result>,
): Promise<Result> => useSession(() => openMssqlSession(login, context, limits), context, work);

type Library = Awaited<ReturnType<typeof loadLibrary>>;
type Said = { readonly number: number; readonly message: string };

function sessionOf(
  connection: Connection,
  { Request: LibraryRequest, TYPES }: Library,
  close: () => void,
): MssqlSession & { connect(): Promise<void>; fail(): void } {
  /** The first error that the server reports for a request: later ones follow from it. */
  let said: Said | null = null;
  let isClosed: Error | null = null;
  const waiting = new Set<(error: Error) => void>();
  connection.on('errorMessage', (message) => {
    said ??= message;
  });
  const fail = (error: Error): void => {
    isClosed ??= error;
    for (const reject of waiting) reject(isClosed);
  };
  connection.on('error', fail);
  const failEnded = (): void => fail(Object.assign(new Error('the connection ended'), { code: 'ECONNRESET' }));
  // A connection that ends between requests says so only here.
  connection.on('end', failEnded);

  const settled = async <Result>(
    begin: (resolve: (result: Result) => void, reject: (error: Error) => void) => void,
  ): Promise<Result> => {
    said = null;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.add(reject);
    try {
      if (isClosed !== null) throw isClosed;
      begin(resolve, reject);
      return await promise;
    } catch (error) {
      const found = said as Said | null;
      throw found === null ? error : new MssqlError(found.number, found.message, error);
    } finally {
      waiting.delete(reject);
    }
  };
  const run = (
    sql: string,
    onRow: (row: MssqlRow) => void,
    onStart: (reading: MssqlReading) => void = () => undefined,
  ): Promise<number> =>
    settled((resolve, reject) => {
      const request = new LibraryRequest(sql, (error, count) => (error ? reject(error) : resolve(count ?? 0)));
      request.on('row', (columns: readonly { readonly value: unknown }[]) =>
        onRow(columns.map(({ value }) => (typeof value === 'string' ? value : null))),
      );
      onStart(request);
      connection.execSqlBatch(request);
    });
  return {
    close,
    fail: failEnded,
    connect: () =>
      settled((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve(undefined)))),
    async ask(sql) {
      const rows: MssqlRow[] = [];
      const affected = await run(sql, (row) => void rows.push(row));
      return { rows, affected };
    },
    async read(sql, onStart, onRow) {
      await run(sql, onRow, onStart);
    },
    load: (table, columns, rows) =>
      settled((resolve, reject) => {
        const load = connection.newBulkLoad(table, { keepNulls: true }, (error, count) =>
          error ? reject(error) : resolve(count ?? 0),
        );
        for (const column of columns) load.addColumn(column, TYPES.NVarChar, { length: Infinity, nullable: true });
        connection.execBulkLoad(load, rows as AsyncIterable<unknown[]>);
      }),
  };
}
