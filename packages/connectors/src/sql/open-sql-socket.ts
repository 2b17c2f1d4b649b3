import type { Socket } from 'node:net';
import type { ConnectorContext } from '../spec.ts';
import type { SqlLogin } from './sql-login.ts';

type SocketContext = Pick<ConnectorContext, 'egress' | 'signal'>;

/** An open connection to a server, which is cut when the signal is aborted. */
export type SqlSocket = {
  readonly socket: Socket;
  cut(): void;
  /** Cuts it, and listens to the signal no longer. */
  close(): void;
};

/**
 * Opens a connection to the server of a login, through its SSH tunnel where it has one.
 * Throws as `egress.connect` does, or TunnelFailure.
 */
export async function openSqlSocket(login: SqlLogin, context: SocketContext): Promise<SqlSocket> {
  const socket = await connect(login, context);
  const { signal } = context;
  const cut = (): void => void socket.destroy();
  signal.addEventListener('abort', cut, { once: true });
  if (signal.aborted) cut();
  const close = (): void => {
    signal.removeEventListener('abort', cut);
    cut();
  };
  return { socket, cut, close };
}

async function connect({ host, port, tunnel }: SqlLogin, context: SocketContext): Promise<Socket> {
  if (tunnel === null) return context.egress.connect(host, port, context.signal);
  const { openTunnel } = await import('../ssh/open-tunnel.ts');
  return openTunnel(tunnel, { host, port }, context);
}

/**
 * Runs `work` on a session, which is closed afterwards whatever happened.
 * Throws what `open` or `work` throw, as it is, or an aborted signal's reason.
 */
export async function useSession<Session extends { close(): void }, Result>(
  open: () => Promise<Session>,
  { signal }: Pick<ConnectorContext, 'signal'>,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await open();
  try {
    return await work(session);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    session.close();
  }
}
