import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HeaderOptions, pageKindOf, securityHeaders } from './security-headers.ts';

export type ConsolePageOptions = {
  /** Folder of the built console. */
  readonly folder: string;
  readonly headers: HeaderOptions;
  /** Settings that the console needs before its first request. They are embedded in the page, which saves a request. */
  readonly settings: object;
};

/** Placeholder in the page for the nonce of the response. A page that has none is the same for everybody. */
const NONCE = '__CSP_NONCE__';
const SETTINGS = '__CONSOLE_SETTINGS__';
/** The page of the hidden frame in which another provider renews a token. */
const SILENT_CALLBACK = '/silent-callback';

/**
 * Sends the console's page. Browsers ask for it again each time, and get it only when it has changed.
 * It is read for each request, since a new build under a running program has other file names.
 */
export async function sendConsolePage(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { folder, headers, settings }: ConsolePageOptions,
): Promise<FastifyReply> {
  const isSilent = path === SILENT_CALLBACK;
  const file = await readPage(folder, isSilent ? ['silent-callback.html', 'index.html'] : ['index.html']);
  if (file === null) return reply.status(503).type('text/plain').send('The console is not built. Run "npm start".\n');
  const kind = isSilent ? 'silent-callback' : pageKindOf(path);
  const page = file.replaceAll(SETTINGS, () => escapeAttribute(JSON.stringify(settings)));
  reply.type('text/html; charset=utf-8');
  if (page.includes(NONCE)) {
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .headers(securityHeaders(kind, { ...headers, nonce }))
      .header('cache-control', 'no-store')
      .send(page.replaceAll(NONCE, nonce));
  }
  // Weak, since the compressed page has the same tag.
  const etag = `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  reply.headers({ ...securityHeaders(kind, headers), 'cache-control': 'no-cache', etag });
  if (isKnown(request, etag)) return reply.status(304).header('vary', 'accept-encoding').send();
  return reply.send(page);
}

async function readPage(folder: string, names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (text !== null) return text;
  }
  return null;
}

const isKnown = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim() === etag);

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
