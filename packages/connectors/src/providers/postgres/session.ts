import { PipelineError } from '@switchboard/model';
import { Client } from 'pg';
import { fieldText } from '../../key-forms/field-text.ts';
import type { ConnectorContext, DeliveryRequest, KeyProperties } from '../../spec.ts';

/** A login as the key gives it. */
export type Login = {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl:
    | false
    | { readonly rejectUnauthorized: true; readonly ca?: string; readonly cert?: string; readonly key?: string };
};

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

export const SESSION_LIMITS: SessionLimits = { statementMs: 15 * 60_000, lockMs: 60_000, loginMs: 15_000 };

/** The login in a key of type `sql`. Throws KEY_MISSING, PARAMETER_INVALID, or KEY_NOT_SUPPORTED for what cannot be used yet. */
export function loginOf(name: string, key: KeyProperties | null): Login {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'sql' });
  refuseUnsupported(key);
  const needed = (field: string): string => {
    const value = fieldText(key, field);
    if (value === undefined)
      throw new PipelineError('PARAMETER_INVALID', { name: key.name, parameter: field, reason: 'is missing' });
    return value;
  };
  const port = Number(fieldText(key, 'port') ?? 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new PipelineError('PARAMETER_INVALID', {
      name: key.name,
      parameter: 'port',
      reason: 'must be between 1 and 65535',
    });
  }
  return {
    host: needed('host'),
    port,
    database: needed('db_name'),
    user: needed('user'),
    password: needed('password'),
    ssl: sslOf(key),
  };
}

/** Certificates imply SSL. The server's certificate is always verified: by the key's authority, or by the well-known ones. */
function sslOf(key: KeyProperties): Login['ssl'] {
  const pem = (option: string, field: string): Readonly<Record<string, string>> => {
    const text = fieldText(key, field);
    return text === undefined ? {} : { [option]: text };
  };
  const options = { ...pem('ca', 'server_ca_pem'), ...pem('cert', 'client_cert_pem'), ...pem('key', 'client_key_pem') };
  const { ssl } = key.properties;
  const isEncrypted = Object.keys(options).length > 0 || ssl === true || ssl === 'true';
  return isEncrypted ? { rejectUnauthorized: true, ...options } : false;
}

/** A key that asks for more than this connector can do is never used as if it had not asked. */
function refuseUnsupported(key: KeyProperties): void {
  const refuse = (reason: string): never => {
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  };
  const dialect = fieldText(key, 'dialect');
  if (dialect !== 'postgresql') refuse(`its dialect is ${dialect ?? 'empty'}; only postgresql can be used so far`);
  if (fieldText(key, 'ssh_tunnel_host') !== undefined) refuse('SSH tunnels cannot be used yet');
  const charset = fieldText(key, 'charset') ?? 'utf8';
  if (!/^utf-?8$/i.test(charset)) refuse(`its charset is ${charset}; postgresql is written in utf8`);
}

/**
 * Runs `work` on one connection, which is closed afterwards whatever happened; an aborted signal cuts it at once.
 * @param name as the server shows the session
 * Throws what the egress, the login or `work` throw, as it is.
 */
export async function withSession<Result>(
  login: Login,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: SessionLimits,
  work: (client: Client) => Promise<Result>,
  name: string = APPLICATION,
): Promise<Result> {
  const socket = await context.egress.connect(login.host, login.port, context.signal);
  const cut = (): void => void socket.destroy();
  context.signal.addEventListener('abort', cut, { once: true });
  if (context.signal.aborted) cut();
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
    ssl: login.ssl,
    stream: () => connected,
    application_name: name,
    connectionTimeoutMillis: limits.loginMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.statementMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    context.signal.throwIfAborted();
    throw error;
  } finally {
    context.signal.removeEventListener('abort', cut);
    socket.destroy();
  }
}
