import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type ProxyHooks = {
  /** Sees what the client sends; false keeps it from the server. */
  readonly onRequest?: (bytes: Buffer, client: Socket, server: Socket) => boolean;
  /** Sees what the server answers; false keeps it from the client. */
  readonly onAnswer?: (bytes: Buffer, client: Socket, server: Socket) => boolean;
};

/** A TCP proxy of this machine, which may inspect, delay or cut the traffic. */
export async function startProxy(
  host: string,
  port: number,
  hooks: ProxyHooks,
): Promise<{ readonly port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect({ host, port });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on(
      'data',
      (bytes: Buffer) => void ((hooks.onRequest?.(bytes, client, server) ?? true) && server.write(bytes)),
    );
    server.on(
      'data',
      (bytes: Buffer) => void ((hooks.onAnswer?.(bytes, client, server) ?? true) && client.write(bytes)),
    );
    client.on('close', () => server.end());
    server.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
