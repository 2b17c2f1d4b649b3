import type { SFTPWrapper } from 'ssh2';
import type { ConnectorContext } from '../../spec.ts';
import { openSsh } from '../../ssh/open-ssh.ts';
import { type Done, PendingCalls } from '../../ssh/pending-calls.ts';
import { closed } from '../../ssh/ssh-failure.ts';
import type { SshLogin } from '../../ssh/ssh-login.ts';
import { requestFailure } from './failures.ts';

export type SessionLimits = {
  /** Longest wait for the sign-in, in milliseconds. */
  readonly loginMs: number;
  /** Longest wait for the answer to one request, in milliseconds. */
  readonly answerMs: number;
};

export const SESSION_LIMITS: SessionLimits = { loginMs: 15_000, answerMs: 60_000 };

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
  login: SshLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
  limits: SessionLimits = SESSION_LIMITS,
): Promise<Session> {
  const { host } = login;
  const ssh = await openSsh(login, context, (error) => calls.end(error));
  const calls = new PendingCalls(context.signal, host);
  const close = (): void => {
    calls.end(closed(host));
    ssh.close();
  };
  try {
    const sftp = await calls.run<SFTPWrapper>(limits.loginMs, (done) =>
      ssh.start(() => ssh.client.sftp((error, opened) => done(error, opened))),
    );
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
