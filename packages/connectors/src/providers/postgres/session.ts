import { Client, type QueryArrayConfig } from 'pg';
import type { ConnectorContext, DeliveryRequest } from '../../spec.ts';
import { openSqlSocket, useSession } from '../../sql/open-sql-socket.ts';
import type { SqlSession } from '../../sql/sql-database.ts';
import type { SqlLogin } from '../../sql/sql-login.ts';

export type SessionLimits = {
  /** Longest single statement, in milliseconds. */
  readonly statementMs: number;
  /** Longest wait for a lock, in milliseconds. */
  readonly lockMs: number;
  /** Longest wait for the login, in milliseconds. */
  readonly loginMs: number;
};

/** The application name of a session that belongs to no attempt, as the destination's administrator sees it. */
const APPLICATION = 'switchboard';

/** The name of the session in which an attempt delivers; its earlier ones are known by it. */
export const sessionName = ({ unitId, attempt }: Pick<DeliveryRequest, 'unitId' | 'attempt'>): string =>
  `${APPLICATION} ${unitId.replace(/\s/g, '_').slice(0, 40)} ${attempt}`;

/**
 * Ends the sessions of earlier attempts: one whose worker is frozen keeps its locks for as long as its process lives, and
 * what it did before counts for nothing. Where the server does not allow that, its locks are waited for.
 */
export async function endEarlierSessions(client: Client, request: Parameters<typeof sessionName>[0]): Promise<void> {
  // The first attempt has none before it, and the view is dear to a new connection.
  if (request.attempt <= 1) return;
  await client
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
         and case when application_name ~ '^\\S+ \\S+ [0-9]{1,9}$' then
           regexp_replace(application_name, ' [0-9]+$', '') = $1 and split_part(application_name, ' ', 3)::int < $2
         else false end`,
      [sessionName(request).replace(/ \d+$/, ''), request.attempt],
    )
    .catch(() => undefined);
}

/** A session that gives all values as the server writes them. */
export type PostgresSession = SqlSession & { readonly client: Client };

export const sessionOf = (client: Client): PostgresSession => ({
  client,
  async ask(text, values = []) {
    const query: QueryArrayConfig = { text, values: [...values], rowMode: 'array', types: AS_TEXT };
    const { rows, rowCount } = await client.query<(string | null)[]>(query);
    return { rows, affected: rowCount ?? 0 };
  },
});

const AS_TEXT = { getTypeParser: () => String };

/** Commits. Throws when the server rolled back instead. */
export async function commit(client: Client): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error(`commit was answered by ${command}`);
}

export const SESSION_LIMITS: SessionLimits = { statementMs: 15 * 60_000, lockMs: 60_000, loginMs: 15_000 };

/** A signed-in connection, which is cut when the signal is aborted. */
export type OpenSession = { readonly client: Client; close(): void };

/**
 * Signs in.
 * @param name as the server shows the session
 * Throws what the egress or the login throw, as it is, or an aborted signal's reason.
 */
export async function openSession(
  login: SqlLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: SessionLimits,
  name: string = APPLICATION,
): Promise<OpenSession> {
  const { socket, cut, close } = await openSqlSocket(login, context);
  // The driver connects by itself; it receives the checked connection, which reports that it is connected.
  const connected = Object.assign(socket, {
    connect: () => {
      process.nextTick(() => socket.emit('connect'));
      return socket;
    },
  });
  // A peer that vanished silently is detected when a statement exceeds its limit.
  socket.setTimeout(limits.statementMs + 60_000, cut);
  const client = new Client({
    host: login.host,
    port: login.port,
    database: login.database,
    user: login.user,
    password: login.password,
    // Without a host, TLS would verify the certificate of an address for localhost.
    ssl: login.tls === null ? false : { ...login.tls, host: login.host },
    stream: () => connected,
    application_name: name,
    connectionTimeoutMillis: limits.loginMs,
    statement_timeout: limits.statementMs,
    // Redshift refuses settings that it does not know.
    ...(login.dialect === 'redshift'
      ? {}
      : { lock_timeout: limits.lockMs, idle_in_transaction_session_timeout: limits.statementMs }),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { client, close };
  } catch (error) {
    close();
    context.signal.throwIfAborted();
    throw error;
  }
}

/**
 * Runs `work` on one connection, as `useSession` does.
 * @param name as the server shows the session
 */
export const withSession = <Result>(
  login: SqlLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: SessionLimits,
  work: (client: Client) => Promise<Result>,
  name: string = APPLICATION,
): Promise<Result> =>
  useSession(
    () => openSession(login, context, limits, name),
    context,
    ({ client }) => work(client),
  );
