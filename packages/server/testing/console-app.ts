import Fastify, { type FastifyInstance } from 'fastify';
import { pathOf } from '../src/api/http/answer-errors.ts';
import { consoleFiles } from '../src/api/http/console-files.ts';
import { type HeaderOptions, pageKindOf, securityHeaders } from '../src/api/http/security-headers.ts';

const HEADERS: HeaderOptions = { providerOrigin: null, secure: false };

/**
 * Serves a built folder of pages as the product serves the console, with its security headers and its heartbeat, and nothing
 * else of it. It does not listen yet.
 */
export async function createConsoleApp(folder: string, publicUrl: string): Promise<FastifyInstance> {
  const app = Fastify();
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(pageKindOf(pathOf(request)), HEADERS));
  });
  app.get('/_heartbeat', (_request, reply) => reply.type('text/plain').send('ok'));
  await consoleFiles(app, { folder, publicUrl, headers: HEADERS, settings: {} });
  return app;
}
