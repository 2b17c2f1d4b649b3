import { context, type Span, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { METRICS } from '../../observe/metrics.ts';
import { createScope, inScope, type Scope } from '../../observe/scope.ts';
import { startSpan } from '../../observe/trace.ts';
import { pathOf } from './answer-errors.ts';

type Observed = { readonly scope: Scope; readonly span: Span | null };

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Every request's figures, its span (below that of whoever asks, if it says so) and its line when it is answered. What is done
 * for a request knows its Request-ID, and once it is known account and person.
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
    observed.set(request, { scope: createScope(request.id), span });
    proceed(request, reply, done);
  });
  // A body is read by events of the connection: what follows it must be told anew which request it is for.
  app.addHook('preValidation', proceed);

  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime } = reply;
    const method = methodOf(request);
    const route = routeOf(request);
    METRICS.httpRequests.inc({ method, route, status: String(status) });
    if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
      METRICS.httpSeconds.observe({ method, route }, elapsedTime / 1_000);
    const known = observed.get(request);
    const fields = known?.scope.fields ?? {};
    known?.span?.setAttributes({ ...fields, 'http.response.status_code': status }).end();
    const line = { ...fields, method, path: pathOf(request), route, status, ms: Math.round(elapsedTime) };
    if (isCall(request)) request.log.info(line, 'answered');
    else request.log.debug({ method, route, status, ms: line.ms }, 'answered');
  });
  // What never got as far as an answer has a span to end all the same.
  app.addHook('onRequestAbort', async (request) => {
    observed.get(request)?.span?.end();
  });
}

function isCall(request: FastifyRequest): boolean {
  return pathOf(request).startsWith('/api/');
}

function methodOf(request: FastifyRequest): string {
  return METHODS.has(request.method) ? request.method : 'other';
}

/** The route as it was declared: its number is bounded, that of paths is not. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}
