import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { buildContext } from '../../testing/context.ts';
import type { Login } from './login.ts';
import { openSession } from './session.ts';

/** A server that answers the commands it knows, and is silent otherwise. */
async function serve(greeting: string, answers: Readonly<Record<string, string>>): Promise<Login> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const answer = answers[bytes.toString().trim()];
      if (answer !== undefined) socket.write(`${answer}\r\n`);
    });
    socket.write(greeting);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, username: 'ann', password: 'x', tls: 'explicit', serverCa: null, key: 'exchange' };
}

const SILENT = [
  ['before it greets', '', 'explicit'],
  ['after it agreed to TLS', '220 Ready.\r\n', 'explicit'],
  ['where TLS should begin', '', 'implicit'],
] as const;

it.each(SILENT)('a server that is silent %s is given up', async (_, greeting, tls) => {
  const login = await serve(greeting, { 'AUTH TLS': '234 Begin.' });
  await expect(openSession({ ...login, tls }, buildContext(), 200)).rejects.toMatchObject({
    name: 'NetworkError',
    kind: 'silent',
  });
});

it.each(SILENT)('a cancelled sign-in ends at a server that is silent %s', async (_, greeting, tls) => {
  const login = await serve(greeting, { 'AUTH TLS': '234 Begin.' });
  const abort = new AbortController();
  const opening = openSession({ ...login, tls }, buildContext({ signal: abort.signal }), 60_000);
  const outcome = expect(opening).rejects.toThrow('cancelled');
  setImmediate(() => abort.abort(new Error('cancelled')));
  await outcome;
});
