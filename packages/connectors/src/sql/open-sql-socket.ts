import type { Socket } from 'node:net';
import type { ConnectorContext } from '../spec.ts';
import type { SqlLogin } from './sql-login.ts';

/**
 * An open connection to the server of a login, through its SSH tunnel where it has one.
 * Throws as `egress.connect` does, or TunnelFailure.
 */
export async function openSqlSocket(
  { host, port, tunnel }: SqlLogin,
  context: Pick<ConnectorContext, 'egress' | 'signal'>,
): Promise<Socket> {
  if (tunnel === null) return context.egress.connect(host, port, context.signal);
  const { openTunnel } = await import('../ssh/open-tunnel.ts');
  return openTunnel(tunnel, { host, port }, context);
}
