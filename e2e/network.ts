import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** Fault of an answer on its way to the browser. */
export type Fault = 'bad-gateway' | 'other-page' | 'cut-short' | 'held';

/** A proxy between browser and product, whose answers can be broken. It is a network, not the product: the product is untouched. */
export type Network = {
  /** For the browser's `proxy` option. */
  readonly proxy: string;
  /** Breaks the answers to a GraphQL operation, or to a path, from now on. */
  readonly fail: (target: string, fault: Fault) => void;
  /** Ends all faults and sends what was held. */
  readonly heal: () => void;
  /** Ends all connections and accepts no more. */
  readonly cut: () => void;
  /** Accepts connections again. */
  readonly restore: () => void;
  readonly close: () => Promise<void>;
};

const GRAPHQL = '/api/graphql';

export async function startNetwork(): Promise<Network> {
  const faults = new Map<string, Fault>();
  const held = new Set<() => void>();
  const sockets = new Set<Socket>();
  let isCut = false;

  const server = createServer((incoming, outgoing) => {
    void forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => {
    if (isCut) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname } = new URL(incoming.url ?? '');
    const body = incoming.method === 'POST' ? await text(incoming) : '';
    const operation = pathname === GRAPHQL ? (/"operationName":"(\w+)"/.exec(body)?.[1] ?? '') : '';
    const fault = faults.get(operation) ?? faults.get(pathname);
    if (fault === 'held') await new Promise<void>((resolve) => held.add(resolve));
    if (fault === 'bad-gateway') return page(outgoing, 502, '<h1>502 Bad Gateway</h1>');
    if (fault === 'other-page') return page(outgoing, 200, '<!doctype html><title>Welcome to the hotel</title>');
    const { headers, method, url = '' } = incoming;
    const upstream = request(url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (fault !== 'cut-short') {
        answer.pipe(outgoing);
        return;
      }
      answer.once('data', (piece: Buffer) => {
        outgoing.write(piece.subarray(0, piece.length / 2), () => outgoing.destroy());
        answer.destroy();
      });
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    upstream.end(body);
  }

  const heal = (): void => {
    faults.clear();
    for (const release of held) release();
    held.clear();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    proxy: `http://127.0.0.1:${port}`,
    fail: (target, fault) => void faults.set(target, fault),
    heal,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => {
      isCut = false;
    },
    close: async () => {
      heal();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function page(outgoing: ServerResponse, status: number, html: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}
