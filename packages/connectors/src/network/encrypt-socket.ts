import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { NetworkError, unreachable } from './network-error.ts';
import { observeStage } from './observe-connections.ts';

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

/**
 * Encrypts a connection of the egress.
 * @param silentMs longest wait for the other side, in milliseconds
 * Throws NetworkError when the other side does not speak TLS, is not verified or silent; an aborted signal throws its reason.
 */
export function encryptSocket(socket: Socket, options: ConnectionOptions, other: Other): Promise<TLSSocket> {
  const place = { stage: 'tls', host: other.host, port: socket.remotePort ?? null } as const;
  return observeStage(place, () => encrypt(socket, options, other));
}

type Other = { readonly host: string; readonly silentMs: number; readonly signal: AbortSignal };

function encrypt(socket: Socket, options: ConnectionOptions, { host, silentMs, signal }: Other): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secure = beginTls(socket, options);
    const settle = (error: unknown): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      secure.off('secureConnect', onSecure).off('close', onClose).off('error', settle);
      if (error === null) {
        resolve(secure);
        return;
      }
      secure.on('error', () => undefined).destroy();
      socket.destroy();
      reject(signal.aborted ? signal.reason : error instanceof NetworkError ? error : unreachable(host, error));
    };
    const onSecure = (): void => settle(null);
    const onAbort = (): void => settle(signal.reason);
    const onClose = (): void => settle(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    const timer = setTimeout(() => {
      const seconds = Math.round(silentMs / 1000);
      const cause = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
      settle(new NetworkError('silent', host, `sent nothing for ${seconds} seconds`, { seconds, cause }));
    }, silentMs);
    signal.addEventListener('abort', onAbort, { once: true });
    secure.once('secureConnect', onSecure).once('close', onClose).once('error', settle);
    if (signal.aborted) onAbort();
  });
}
