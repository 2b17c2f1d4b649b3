import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { unreachable } from './network-error.ts';

/**
 * How a connection to a host is encrypted and its certificate verified.
 * @param authority that signed the certificate, as PEM; null for those that everybody trusts
 */
export const tlsTo = (host: string, authority: string | null): ConnectionOptions => ({
  host,
  ...(isIP(host) === 0 ? { servername: host } : {}),
  ...(authority === null ? {} : { ca: authority }),
});

/** Begins to encrypt a connection of the egress, for protocols that wait until the other side is ready. */
export const beginTls = (socket: Socket, options: ConnectionOptions): TLSSocket => connect({ ...options, socket });

/** Encrypts a connection of the egress. Throws NetworkError when the other side does not speak TLS or is not verified. */
export function encryptSocket(socket: Socket, options: ConnectionOptions, host: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secure = beginTls(socket, options);
    secure.once('secureConnect', () => {
      secure.removeAllListeners('error');
      resolve(secure);
    });
    secure.once('error', (error) => {
      socket.destroy();
      reject(unreachable(host, error));
    });
  });
}
