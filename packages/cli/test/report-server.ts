import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** The handler of one path; `call` counts its requests from 1. */
export type Answer = (request: IncomingMessage, response: ServerResponse, call: number) => void;

export type ReportServer = {
  /** host:port */
  readonly host: string;
  readonly url: string;
  /** Requests so far, by path. */
  readonly calls: ReadonlyMap<string, number>;
  close(): Promise<void>;
};

/** A small provider on this machine. Paths are without their query. */
export async function startReportServer(answers: Readonly<Record<string, Answer>>): Promise<ReportServer> {
  const calls = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://any').pathname;
    const call = (calls.get(path) ?? 0) + 1;
    calls.set(path, call);
    const answer = answers[path];
    if (answer) return answer(request, response, call);
    response.writeHead(404).end('no such report');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    calls,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Answers a CSV text as it is. */
export const csv =
  (text: string): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).end(text);
  };

/** Answers a text as a gzip file of that name. */
export const gzip =
  (name: string, text: string): Answer =>
  (_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${name}"`,
    });
    response.end(gzipSync(text));
  };
