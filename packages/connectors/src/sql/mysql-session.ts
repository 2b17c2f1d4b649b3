import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Connection, FieldPacket, QueryOptions, TypeCast } from 'mysql2';
import type { ConnectorContext } from '../spec.ts';
import { openSqlSocket, useSession } from './open-sql-socket.ts';
import type { SqlLogin } from './sql-login.ts';

/** Loaded when it is first needed: start-up does without it. */
const loadLibrary = async () => (await import('mysql2')).default;

export type MysqlLimits = {
  /** Longest silence of the server, in milliseconds. */
  readonly silenceMs: number;
  /** Longest wait for the login, in milliseconds. */
  readonly loginMs: number;
};

export const MYSQL_LIMITS: MysqlLimits = { silenceMs: 15 * 60_000, loginMs: 15_000 };

export type MysqlRow = readonly (string | null)[];

export type MysqlAnswer = {
  /** Values as the server spells them. Empty for a statement that gives no rows. */
  readonly rows: readonly MysqlRow[];
  /** Numbers of the columns' types in the protocol. */
  readonly types: readonly number[];
  readonly affected: number;
  /** Values that the server changed to make them fit. */
  readonly warnings: number;
};

/** A signed-in connection. */
export type MysqlSession = {
  readonly connection: Connection;
  /** Runs one statement; `values` fill its question marks. Throws what the driver throws. */
  ask(sql: string, values?: readonly unknown[]): Promise<MysqlAnswer>;
  /**
   * Runs a LOAD DATA LOCAL statement, which names the file LOCAL_NAME. Whatever file the server asks for, it gets these rows or nothing.
   * Needs a session with `sendsRows`. Throws what the driver or the rows throw.
   */
  load(sql: string, rows: () => Readable): Promise<MysqlAnswer>;
  close(): void;
};

/** The name by which statements ask for rows of this program. */
export const LOCAL_NAME = 'switchboard-rows';

/**
 * Signs in. The connection is cut when the signal is aborted.
 * @param sendsRows whether LOAD DATA LOCAL may be used
 * Throws what the egress or the driver throw, as it is, or an aborted signal's reason.
 */
export async function openMysqlSession(
  login: SqlLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: MysqlLimits,
  sendsRows = false,
): Promise<MysqlSession> {
  const mysql = await loadLibrary();
  const { socket, cut, close } = await openSqlSocket(login, context);
  socket.setNoDelay(true);
  socket.setTimeout(limits.silenceMs, cut);
  try {
    const connection = mysql.createConnection({
      host: login.host,
      port: login.port,
      user: login.user,
      password: login.password,
      database: login.database,
      charset: 'UTF8MB4_UNICODE_CI',
      stream: () => namedFor(login.host, socket),
      connectTimeout: limits.loginMs,
      // A server may ask for rows only where they are sent, and never for a file of this machine.
      flags: sendsRows ? [] : ['-LOCAL_FILES'],
      ...(login.tls === null ? {} : { ssl: { ...login.tls, verifyIdentity: true } }),
    });
    connection.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return sessionOf(connection, close);
  } catch (error) {
    close();
    context.signal.throwIfAborted();
    throw error;
  }
}

/** Runs `work` on one connection, as `useSession` does. */
export const withMysqlSession = <Result>(
  login: SqlLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: MysqlLimits,
  work: (session: MysqlSession) => Promise<Result>,
  sendsRows = false,
): Promise<Result> => useSession(() => openMysqlSession(login, context, limits, sendsRows), context, work);

/**
 * The socket, marked with the host that the key names. The driver gives TLS no host when the key names an address, and TLS
 * then takes it from the socket, or verifies the certificate for localhost.
 */
const namedFor = (host: string, socket: Socket): Socket => Object.assign(socket, { _host: host });

/** Values as the server spells them. */
const asText: TypeCast = (field) => field.string();

function sessionOf(connection: Connection, close: () => void): MysqlSession {
  const run = (options: QueryOptions): Promise<MysqlAnswer> =>
    new Promise((resolve, reject) => {
      connection.query(
        { rowsAsArray: true, typeCast: asText, ...options },
        (error, answer, fields: readonly FieldPacket[] | undefined) => {
          if (error !== null) return reject(error);
          if (Array.isArray(answer)) {
            const types = (fields ?? []).map(({ type = -1 }) => type);
            return resolve({ ...NOTHING, types, rows: answer as unknown as readonly MysqlRow[] });
          }
          const warnings = 'warningStatus' in answer ? answer.warningStatus : 0;
          resolve({ ...NOTHING, affected: answer.affectedRows, warnings });
        },
      );
    });
  return {
    connection,
    close,
    ask: (sql, values = []) => run({ sql, values: [...values] }),
    async load(sql, rows) {
      let sent: Readable | undefined;
      const infileStreamFactory = (name: string): Readable => {
        sent = name === LOCAL_NAME && sent === undefined ? rows() : refusedFile(name);
        return sent;
      };
      try {
        return await run({ sql, infileStreamFactory });
      } finally {
        sent?.destroy();
      }
    },
  };
}

const NOTHING: MysqlAnswer = { rows: [], types: [], affected: 0, warnings: 0 };

const refusedFile = (name: string): Readable =>
  new Readable({
    read() {
      this.destroy(new Error(`the server asked for the file ${name}, which is not sent`));
    },
  });
