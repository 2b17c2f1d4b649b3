import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { buildContext } from '../context.ts';
import { createFaults } from '../faults.ts';
import { createTokenEndpoint, type Reply } from './token-endpoint.ts';

export type GoogleRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
};

/** A part of the stand-in: one of its APIs. */
export type GoogleApi = {
  /** Beginnings of its paths. */
  readonly paths: readonly string[];
  /** Scopes that allow a request, any of them; null for one whose address is its secret. */
  scopes(request: GoogleRequest): readonly string[] | null;
  serve(request: GoogleRequest): Reply | Promise<Reply>;
};

/** An error as the APIs of Google answer it. */
export const apiError = (
  status: number,
  reason: string,
  message: string = reason,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({ status, headers, body: { error: { code: status, message, errors: [{ reason, message }] } } });

/** Where the metadata server of a machine gives tokens. */
const METADATA_TOKEN = '/computeMetadata/v1/instance/service-accounts/default/token';

export type GoogleStandIn = Awaited<ReturnType<typeof startGoogleStandIn>>;

/**
 * A stand-in of Google on this machine: its token endpoint, and the given APIs, which follow the public documentation.
 * It fails on demand.
 */
export async function startGoogleStandIn(...apis: readonly GoogleApi[]) {
  // The clock of contexts for tests, unless a test moves it.
  const clock = { now: buildContext().now() };
  const faults = createFaults();
  let late = Promise.withResolvers<void>();
  let origin = '';
  const tokens = createTokenEndpoint(
    () => `${origin}/token`,
    () => clock.now,
  );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', origin);
    const fault = faults.next(`${method} ${url.pathname}${url.search}`);
    if (fault === 'cut-before') return void request.socket.destroy();
    const body = await buffer(request);
    if (fault === 'hang') return;
    if (fault === 'late') await late.promise;
    const reply =
      typeof fault === 'object' && fault !== null
        ? apiError(fault.status, fault.reason, fault.message, fault.headers)
        : await serve({ method, url, headers, body });
    if (fault === 'cut-after') return void request.socket.destroy();
    const sent = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(JSON.stringify(reply.body ?? null));
    response.writeHead(reply.status, {
      date: new Date(clock.now).toUTCString(),
      'content-type': Buffer.isBuffer(reply.body) ? 'application/octet-stream' : 'application/json; charset=UTF-8',
      'content-length': sent.length,
      ...reply.headers,
    });
    response.end(sent);
  }

  async function serve(request: GoogleRequest): Promise<Reply> {
    if (request.url.pathname === '/token') return tokens.exchange(request.body.toString());
    if (request.url.pathname === METADATA_TOKEN)
      return tokens.serveMetadata(
        String(request.headers['metadata-flavor']),
        request.url.searchParams.get('scopes') ?? '',
      );
    const api = apis.find(({ paths }) => paths.some((path) => request.url.pathname.startsWith(path)));
    if (api === undefined) return apiError(404, 'notFound', `there is no path ${request.url.pathname}`);
    const scopes = api.scopes(request);
    const refusal = scopes === null ? null : tokens.refusal(request.headers.authorization, scopes);
    if (refusal !== null) return apiError(refusal.status, refusal.reason);
    return api.serve(request);
  }

  let serving = 0;
  const server = createServer((request, response) => {
    serving += 1;
    answer(request, response)
      .catch(() => response.destroy())
      .finally(() => {
        serving -= 1;
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    tokens,
    clock,
    plant: faults.plant,
    asked: faults.asked,
    /** How many requests it has neither answered nor given up. */
    serving: () => serving,
    /** Serves the requests that came late. */
    releaseLate: () => {
      late.resolve();
      late = Promise.withResolvers<void>();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
