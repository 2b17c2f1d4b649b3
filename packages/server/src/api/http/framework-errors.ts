import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorText } from '@switchboard/model/errors/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { describeError, errorBody } from './answer-errors.ts';
import { endConnection } from './leave-unread.ts';

type Headers = Readonly<Record<string, string>>;

/** Answers requests that reach no route and no hook, as a path that cannot be decoded. */
export function answerFrameworkErrors(headersOf: (request: FastifyRequest) => Headers) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, code, message } = describeError(error);
    void reply
      .status(status)
      .headers({ ...headersOf(request), 'request-id': request.id, 'cache-control': 'no-store' })
      .send(errorBody(message, code, request.id));
  };
}

const STATUSES: Readonly<Record<string, readonly [string, ErrorCode]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'BAD_REQUEST'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'TOO_LARGE'],
};

/** Answers bytes that are not HTTP, and requests that did not arrive in time, with these headers, and closes the connection. */
export function answerClientErrors(headers: Headers, freshId: (headers: IncomingMessage['headers']) => string) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
    const [status, code] = STATUSES[error.code ?? ''] ?? ['400 Bad Request', 'BAD_REQUEST'];
    const id = freshId({});
    const message = errorText(code, { reason: 'The request could not be read.' });
    const body = JSON.stringify(errorBody(message, code, id));
    const sent = {
      ...headers,
      'request-id': id,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
    endConnection(socket, `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  };
}
