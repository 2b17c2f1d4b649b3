import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { OIDC_PATH } from '../../identity/oidc-provider.ts';
import { leaveUnreadAfter } from './leave-unread.ts';

/**
 * Passes everything below /oidc to the OpenID provider. The provider reads bodies itself, and builds URLs from the host of the
 * request, which is therefore replaced by that of PUBLIC_URL.
 */
export async function oidcMount(
  app: FastifyInstance,
  options: {
    readonly provider: () => Promise<Provider>;
    readonly publicUrl: string;
    /** Answers a request that may not open a sign-in page now; null when it may. */
    readonly refusePage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>;
  },
): Promise<void> {
  const { host, protocol } = new URL(options.publicUrl);
  const handlers = new WeakMap<Provider, ReturnType<Provider['callback']>>();
  const handlerOf = (provider: Provider): ReturnType<Provider['callback']> => {
    const handler = handlers.get(provider) ?? provider.callback();
    handlers.set(provider, handler);
    return handler;
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all(`${OIDC_PATH}/*`, async (request, reply) => {
    if (opensPage(request)) {
      const refusal = await options.refusePage(request, reply);
      if (refusal !== null) return refusal;
    }
    const handle = handlerOf(await options.provider());
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.hijack();
    const { raw } = request;
    leaveUnreadAfter(raw, reply.raw);
    if (raw.headers.origin !== undefined && raw.headers.origin !== options.publicUrl) closeToOrigin(reply.raw);
    raw.headers.host = host;
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete raw.headers['x-forwarded-host'];
    Object.assign(raw, { originalUrl: raw.url });
    raw.url = raw.url?.slice(OIDC_PATH.length) ?? '/';
    await handle(raw, reply.raw);
  });
}

/**
 * Leaves out of an answer the origin that may read it: the provider names any in answers to preflights and to requests of no
 * client, and checks the client's only afterwards.
 */
function closeToOrigin(answer: ServerResponse): void {
  const setHeader = answer.setHeader.bind(answer);
  answer.setHeader = (name, value) => (/^access-control-allow-/i.test(name) ? answer : setHeader(name, value));
}

/** Whether the provider may store a sign-in page for a request: any at its authorization endpoint, unless it forbids the page. */
function opensPage({ method, url }: FastifyRequest): boolean {
  const { pathname, searchParams } = new URL(url, 'http://provider');
  if (method === 'OPTIONS' || !/^\/oidc\/+auth(?:\/|$)/.test(pathname)) return false;
  const prompts = searchParams.getAll('prompt');
  return !(method === 'GET' && pathname === `${OIDC_PATH}/auth` && prompts.length === 1 && prompts[0] === 'none');
}
