import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { buildContext } from '../context.ts';
import { createFaults, type FaultKind } from '../faults.ts';

export type StandInRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};
export type StandInReply = {
  readonly status: number;
  /** A buffer is sent as it is, anything else as JSON; nothing without. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
type PlantedError = Extract<FaultKind, { status: number }>;

/**
 * A server of the HTTP API of a warehouse on this machine, which fails on demand.
 * @param errorOf an error as the API answers it
 */
export async function serveStandIn(
  serve: (request: StandInRequest) => StandInReply | Promise<StandInReply>,
  errorOf: (error: PlantedError) => StandInReply,
) {
  // The clock of contexts for tests, unless a test moves it.
  const clock = { now: buildContext().now() };
  const faults = createFaults();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const fault = faults.next(`${method} ${url.pathname}${url.search}`);
    if (fault === 'cut-before') return void request.socket.destroy();
    const body = await buffer(request);
    if (fault === 'hang') return;
    const reply =
      typeof fault === 'object' && fault !== null ? errorOf(fault) : await serve({ method, url, headers, body });
    if (fault === 'cut-after') return void request.socket.destroy();
    const { status, body: content } = reply;
    const sent = Buffer.isBuffer(content) ? content : Buffer.from(content === undefined ? '' : JSON.stringify(content));
    response.writeHead(status, {
      date: new Date(clock.now).toUTCString(),
      'content-type': 'application/json',
      'content-length': sent.length,
      ...reply.headers,
    });
    response.end(sent);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    clock,
    plant: faults.plant,
    asked: faults.asked,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
