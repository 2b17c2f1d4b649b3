import type { Socket } from 'node:net';
import { PipelineError } from '@switchboard/model/errors/errors';
import { checkAuthority } from '../../key-fields/check-authority.ts';
import { fieldText } from '../../key-fields/field-text.ts';
import { encryptSocket, tlsTo } from '../../network/encrypt-socket.ts';
import { NetworkError, unreachable } from '../../network/network-error.ts';
import { ServiceFailure, type ServiceFailureKind } from '../../network/service-failure.ts';
import { quoted, secretsOf } from '../../secrets.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { type Command, createReader, ErrorReply, encodeCommands, NotResp, type Reply } from './resp.ts';

/** An error reply of the server. Its code is such as REDIS_WRONGTYPE; REDIS_LOGIN for every refusal of the user. */
export class RedisFailure extends ServiceFailure {
  override readonly name = 'RedisFailure';
}

/** A login as a key of type `redis` gives it. */
export type RedisLogin = {
  readonly key: KeyProperties;
  readonly host: string;
  readonly port: number;
  /** Null for the default user. */
  readonly username: string | null;
  /** Null for a server that asks for none. */
  readonly password: string | null;
  readonly database: number;
  /** Null for a connection that is not encrypted; `authority` null for those that everybody trusts. */
  readonly tls: { readonly authority: string | null } | null;
};

/** A connection that has signed in. */
export type RedisSession = {
  /** Sends one command. Throws RedisFailure for an error reply, NetworkError, or the reason of an aborted signal. */
  ask(command: Command, silenceMs?: number): Promise<Reply>;
  /** Sends commands at once, and returns their replies in order, error replies included. Throws as `ask` does for the connection. */
  askAll(commands: readonly Command[], silenceMs?: number): Promise<readonly Reply[]>;
  /** The failure that an error reply stands for. */
  failureOf(reply: ErrorReply): RedisFailure;
  close(): void;
};

/** Longest wait for a reply, in milliseconds. */
const SILENCE_MS = 30_000;
const SHOWN_LENGTH = 300;

/** The login in a key of type `redis`. Throws KEY_MISSING, KEY_NOT_SUPPORTED or PARAMETER_INVALID. */
export function loginOf(name: string, key: KeyProperties | null): RedisLogin {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'redis' });
  if (key.type !== 'redis')
    throw new PipelineError('KEY_NOT_SUPPORTED', {
      key: key.name,
      reason: `keys of type ${key.type} are not for Redis`,
    });
  const refuse = (parameter: string, reason: string, cause?: Error): never => {
    throw new PipelineError('PARAMETER_INVALID', { name: key.name, parameter, reason }, { cause });
  };
  const numberOf = (field: string, fallback: number, [least, most]: readonly [number, number]): number => {
    const value = Number(fieldText(key, field) ?? fallback);
    return Number.isInteger(value) && value >= least && value <= most
      ? value
      : refuse(field, `must be between ${least} and ${most}`);
  };
  const { secure } = key.properties;
  const isSecure = secure !== false && secure !== 'false';
  const authority = isSecure ? (fieldText(key, 'server_ca_pem') ?? null) : null;
  if (authority !== null) checkAuthority(authority, refuse);
  const username = fieldText(key, 'username')?.trim() ?? null;
  const password = fieldText(key, 'password') ?? null;
  if (username !== null && password === null) refuse('password', 'is missing for the user');
  return {
    key,
    host: fieldText(key, 'host')?.trim() ?? refuse('host', 'is missing'),
    port: numberOf('port', 6379, [1, 65_535]),
    username,
    password,
    database: numberOf('database', 0, [0, 1_000_000]),
    tls: isSecure ? { authority } : null,
  };
}

/** Connects and signs in. Throws HOST_NOT_ALLOWED, NetworkError, RedisFailure, or the reason of an aborted signal. */
export async function openSession(
  login: RedisLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
): Promise<RedisSession> {
  const { host, port, tls, username, password, database } = login;
  const { signal } = context;
  const plain = await context.egress.connect(host, port, signal);
  const socket =
    tls === null
      ? plain
      : await encryptSocket(plain, tlsTo(host, tls.authority), { host, silentMs: SILENCE_MS, signal });
  const session = speak(socket, login, signal);
  try {
    if (password !== null) await session.ask(['AUTH', ...(username === null ? [] : [username]), password]);
    if (database !== 0) await session.ask(['SELECT', String(database)]);
  } catch (error) {
    session.close();
    throw error;
  }
  return session;
}

function speak(socket: Socket, { host, key }: RedisLogin, signal: AbortSignal): RedisSession {
  const waiting: PromiseWithResolvers<Reply>[] = [];
  const read = createReader();
  let failure: Error | null = null;
  let timer: NodeJS.Timeout | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  const onAbort = (): void => fail(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  const listen = (silenceMs: number): void => {
    clearTimeout(timer);
    if (waiting.length === 0) return;
    const seconds = Math.round(silenceMs / 1000);
    timer = setTimeout(() => {
      const cause = Object.assign(new Error('no reply'), { code: 'ETIMEDOUT' });
      fail(new NetworkError('silent', host, `sent nothing for ${seconds} seconds`, { seconds, cause }));
    }, silenceMs);
  };
  let silence = SILENCE_MS;
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const reply of read(chunk)) waiting.shift()?.resolve(reply);
      listen(silence);
    } catch (error) {
      if (!(error instanceof NotResp)) throw error;
      fail(new NetworkError('unreachable', host, 'it does not answer as Redis does', { cause: error }));
    }
  });
  socket.on('error', (error) => fail(unreachable(host, error)));
  socket.on('close', () => fail(unreachable(host, Object.assign(new Error('closed'), { code: 'ECONNRESET' }))));

  const failureOf = ({ text }: ErrorReply): RedisFailure => {
    const { kind, code } = classify(text);
    return new RedisFailure(kind, code, quoted(text, secretsOf(key), SHOWN_LENGTH).replace(/\.+$/, ''), { host });
  };
  const askAll = async (commands: readonly Command[], silenceMs = SILENCE_MS): Promise<readonly Reply[]> => {
    if (failure !== null) throw failure;
    const replies = commands.map(() => {
      const reply = Promise.withResolvers<Reply>();
      waiting.push(reply);
      return reply.promise;
    });
    silence = silenceMs;
    listen(silence);
    socket.write(encodeCommands(commands));
    return Promise.all(replies);
  };
  return {
    failureOf,
    askAll,
    async ask(command, silenceMs) {
      const [reply = null] = await askAll([command], silenceMs);
      if (reply instanceof ErrorReply) throw failureOf(reply);
      return reply;
    },
    close: () => fail(unreachable(host, Object.assign(new Error('closed'), { code: 'ECONNRESET' }))),
  };
}

const KINDS: Readonly<Record<string, ServiceFailureKind>> = {
  WRONGPASS: 'login',
  NOAUTH: 'login',
  NOPERM: 'denied',
  OOM: 'full',
  WRONGTYPE: 'misfit',
  LOADING: 'busy',
  BUSY: 'busy',
  TRYAGAIN: 'busy',
  MASTERDOWN: 'busy',
  CLUSTERDOWN: 'busy',
  READONLY: 'busy',
  NOREPLICAS: 'busy',
  MISCONF: 'busy',
};

/** The kind and code of an error reply. Only its first word is a code, and ERR stands for many. */
function classify(text: string): { readonly kind: ServiceFailureKind; readonly code: string } {
  // A transaction that is refused as a whole names the cause behind its own code.
  const cause = /^EXECABORT .* because of: (.+)$/.exec(text)?.[1];
  if (cause !== undefined) return classify(cause);
  const [word = ''] = text.split(' ', 1);
  if (/^ERR (?:invalid password|Client sent AUTH|AUTH )/.test(text)) return { kind: 'login', code: 'REDIS_LOGIN' };
  if (/^ERR (?:DB index is out of range|invalid DB index)/.test(text))
    return { kind: 'missing', code: 'REDIS_DATABASE' };
  if (/^ERR max number of clients/.test(text)) return { kind: 'busy', code: 'REDIS_CLIENTS' };
  const kind = KINDS[word] ?? 'refused';
  return { kind, code: kind === 'login' ? 'REDIS_LOGIN' : `REDIS_${word}` };
}
