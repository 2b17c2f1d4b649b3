import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endConnection, MAX_LINGERING } from './leave-unread.ts';

let server: Server;
let clients: Socket[] = [];
beforeEach(async () => {
  // No connection ends because its time is over.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The clients keep their half open.
  server = createServer({ allowHalfOpen: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  server.close();
  await once(server, 'close');
  vi.useRealTimers();
});

/** The server's side of a new connection. */
async function accept(): Promise<Socket> {
  const { port } = server.address() as { port: number };
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  clients.push(connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {}));
  return (await accepted)[0];
}

test('the oldest connection that waits for its client is closed when there are too many', async () => {
  const sockets: Socket[] = [];
  for (let at = 0; at < MAX_LINGERING; at += 1) sockets.push(await accept());
  for (const socket of sockets) endConnection(socket);
  expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
  endConnection(await accept());
  expect(sockets.map(({ destroyed }) => destroyed).indexOf(false)).toBe(1);
  // One that has closed makes room.
  clients[1]?.destroy();
  sockets[1]?.destroy();
  await once(sockets[1] as Socket, 'close');
  endConnection(await accept());
  expect(sockets[2]?.destroyed).toBe(false);
});
