import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A real HTTP server of this machine for the running test; gives its origin. */
export async function serveHttp(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    Promise.resolve(answer(request, response)).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
