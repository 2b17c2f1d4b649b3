import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Smaller bodies gain nothing: headers and packet are larger than what compression saves. */
const THRESHOLD = 1024;
/** The brotli level, of 11, that is as fast as gzip. Files of the console are compressed at build, at the highest. */
const BROTLI_QUALITY = 4;
/** JSON and the console's page. Event streams and files that are compressed already are sent as they are. */
const COMPRESSIBLE = /^(?:application\/(?:graphql-response\+)?json|text\/html)\b/;

const ENCODERS = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
} as const;
type Encoding = keyof typeof ENCODERS;
const ENCODINGS = Object.keys(ENCODERS) as Encoding[];

/**
 * Compresses JSON and pages from 1 kB on by the request's Accept-Encoding. Only bodies that are complete: streams pass.
 * @param isExcluded whether a response must not be compressed: pages that hold a secret beside text of the request, whose
 *   length would reveal it
 */
export function compressResponses(app: FastifyInstance, isExcluded: (path: string) => boolean): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (!COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? '')) || isExcluded(request.url)) return payload;
    if (reply.hasHeader('content-encoding')) return payload;
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (body.length < THRESHOLD) return payload;
    addVary(reply);
    const encoding = negotiate(String(request.headers['accept-encoding'] ?? ''), [...ENCODINGS, 'identity']);
    if (encoding === null || encoding === 'identity') return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return ENCODERS[encoding](body);
  });
}

function addVary(reply: FastifyReply): void {
  const names = String(reply.getHeader('vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (!names.some((name) => name.toLowerCase() === 'accept-encoding')) names.push('accept-encoding');
  reply.header('vary', names.join(', '));
}
