import { context, type Span, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { METRICS } from '../../observe/metrics.ts';
import { createScope, inScope, type Scope } from '../../observe/scope.ts';
import { startSpan } from '../../observe/trace.ts';
import { pathOf } from './answer-errors.ts';

type Observed = { readonly scope: Scope; readonly span: Span | null };

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Records the metrics, the span (a child of the client's, if it sends one) and the log line of every request. Work done for a
 * request has its Request-ID in scope and, once they are known, its account and person.
 */
export function observeRequests(app: FastifyInstance): void {
  const observed = new WeakMap<FastifyRequest, Observed>();

  const proceed = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    const known = observed.get(request);
    if (!known) done();
    else
      inScope(known.scope, () => {
        if (known.span === null) done();
        else context.with(trace.setSpan(context.active(), known.span), done);
      });
  };
  app.addHook('onRequest', (request, reply, done) => {
    const parent = request.headers['traceparent'];
    const method = methodOf(request);
    const span = isCall(request)
      ? startSpan(`${method} ${routeOf(request)}`, {
          kind: 'SERVER',
          parent: typeof parent === 'string' ? parent : null,
          attributes: { 'http.request.method': method, 'http.route': routeOf(request), 'request.id': request.id },
        })
      : null;
    const userAgent = request.headers['user-agent'] ?? null;
    observed.set(request, { scope: createScope(request.id, {}, null, { address: request.ip, userAgent }), span });
    proceed(request, reply, done);
  });
  // Bodies are read by events of the connection, outside the request's scope: enter the scope again.
  app.addHook('preValidation', proceed);

  app.addHook('onResponse', async (request, reply) => {
    const known = observed.get(request);
    // Refused before it was observed.
    if (!known) return;
    const { statusCode: status, elapsedTime } = reply;
    const method = methodOf(request);
    const route = routeOf(request);
    METRICS.httpRequests.inc({ method, route, status: String(status) });
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      METRICS.httpSeconds.observe({ method, route }, elapsedTime / 1_000);
    const { fields } = known.scope;
    known.span?.setAttributes({ ...fields, 'http.response.status_code': status }).end();
    const line = { ...fields, method, path: pathOf(request), route, status, ms: Math.round(elapsedTime) };
    if (isCall(request)) request.log.info(line, 'answered');
    else request.log.debug({ method, route, status, ms: line.ms }, 'answered');
  });
  // A request without a response has a span to end, too.
  app.addHook('onRequestAbort', async (request) => {
    observed.get(request)?.span?.end();
  });
}

function isCall(request: FastifyRequest): boolean {
  return pathOf(request).startsWith('/api/');
}

/** The method, if it is a known one: the number of labels is limited. */
export function methodOf(request: FastifyRequest): string {
  return METHODS.has(request.method) ? request.method : 'other';
}

/** The route as declared: the number of routes is limited, that of paths is not. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}
