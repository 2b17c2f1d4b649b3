import { ERRORS, type ErrorCode, errorText, PipelineError } from '@switchboard/model/errors/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../../db/is-database-away.ts';
import { findTextFault } from '../../db/text-fault.ts';
import { RequestError, shortMessage } from '../../graphql/request-error.ts';
import { type IdentityCode, SessionRefused } from '../../identity/session.ts';
import { DATABASE_AWAY, retryAfter } from './database-away.ts';

/** The body of every failed request, in the format of GraphQL errors, so that the console parses one format. */
export type ErrorBody = {
  readonly errors: readonly [
    {
      readonly message: string;
      readonly extensions: { readonly code: IdentityCode | ErrorCode; readonly requestId: string };
    },
  ];
};

export function errorBody(message: string, code: IdentityCode | ErrorCode, requestId: string): ErrorBody {
  return { errors: [{ message: shortMessage(message), extensions: { code, requestId } }] };
}

type Answer = { readonly status: number; readonly code: IdentityCode | ErrorCode; readonly message: string };

/** Returns the error as clients see it. Details are logged only. */
export function describeError(error: unknown): Answer {
  if (error instanceof SessionRefused) return { status: error.status, code: error.code, message: error.message };
  if (error instanceof PipelineError) {
    const { http } = ERRORS[error.code] as { readonly http?: number };
    if (http !== undefined && (http < 500 || http === 503)) {
      return { status: http, code: error.code, message: error.message };
    }
  }
  if (error instanceof RequestError && error.status < 500) {
    return { status: error.status, code: error.code, message: error.message };
  }
  if (isDatabaseAway(error)) return DATABASE_AWAY;
  const status = statusOf(error);
  if (status === 413) return known(413, 'TOO_LARGE');
  if (status === 404) return known(404, 'NOT_FOUND');
  if (status === 415) return known(415, 'BAD_REQUEST', 'Only JSON is read here.');
  if (status >= 400 && status < 500) return known(status, 'BAD_REQUEST', 'The request could not be read.');
  return known(500, 'UNKNOWN_SERVER_ERROR');
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  return Number.isInteger(status) ? status : 500;
}

function known(status: number, code: ErrorCode, reason?: string): Answer {
  return { status, code, message: errorText(code, reason === undefined ? {} : { reason }) };
}

/** An unexpected failure of a request with a text that cannot be stored is the client's, who is shown the place of that text. */
function explained(answer: Answer, { params, query, body }: FastifyRequest): Answer {
  if (answer.code !== 'UNKNOWN_SERVER_ERROR') return answer;
  const reason = findTextFault(params, 'path') ?? findTextFault(query, 'query') ?? findTextFault(body, 'body');
  return reason === null ? answer : known(400, 'BAD_REQUEST', reason);
}

/** Refusals of a server that is well. */
const SHED: ReadonlySet<string> = new Set(['MAINTENANCE', 'OVERLOADED']);

/** Answers requests that fail. `pageOf` makes a page of a message, for what a person opens in a browser. */
export function answerErrors(app: FastifyInstance, pageOf?: (message: string) => string): void {
  app.setErrorHandler((error, request, reply) => {
    const answer = explained(describeError(error), request);
    if (clientLeft(error)) request.log.debug({ path: pathOf(request) }, 'the client closed the connection');
    else if (answer.status >= 500 && !SHED.has(answer.code))
      request.log.error({ err: error, path: pathOf(request) }, 'request failed');
    reply.status(answer.status).headers({ 'cache-control': 'no-store', ...retryAfter(answer.status, error) });
    return pageOf === undefined
      ? reply.send(errorBody(answer.message, answer.code, request.id))
      : reply.type('text/html; charset=utf-8').send(pageOf(shortMessage(answer.message)));
  });
}

/** Whether the client closed the connection, which is how live connections usually end. */
function clientLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Without the query string, which may contain authorization codes and search texts. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';
