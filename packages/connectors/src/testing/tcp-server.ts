import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server of this machine. */
export async function startTcp(answer: (socket: Socket) => unknown): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A server of this machine for the running test, which is the only one. Gives its port. */
export async function serveTcp(answer: (socket: Socket) => unknown): Promise<number> {
  const { port, close } = await startTcp(answer);
  onTestFinished(close);
  return port;
}
