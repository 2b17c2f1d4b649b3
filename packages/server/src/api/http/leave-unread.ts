import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Bytes of a body that is read to its end although nothing is done with it, so that its connection can serve the next request. */
const READ_ANYWAY = 1_048_576;
/** Milliseconds in which a client may read its answer before the connection ends. */
const LINGER = 1_000;

/** Connections that end: what the client sends on them is not answered, and so not handled either. */
const ending = new WeakSet<Socket>();

/** Whether a request that is answered has sent, or may send, a large body that was not read to its end. */
const isLargeUnread = ({ complete, headers }: IncomingMessage): boolean => {
  if (complete) return false;
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > READ_ANYWAY;
};

/** Connections of a process that may wait for their clients at once. Behind them the oldest ends. */
export const MAX_LINGERING = 256;
/** The connections that wait for their clients, the oldest first. */
const lingering = new Set<Socket>();

/**
 * Sends the rest of an answer. The connection ends once the client has closed it, or had time to read the answer, or when too many
 * others wait, too: senders of large bodies must not take the sockets of everybody.
 */
export function endConnection(socket: Socket, rest = ''): void {
  socket.end(rest);
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => {
    clearTimeout(timer);
    lingering.delete(socket);
  });
  lingering.add(socket);
  const [oldest] = lingering;
  if (lingering.size > MAX_LINGERING) oldest?.destroy();
}

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
  ending.add(socket);
  socket.destroySoon = () => endConnection(socket);
  return { connection: 'close' };
}

/** Does the same for an answer that another program writes. */
export function leaveUnreadAfter(request: IncomingMessage, answer: ServerResponse): void {
  answer.once('prefinish', () => {
    if (leaveUnread(request).connection === 'close') answer.once('finish', () => request.socket.destroySoon());
  });
}

/**
 * Leaves the large bodies unread of all requests that are answered before their end. Added before every hook that counts or
 * answers: requests behind such a body are passed to none.
 */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (ending.has(request.raw.socket)) reply.hijack();
    else done();
  });
  app.addHook('onSend', async (request, reply) => {
    reply.headers(leaveUnread(request.raw));
  });
}
