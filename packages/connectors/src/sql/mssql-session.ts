import type { Connection } from 'tedious';
import type { ConnectorContext } from '../spec.ts';
import { openSqlSocket } from './open-sql-socket.ts';
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

/**
 * Signs in and asks the server one question, then closes the connection; an aborted signal cuts it at once.
 * @param loginMs longest wait for the login, in milliseconds
 * Throws what the egress throws, MssqlError, or the driver's own errors with their causes.
 */
export async function probeMssql(
  login: SqlLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  loginMs: number,
): Promise<void> {
  const tedious = await loadLibrary();
  // Opened first, so that its errors stay as they are.
  const socket = await openSqlSocket(login, context);
  const cut = (): void => void socket.destroy();
  context.signal.addEventListener('abort', cut, { once: true });
  if (context.signal.aborted) cut();
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
      connectTimeout: loginMs,
      requestTimeout: loginMs,
      maxRetriesOnTransientErrors: 0,
      appName: 'switchboard',
    },
  });
  let said: { readonly number: number; readonly message: string } | null = null;
  connection.on('errorMessage', (message) => {
    said ??= message;
  });
  connection.on('error', () => undefined);
  try {
    await connected(connection);
    await new Promise<void>((resolve, reject) => {
      connection.execSql(new tedious.Request('select 1', (error) => (error ? reject(error) : resolve())));
    });
  } catch (error) {
    context.signal.throwIfAborted();
    const { number, message } = (said as { number: number; message: string } | null) ?? { number: 0, message: '' };
    throw number === 0 ? error : new MssqlError(number, message, error);
  } finally {
    context.signal.removeEventListener('abort', cut);
    connection.close();
    socket.destroy();
  }
}

const connected = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
