import type { Socket } from 'node:net';
import type { ClientChannel } from 'ssh2';
import type { ConnectorContext } from '../spec.ts';
import { openSsh } from './open-ssh.ts';
import { PendingCalls } from './pending-calls.ts';
import { closed } from './ssh-failure.ts';
import type { SshLogin } from './ssh-login.ts';
import { serverFailure, targetFailure } from './tunnel-failure.ts';
import { TunnelSocket } from './tunnel-socket.ts';

/** Longest wait for the sign-in, and for the connection behind, in milliseconds. */
const TUNNEL_MS = 15_000;

/**
 * A connection to a server that is reached through an SSH server. The network guard holds for the SSH server: what that may
 * reach is decided there. It is one SSH connection, which ends with it.
 * Throws TunnelFailure, or an aborted signal's reason.
 */
export async function openTunnel(
  login: SshLogin,
  target: { readonly host: string; readonly port: number },
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
): Promise<Socket> {
  let tunnel: TunnelSocket | null = null;
  const onEnd = (error: unknown): void => {
    calls.end(error);
    tunnel?.destroy(error instanceof Error ? error : undefined);
  };
  const ssh = await openSsh(login, context, onEnd).catch((error: unknown) => {
    context.signal.throwIfAborted();
    throw serverFailure(error, login);
  });
  const calls = new PendingCalls(context.signal, login.host);
  const close = (): void => {
    calls.end(closed(login.host));
    ssh.close();
  };
  try {
    await calls.run<void>(TUNNEL_MS, (done) => ssh.start(() => done(null)));
  } catch (error) {
    close();
    context.signal.throwIfAborted();
    throw serverFailure(error, login);
  }
  try {
    const channel = await calls.run<ClientChannel>(TUNNEL_MS, (done) =>
      ssh.client.forwardOut('127.0.0.1', 0, target.host, target.port, done),
    );
    tunnel = new TunnelSocket(channel, close);
    return tunnel.asSocket();
  } catch (error) {
    close();
    context.signal.throwIfAborted();
    throw targetFailure(error, login, target.host);
  }
}
