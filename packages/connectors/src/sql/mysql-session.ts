import type { Socket } from 'node:net';
import type { Connection, TypeCast } from 'mysql2';
import type { ConnectorContext } from '../spec.ts';
import { openSqlSocket } from './open-sql-socket.ts';
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
  readonly affected: number;
};

/** A signed-in connection. */
export type MysqlSession = {
  readonly connection: Connection;
  /** Runs one statement; `values` fill its question marks. Throws what the driver throws. */
  ask(sql: string, values?: readonly unknown[]): Promise<MysqlAnswer>;
  close(): void;
};

/**
 * Signs in. The connection is cut when the signal is aborted.
 * Throws what the egress or the driver throw, as it is, or an aborted signal's reason.
 */
export async function openMysqlSession(
  login: SqlLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: MysqlLimits,
): Promise<MysqlSession> {
  const mysql = await loadLibrary();
  const socket = await openSqlSocket(login, context);
  const cut = (): void => void socket.destroy();
  context.signal.addEventListener('abort', cut, { once: true });
  if (context.signal.aborted) cut();
  socket.setNoDelay(true);
  socket.setTimeout(limits.silenceMs, cut);
  const close = (): void => {
    context.signal.removeEventListener('abort', cut);
    socket.destroy();
  };
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
      // No server may ask for a file of this machine.
      flags: ['-LOCAL_FILES'],
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

/**
 * Runs `work` on one connection, which is closed afterwards whatever happened.
 * Throws what the egress, the driver or `work` throw, as it is, or an aborted signal's reason.
 */
export async function withMysqlSession<Result>(
  login: SqlLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: MysqlLimits,
  work: (session: MysqlSession) => Promise<Result>,
): Promise<Result> {
  const session = await openMysqlSession(login, context, limits);
  try {
    return await work(session);
  } catch (error) {
    context.signal.throwIfAborted();
    throw error;
  } finally {
    session.close();
  }
}

/**
 * The socket, marked with the host that the key names. The driver gives TLS no host when the key names an address, and TLS
 * then takes it from the socket, or verifies the certificate for localhost.
 */
const namedFor = (host: string, socket: Socket): Socket => Object.assign(socket, { _host: host });

/** Values as the server spells them. */
const asText: TypeCast = (field) => field.string();

function sessionOf(connection: Connection, close: () => void): MysqlSession {
  return {
    connection,
    close,
    ask: (sql, values = []) =>
      new Promise((resolve, reject) => {
        connection.query({ sql, rowsAsArray: true, values: [...values], typeCast: asText }, (error, answer) => {
          if (error !== null) return reject(error);
          if (Array.isArray(answer)) return resolve({ rows: answer as unknown as readonly MysqlRow[], affected: 0 });
          resolve({ rows: [], affected: answer.affectedRows });
        });
      }),
  };
}
