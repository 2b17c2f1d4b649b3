import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { errorText } from '@switchboard/model';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, pathOf } from './answer-errors.ts';
import { type HeaderOptions, securityHeaders } from './security-headers.ts';

export type ConsoleOptions = {
  /** Folder of the built console. */
  readonly folder: string;
  readonly publicUrl: string;
  readonly headers: HeaderOptions;
};

/** Placeholder in the page for the nonce of the response. */
const NONCE = '__CSP_NONCE__';
const YEAR = 31_536_000;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Serves the console's files, and its page for every other path: the console has its own router. */
export async function consoleFiles(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  const common = { index: false, redirect: false, dotfiles: 'ignore', cacheControl: false } as const;
  await app.register(fastifyStatic, {
    ...common,
    root: join(options.folder, 'assets'),
    prefix: '/assets/',
    allowedPath: (path) => !path.endsWith('.map'),
    setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${YEAR}, immutable`),
  });
  await app.register(fastifyStatic, {
    ...common,
    root: options.folder,
    wildcard: false,
    decorateReply: false,
    // The page is served below, with its headers.
    globIgnore: ['index.html', 'assets/**'],
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !isOurs(path) && !/\.\w+$/.test(path);
    if (!wantsPage) return reply.status(404).send(errorBody(errorText('NOT_FOUND'), 'NOT_FOUND', request.id));
    const elsewhere = canonicalHost(request, options.publicUrl);
    if (elsewhere !== null) return reply.redirect(elsewhere, 302);
    // Read for each request: a new build under a running program has other file names.
    const page = await readFile(join(options.folder, 'index.html'), 'utf8').catch(() => null);
    if (page === null) return reply.status(503).type('text/plain').send('The console is not built. Run "npm start".\n');
    return sendPage(reply, path, page, options.headers);
  });
}

function sendPage(reply: FastifyReply, path: string, page: string, headers: HeaderOptions): FastifyReply {
  const kind = path === '/silent-callback' ? 'silent-callback' : 'console';
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers(securityHeaders(kind, { ...headers, nonce }))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE, nonce));
}

const isOurs = (path: string): boolean => /^\/(api|oidc|sign-in|assets)(\/|$)|^\/_/.test(path);

/** Redirects requests for other host names of this machine: sign-in works at one origin only. */
function canonicalHost(request: FastifyRequest, publicUrl: string): string | null {
  const wanted = new URL(publicUrl);
  const came = request.headers.host === undefined ? null : URL.parse(`${wanted.protocol}//${request.headers.host}`);
  if (came === null || came.hostname === wanted.hostname || came.port !== wanted.port) return null;
  return LOOPBACK.has(came.hostname) && LOOPBACK.has(wanted.hostname) ? `${publicUrl}${request.url}` : null;
}
