import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyServerFactory } from 'fastify';

/** A port that cannot be used. The message names the setting. */
export class PortBusyError extends Error {
  override readonly name = 'PortBusyError';
}

/** A port that this program listens on from its start, before it takes work. */
export type ClaimedPort = {
  readonly port: number;
  /** Makes an application answer here once `serve` is called. */
  readonly serverFactory: FastifyServerFactory;
  /** Hands requests to the application. Until then `/live` is answered with 200, everything else with 503. */
  serve(): void;
  /** Takes no more connections, and resolves when those that are open have ended. Repeated calls do no harm. */
  stop(): Promise<void>;
  /** Ends the connections that are open. */
  endConnections(): void;
};

export type PortOptions = {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The setting that names the port. */
  readonly setting: string;
};

/** Seconds after which a client asks again while the program starts. */
const RETRY_AFTER = '5';

/**
 * Listens on a port.
 * @throws PortBusyError when another program has it, or this user may not open it
 */
export async function claimPort(options: PortOptions): Promise<ClaimedPort> {
  let application: RequestListener | null = null;
  let answer: RequestListener = answerStarting;
  const server = createServer((request, response) => answer(request, response));
  try {
    server.listen(options.port, options.host);
    await once(server, 'listening');
  } catch (error) {
    throw portProblem(error, options);
  }
  let stopped: Promise<void> | undefined;
  return {
    port: (server.address() as AddressInfo).port,
    serverFactory: (handler, { keepAliveTimeout, requestTimeout }) => {
      application = handler;
      server.keepAliveTimeout = Number(keepAliveTimeout);
      server.requestTimeout = Number(requestTimeout);
      return server;
    },
    serve() {
      if (application === null) throw new Error('The port has no application.');
      answer = application;
    },
    stop: () => (stopped ??= close(server)),
    endConnections: () => server.closeAllConnections(),
  };
}

const answerStarting: RequestListener = ({ url }, response) => {
  const isLive = url === '/live';
  response
    .writeHead(isLive ? 200 : 503, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
      ...(!isLive && { 'retry-after': RETRY_AFTER }),
    })
    .end(isLive ? 'ok' : 'starting');
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

function portProblem(error: unknown, { host, port, setting }: PortOptions): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return new PortBusyError(
      `Port ${port} on ${host} is in use by another program. Stop that program, or set ${setting} to another port.`,
    );
  if (code === 'EACCES')
    return new PortBusyError(`Port ${port} may not be opened by this user. Set ${setting} to 1024 or more.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new PortBusyError(`HOST ${host} is not an address of this machine.`);
  return error;
}
