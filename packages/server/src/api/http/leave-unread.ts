import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Bytes of a body that is read to its end although nothing is done with it, so that its connection can serve the next request. */
const READ_ANYWAY = 1_048_576;
/** Milliseconds in which a client may read its answer before the connection ends. */
const LINGER = 1_000;

/** Whether a request that is answered has sent, or may send, a large body that was not read to its end. */
const isLargeUnread = ({ complete, headers }: IncomingMessage): boolean => {
  if (complete) return false;
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > READ_ANYWAY;
};

/**
 * Leaves a large body unread whose request is answered already: reading it would cost the time of others. The connection ends
 * once the client has closed it, or had time to read the answer. Returns the headers that say so, none for other requests.
 */
export function leaveUnread(request: IncomingMessage): { readonly connection?: 'close' } {
  if (!isLargeUnread(request)) return {};
  const { socket } = request;
  // Node reads a body to its end that nothing has begun to read. What has arrived is taken, and the next buffer stays full.
  request.pause();
  request.read();
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER).unref();
    socket.once('close', () => clearTimeout(timer));
  };
  return { connection: 'close' };
}

/** Does the same for an answer that another program writes. */
export function leaveUnreadAfter(request: IncomingMessage, answer: ServerResponse): void {
  answer.once('prefinish', () => {
    if (leaveUnread(request).connection === 'close') answer.once('finish', () => request.socket.destroySoon());
  });
}

/** Leaves the large bodies unread of all requests that are answered before their end. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.headers(leaveUnread(request.raw));
  });
}
