import type { Client, ParsedKey, PublicKeyAuthMethod, SFTPWrapper } from 'ssh2';
import { NetworkError } from '../../network/network-error.ts';
import type { ConnectorContext } from '../../spec.ts';
import { closed, loginFailure, requestFailure, SshFailure } from './failures.ts';
import { fingerprintOf, type Login, readPrivateKey } from './login.ts';

/** Loaded when it is first needed: start-up does without it. */
const loadLibrary = async () => (await import('ssh2')).default;

export type SessionLimits = {
  /** Longest wait for the sign-in, in milliseconds. */
  readonly loginMs: number;
  /** Longest wait for the answer to one request, in milliseconds. */
  readonly answerMs: number;
};

export const SESSION_LIMITS: SessionLimits = { loginMs: 15_000, answerMs: 60_000 };

type Done<Result> = (error: Error | null | undefined, result: Result) => void;

/** A signed-in connection. */
export type Session = {
  readonly host: string;
  /**
   * One request about a path. Throws RemoteFailure for a refusal, NetworkError when the connection breaks or the server is
   * silent, and an aborted signal's reason.
   */
  ask<Result>(path: string, send: (sftp: SFTPWrapper, done: Done<Result>) => void): Promise<Result>;
  /** From now on requests are sent although the signal is aborted, to clean up within so many milliseconds in all. */
  ignoreAbort(milliseconds: number): void;
  /** Whether a request can still be sent. */
  isOpen(): boolean;
  close(): void;
};

/** Signs in. Throws what the egress throws, SshFailure, NetworkError, or an aborted signal's reason. */
export async function openSession(
  login: Login,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: SessionLimits = SESSION_LIMITS,
): Promise<Session> {
  const { Client: SshClient, utils } = await loadLibrary();
  const { secret, host } = login;
  const privateKey =
    secret.kind === 'private key' ? readPrivateKey(secret.pem, secret.passphrase, utils.parseKey) : undefined;
  const socket = await context.egress.connect(host, login.port, context.signal);
  // Requests are small, and each waits for its answer.
  socket.setNoDelay(true);
  const client = new SshClient();
  const calls = new PendingCalls(context.signal, host);
  let refusal: SshFailure | null = null;
  client.on('error', (error) => calls.end(refusal ?? loginFailure(error, host, secret.kind)));
  client.on('close', () => calls.end(refusal ?? closed(host)));
  const close = (): void => {
    calls.end(closed(host));
    socket.destroy();
  };
  if (privateKey !== undefined && !login.useSha1)
    refuseSha1(privateKey, () => {
      refusal = new SshFailure(
        'SSH_SHA1',
        'the server takes only SHA-1 signatures, which the key does not acknowledge',
      );
    });
  try {
    const sftp = await calls.run<SFTPWrapper>(limits.loginMs, (done) => {
      client.on('ready', () => client.sftp((error, opened) => done(error, opened)));
      if (secret.kind === 'password') answerPrompts(client, secret.password);
      client.connect({
        sock: socket,
        username: login.username,
        ...(secret.kind === 'password' ? { password: secret.password, tryKeyboard: true } : {}),
        ...(privateKey === undefined ? {} : { authHandler: [publicKeyMethod(login.username, privateKey)] }),
        readyTimeout: 0,
        algorithms: login.useSha1 ? WITH_SHA1 : WITHOUT_SHA1,
        hostVerifier: (hostKey: Buffer) => {
          const got = fingerprintOf(hostKey);
          if (login.fingerprint === null || login.fingerprint === got) return true;
          refusal = new SshFailure('SSH_HOST_KEY', got);
          return false;
        },
      });
    });
    return {
      host,
      async ask(path, send) {
        try {
          return await calls.run(limits.answerMs, (done) => send(sftp, done));
        } catch (error) {
          throw requestFailure(error, path, host);
        }
      },
      ignoreAbort: (milliseconds) => calls.ignoreAbort(milliseconds),
      isOpen: () => calls.isOpen(),
      close,
    };
  } catch (error) {
    close();
    context.signal.throwIfAborted();
    throw error;
  }
}

/** Calls that wait for an answer. All fail at once when the connection ends or the signal is aborted. */
class PendingCalls {
  readonly #signal: AbortSignal;
  readonly #host: string;
  readonly #rejections = new Set<(error: unknown) => void>();
  #ended: { readonly error: unknown } | null = null;
  #endOfCleaning: number | null = null;

  constructor(signal: AbortSignal, host: string) {
    this.#signal = signal;
    this.#host = host;
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => {
    if (this.#endOfCleaning === null) this.#rejectAll(this.#signal.reason);
  };

  #rejectAll(error: unknown): void {
    for (const reject of this.#rejections) reject(error);
  }

  end(error: unknown): void {
    if (this.#ended !== null) return;
    this.#ended = { error };
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#rejectAll(error);
  }

  isOpen(): boolean {
    return this.#ended === null;
  }

  ignoreAbort(milliseconds: number): void {
    this.#endOfCleaning ??= performance.now() + milliseconds;
  }

  run<Result>(limitMs: number, start: (done: Done<Result>) => void): Promise<Result> {
    const limit =
      this.#endOfCleaning === null ? limitMs : Math.min(limitMs, Math.max(0, this.#endOfCleaning - performance.now()));
    return new Promise((resolve, reject) => {
      const settle = (work: () => void): void => {
        clearTimeout(timer);
        this.#rejections.delete(fail);
        work();
      };
      const fail = (error: unknown): void =>
        settle(() => reject(error instanceof Error ? error : new Error('aborted')));
      const timer = setTimeout(() => {
        const seconds = Math.round(limit / 100) / 10;
        const cause = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
        fail(new NetworkError('silent', this.#host, `sent nothing for ${seconds} seconds`, { seconds, cause }));
      }, limit);
      this.#rejections.add(fail);
      if (this.#ended !== null) return fail(this.#ended.error);
      if (this.#endOfCleaning === null && this.#signal.aborted) return fail(this.#signal.reason);
      try {
        start((error, result) => (error ? fail(error) : settle(() => resolve(result))));
      } catch (error) {
        fail(error);
      }
    });
  }
}

/** Servers that ask for the password in a dialogue get it for each question that hides its answer. */
function answerPrompts(client: Client, password: string): void {
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
    finish(prompts.map(({ echo }) => (echo === true ? '' : password))),
  );
}

const publicKeyMethod = (username: string, key: ParsedKey): PublicKeyAuthMethod => ({
  type: 'publickey',
  username,
  key,
});

/** Keeps an RSA key from signing with SHA-1, which the library falls back to. */
function refuseSha1(key: ParsedKey, onRefused: () => void): void {
  if (key.type !== 'ssh-rsa') return;
  const sign = key.sign.bind(key);
  key.sign = (data, algorithm) => {
    if (algorithm !== undefined && algorithm !== 'sha1') return sign(data, algorithm);
    onRefused();
    return new Error('SHA-1 is refused') as unknown as Buffer;
  };
}

const WITHOUT_SHA1 = { serverHostKey: { append: [], prepend: [], remove: ['ssh-rsa'] } } as const as object;
const WITH_SHA1 = {
  kex: { append: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group14-sha1'], prepend: [], remove: [] },
} as const as object;
