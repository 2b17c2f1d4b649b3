import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A real HTTP server of this machine. */
export async function startHttp(answer: Answer): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((request, response) => {
    Promise.resolve(answer(request, response)).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One for the running test, which is the only one; gives its origin. */
export async function serveHttp(answer: Answer): Promise<string> {
  const { port, close } = await startHttp(answer);
  onTestFinished(close);
  return `http://127.0.0.1:${port}`;
}
