import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { OIDC_PATH } from '../../identity/oidc-provider.ts';

/**
 * Passes everything below /oidc to the OpenID provider. The provider reads bodies itself, and builds URLs from the host of the
 * request, which is therefore replaced by that of PUBLIC_URL.
 */
export async function oidcMount(
  app: FastifyInstance,
  options: { readonly provider: Provider; readonly publicUrl: string },
): Promise<void> {
  const { host, protocol } = new URL(options.publicUrl);
  const handle = options.provider.callback();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all(`${OIDC_PATH}/*`, async (request, reply) => {
    // The provider allows every origin in answers to preflights, and checks the client's only afterwards.
    if (request.method === 'OPTIONS' && request.headers.origin !== options.publicUrl) {
      return reply.status(204).header('vary', 'Origin').send();
    }
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.hijack();
    const { raw } = request;
    raw.headers.host = host;
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete raw.headers['x-forwarded-host'];
    Object.assign(raw, { originalUrl: raw.url });
    raw.url = raw.url?.slice(OIDC_PATH.length) ?? '/';
    await handle(raw, reply.raw);
  });
}
