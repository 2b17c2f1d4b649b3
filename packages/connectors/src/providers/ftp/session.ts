import type { Socket } from 'node:net';
import type { Client, FTPContext, FTPResponse } from 'basic-ftp';
import { beginTls, encryptSocket, tlsTo } from '../../network/encrypt-socket.ts';
import { NetworkError } from '../../network/network-error.ts';
import type { ConnectorContext } from '../../spec.ts';
import { extendedPort, passivePort, type Refusal, refusalOf, saysInsecure } from './answers.ts';
import { connectionFailure, FtpLoginFailure, ftpFailure } from './failures.ts';
import type { Login } from './login.ts';

/** Loaded when it is first needed: start-up does without it. */
const loadLibrary = () => import('basic-ftp');

/** Longest silence of the server, in milliseconds. */
export const ANSWER_MS = 60_000;

/** A signed-in connection. It sends one command at a time. */
export type Session = {
  readonly host: string;
  /** Absolute: the folder of the user. */
  readonly home: string;
  /** Commands that the server says to know, in capitals. */
  readonly features: ReadonlyMap<string, string>;
  /**
   * One exchange about a path. Throws RemoteFailure for a refusal, NetworkError when the connection breaks or the server is
   * silent, and an aborted signal's reason.
   */
  run<Result>(path: string, exchange: (client: Client) => Promise<Result>): Promise<Result>;
  /** One exchange, with a refusal as a result. */
  attempt<Result>(
    exchange: (client: Client) => Promise<Result>,
  ): Promise<{ readonly result: Result } | { readonly refusal: Refusal }>;
  ignoreAbort(milliseconds: number): void;
  isOpen(): boolean;
  close(): void;
};

type SessionContext = Pick<ConnectorContext, 'egress' | 'signal'>;

/** Signs in. Throws what the egress throws, FtpLoginFailure, RemoteFailure, NetworkError, or an aborted signal's reason. */
export async function openSession(login: Login, context: SessionContext, answerMs = ANSWER_MS): Promise<Session> {
  const { Client: FtpClient } = await loadLibrary();
  const client = new FtpClient(answerMs);
  const { host } = login;
  let obeysAbort = true;
  const onAbort = (): void => client.close();
  const close = (): void => {
    context.signal.removeEventListener('abort', onAbort);
    client.close();
  };
  const attempt: Session['attempt'] = async (exchange) => {
    try {
      return { result: await exchange(client) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) return { refusal };
      if (obeysAbort) context.signal.throwIfAborted();
      throw connectionFailure(error, host, answerMs);
    }
  };
  const run: Session['run'] = async (path, exchange) => {
    const done = await attempt(exchange);
    if ('refusal' in done) throw ftpFailure(done.refusal, path);
    return done.result;
  };
  context.signal.addEventListener('abort', onAbort, { once: true });
  client.prepareTransfer = (ftp) => openData(ftp, login, context);
  try {
    await connect(client, login, context, attempt, answerMs);
    await signIn(login, attempt);
    const features = await run('', (opened) => opened.features());
    await run('', (opened) => opened.useDefaultSettings());
    const home = await run('', (opened) => opened.pwd());
    return {
      host,
      home,
      features,
      run,
      attempt,
      ignoreAbort(milliseconds) {
        obeysAbort = false;
        context.signal.removeEventListener('abort', onAbort);
        setTimeout(close, milliseconds).unref();
      },
      isOpen: () => !client.closed,
      close,
    };
  } catch (error) {
    close();
    context.signal.throwIfAborted();
    throw error;
  }
}

/** Opens the connection for commands, encrypted where the key says so, and hears the greeting. */
async function connect(
  client: Client,
  login: Login,
  context: SessionContext,
  attempt: Session['attempt'],
  answerMs: number,
): Promise<void> {
  const { host, tls } = login;
  const options = tlsTo(host, login.serverCa);
  const encrypt = (plain: Socket) =>
    encryptSocket(plain, options, { host, silentMs: answerMs, signal: context.signal });
  const socket = await context.egress.connect(host, login.port, context.signal);
  // Commands are small, and each waits for its answer.
  socket.setNoDelay(true);
  const control = tls === 'implicit' ? await encrypt(socket) : socket;
  client.ftp.socket = control;
  if (tls === 'implicit') client.ftp.tlsOptions = options;
  const greeting = await attempt(({ ftp }) =>
    ftp.handle(undefined, (response, task) => {
      if (response instanceof Error) task.reject(response);
      else if (response.code >= 200) task.resolve(response);
    }),
  );
  if ('refusal' in greeting) throw ftpFailure(greeting.refusal, '/');
  if (tls !== 'explicit') return;
  const agreed = await attempt((opened) => opened.send('AUTH TLS'));
  if ('refusal' in agreed)
    throw new FtpLoginFailure('FTP_WITHOUT_TLS', `the server offers no TLS: ${agreed.refusal.message}`);
  client.ftp.socket = await encrypt(socket);
  // Setting the connection resets them; those of data use the same.
  client.ftp.tlsOptions = options;
}

/** Numbers that refuse a user or a password; the first is of some servers only. */
const LOGIN_REFUSALS: ReadonlySet<number> = new Set([430, 530, 532]);

async function signIn(login: Login, attempt: Session['attempt']): Promise<void> {
  const done = await attempt((client) => client.login(login.username, login.password));
  if (!('refusal' in done)) return;
  if (login.tls === 'none' && saysInsecure(done.refusal))
    throw new FtpLoginFailure('FTP_NEEDS_TLS', 'the server wants the connection to be encrypted');
  if (!LOGIN_REFUSALS.has(done.refusal.code)) throw ftpFailure(done.refusal, '/');
  throw new FtpLoginFailure('FTP_LOGIN', 'incorrect user or password');
}

/**
 * Opens the connection for the data of the next command, always to the host that commands go to: a server that names another
 * one could have us connect to anybody.
 */
async function openData(ftp: FTPContext, login: Login, context: SessionContext): Promise<FTPResponse> {
  const { response, port } = await listeningPort(ftp, login.host);
  const { socket: control } = ftp;
  const address = control.remoteAddress ?? login.host;
  let socket = await context.egress.connect(login.host, port, undefined, login.port);
  if (socket.remoteAddress !== address) {
    // The name leads to several servers.
    socket.destroy();
    socket = await context.egress.connect(address, port, undefined, login.port);
  }
  // It was closed meanwhile, and would close this one no more.
  if (ftp.closed) socket.destroy();
  if (login.tls === 'none') {
    ftp.dataSocket = socket;
    return response;
  }
  const session = ftp.tlsSessionStore ?? ('getSession' in control ? control.getSession() : undefined);
  const secure = beginTls(socket, { ...ftp.tlsOptions, ...(session === undefined ? {} : { session }) });
  // Servers take it as the proof that both connections are of one client.
  secure.on('session', (next) => (ftp.tlsSessionStore = next));
  ftp.dataSocket = secure;
  return response;
}

/** The port that the server listens at for the next transfer. */
async function listeningPort(
  ftp: FTPContext,
  host: string,
): Promise<{ readonly response: FTPResponse; readonly port: number }> {
  try {
    const response = await ftp.request('EPSV');
    const port = extendedPort(response);
    if (port !== null) return { response, port };
  } catch (error) {
    if (refusalOf(error) === null) throw error;
  }
  const response = await ftp.request('PASV');
  const port = passivePort(response);
  if (port === null) throw new NetworkError('unreachable', host, 'it does not speak FTP as expected');
  return { response, port };
}
