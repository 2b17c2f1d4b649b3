import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { startHttp } from '../../testing/http-server.ts';

export type KeyServiceRequest = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** One API of a key service; null for a request that is not its own. */
export type KeyServiceApi = (request: KeyServiceRequest) => { readonly status: number; readonly body: unknown } | null;

/**
 * Serves APIs on one port of this machine.
 * @param failure how the next request fails; null when it is served
 */
export async function serveKeyServices(
  apis: readonly KeyServiceApi[],
  failure: () => 'away' | 'busy' | null,
): Promise<{ readonly origin: string; close(): void }> {
  const { port, close } = await startHttp(async (request, response) => {
    const failed = failure();
    if (failed === 'away') return request.socket.destroy();
    const path = (request.url ?? '/').replace(/\?.*$/, '');
    const given = { path, headers: request.headers, body: await text(request) };
    const answered = failed === 'busy' ? null : apis.map((api) => api(given)).find((answer) => answer !== null);
    const { status, body } = answered ?? { status: failed === 'busy' ? 503 : 404, body: {} };
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  return { origin: `http://127.0.0.1:${port}`, close };
}
