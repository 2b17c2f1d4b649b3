import type { Socket } from 'node:net';
import type { ConnectorContext } from '../spec.ts';
import type { SqlLogin } from './sql-login.ts';

/** An open connection to the server of a login. Throws as `egress.connect` does. */
export function openSqlSocket(
  { host, port }: SqlLogin,
  { egress, signal }: Pick<ConnectorContext, 'egress' | 'signal'>,
): Promise<Socket> {
  return egress.connect(host, port, signal);
}
