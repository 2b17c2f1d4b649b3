import { type ErrorCode, errorText } from '@switchboard/model/errors/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createYoga } from 'graphql-yoga';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { findTextFault } from '../../db/text-fault.ts';
import type { GraphqlServices } from '../../graphql/context.ts';
import { type Authenticate, SessionRefused } from '../../identity/session.ts';
import { errorBody } from '../http/answer-errors.ts';
import type { Costly } from '../load/shed-load.ts';
import { graphqlSchema } from '../schema.ts';
import { isTooLarge, MAX_BODY } from './body-limit.ts';
import { compilePlugin } from './compile-plugin.ts';
import { findLiteralFault } from './find-literal-fault.ts';
import { type GuardedContext, guardPlugin } from './guard-plugin.ts';
import { observePlugin } from './observe-plugin.ts';
import { readBodies } from './read-body.ts';

export type GraphqlOptions = GraphqlServices & {
  readonly authenticate: Authenticate;
  /** No introspection and no suggestions. */
  readonly production: boolean;
  /** Counts costly work that an account starts. @throws PipelineError RATE_LIMITED when it is too much */
  readonly admitCostly?: (accountId: string, work: Costly) => void;
};

const PATH = '/api/graphql';
const Body = z.strictObject({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

/** Adds `POST /api/graphql`: queries, mutations and, as server-sent events, subscriptions. */
export function registerGraphql(app: FastifyInstance, options: GraphqlOptions): void {
  const { authenticate, production, admitCostly, ...services } = options;
  const yoga = createYoga<GuardedContext>({
    schema: graphqlSchema(),
    graphqlEndpoint: PATH,
    plugins: [compilePlugin(), observePlugin(), guardPlugin({ production })],
    graphiql: false,
    landingPage: false,
    multipart: false,
    batching: false,
    cors: false,
    logging: {
      debug: () => {},
      info: () => {},
      warn: (...parts) => app.log.warn({ parts }, 'GraphQL server'),
      error: (...parts) => app.log.error({ parts }, 'GraphQL server'),
    },
    maskedErrors: true,
    maxRequestBodySize: MAX_BODY,
    healthCheckEndpoint: `${PATH}/health-is-elsewhere`,
  });

  void app.register(async (calls) => {
    const { onRequest } = readBodies(calls, authenticate);
    calls.post(PATH, { onRequest }, (request, reply) => answer(request, reply));
  });

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refused = refusedForm(request);
    if (refused)
      return reply.status(refused.status).send(errorBody(refused.reason, refused.code ?? 'BAD_REQUEST', request.id));
    const session = await authenticate(request);
    const context: GuardedContext = {
      ...services,
      session,
      loaders: new Map(),
      signal: signalOf(reply),
      adminGrants: new Set(session.globalPermissions),
      setCookie: (cookie) => void reply.header('set-cookie', cookie),
      tokenEnds: tokenEnd(request),
      confirm: async () => {
        const { permissions } = await authenticate(request);
        // Who may still run the operation begins it again.
        if ([...session.permissions].some((permission) => !permissions.has(permission)))
          throw new SessionRefused(403, 'EMAIL_NOT_AUTHORIZED', errorText('EMAIL_NOT_AUTHORIZED'));
      },
      admitCostly: (work) => {
        if (session.accountId !== null) admitCostly?.(session.accountId, work);
      },
      present: {
        requestId: session.requestId,
        explain: () => explainTexts(request),
        onUnexpected: (error) => request.log.error({ err: error }, 'a resolver failed'),
      },
    };
    const response = await yoga.handleNodeRequestAndResponse(request, reply, context);
    for (const [name, value] of response.headers) void reply.header(name, value);
    void reply.header('cache-control', 'private, no-store').header('x-accel-buffering', 'no');
    // A complete answer can be compressed; only subscriptions are streams.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    return reply.status(response.status).send(isStream ? response.body : Buffer.from(await response.arrayBuffer()));
  };
}

/** Names a text of the operation that could not be stored; null when there is none. */
function explainTexts(request: FastifyRequest): string | null {
  const { query, variables } = Body.parse(request.body);
  return findTextFault(variables ?? {}, 'variables') ?? findLiteralFault(query);
}

/** Aborted when the connection closes before the answer is written. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

type Refused = { readonly status: number; readonly reason: string; readonly code?: ErrorCode };

/** Accepts JSON with headers that forms and links of other sites cannot send, which prevents cross-site request forgery. */
function refusedForm(request: FastifyRequest): Refused | null {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return { status: 415, reason: 'Send application/json.' };
  if (!request.headers['request-id']) return { status: 400, reason: 'Send a Request-ID header.' };
  const body = Body.safeParse(request.body);
  if (!body.success) {
    return {
      status: 400,
      reason: 'Send one operation as a JSON object: query, and if needed variables and operationName.',
    };
  }
  if (isTooLarge(request, body.data)) return { status: 413, reason: errorText('TOO_LARGE'), code: 'TOO_LARGE' };
  return null;
}

/** When the bearer token expires, epoch milliseconds. The token has been verified before. */
function tokenEnd(request: FastifyRequest): number | null {
  try {
    const { exp } = decodeJwt((request.headers.authorization ?? '').replace(/^Bearer\s+/i, ''));
    return exp === undefined ? null : exp * 1_000;
  } catch {
    return null;
  }
}
