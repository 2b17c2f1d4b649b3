import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { errorText } from '@switchboard/model/errors/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorBody, pathOf } from './answer-errors.ts';
import { type ConsolePageOptions, sendConsolePage } from './console-page.ts';

export type ConsoleOptions = ConsolePageOptions & { readonly publicUrl: string };

const YEAR = 31_536_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Serves the console's files, and its page for every other path: the console has its own router. Files that the build has
 * compressed are sent compressed to clients that accept it. Names of assets hold a hash of their content, so that they never
 * change.
 */
export async function consoleFiles(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  const common = {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    cacheControl: false,
    preCompressed: true,
  } as const;
  await app.register(fastifyStatic, {
    ...common,
    root: join(options.folder, 'assets'),
    prefix: '/assets/',
    allowedPath: (path) => !/\.(?:map|br|gz)$/.test(path),
    setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${YEAR}, immutable`),
  });
  await app.register(fastifyStatic, {
    ...common,
    root: options.folder,
    wildcard: false,
    decorateReply: false,
    // Pages are served below, with their headers.
    globIgnore: ['*.html', 'assets/**', 'docs/**', '**/*.{br,gz}'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });

  const docs = join(options.folder, 'docs');
  if (existsSync(docs)) {
    await app.register(fastifyStatic, {
      ...common,
      root: docs,
      prefix: '/docs/',
      index: ['index.html'],
      decorateReply: false,
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    });
    app.get('/docs', (_request, reply) => reply.redirect('/docs/', 302));
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !isOurs(path) && !/\.\w+$/.test(path);
    if (!wantsPage) return reply.status(404).send(errorBody(errorText('NOT_FOUND'), 'NOT_FOUND', request.id));
    const elsewhere = canonicalHost(request, options.publicUrl);
    if (elsewhere !== null) return reply.redirect(elsewhere, 302);
    return sendConsolePage(request, reply, path, options);
  });
}

const isOurs = (path: string): boolean => /^\/(api|oidc|sign-in|assets)(\/|$)|^\/_/.test(path);

/** Redirects requests for other host names of this machine: sign-in works at one origin only. */
function canonicalHost(request: FastifyRequest, publicUrl: string): string | null {
  const wanted = new URL(publicUrl);
  const came = request.headers.host === undefined ? null : URL.parse(`${wanted.protocol}//${request.headers.host}`);
  if (came === null || came.hostname === wanted.hostname || came.port !== wanted.port) return null;
  return LOOPBACK.has(came.hostname) && LOOPBACK.has(wanted.hostname) ? `${publicUrl}${request.url}` : null;
}
