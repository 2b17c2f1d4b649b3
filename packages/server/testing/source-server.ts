import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SourceAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server of this machine. */
export type SourceServer = {
  /** Its origin, without a slash at the end. */
  readonly url: string;
  /** Ends open connections too. */
  stop(): Promise<void>;
};

export async function startSourceServer(answer: SourceAnswer): Promise<SourceServer> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export const csvAnswer =
  (header: string, rows: readonly string[]): SourceAnswer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).end([header, ...rows, ''].join('\n'));
  };
