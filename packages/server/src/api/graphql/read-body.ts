import { PipelineError } from '@switchboard/model/errors/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, RequestError } from '../../graphql/request-error.ts';
import type { Authenticate } from '../../identity/session.ts';
import { readJson } from '../http/read-json.ts';
import { BODY_LIMIT, largeBodyPermissions, MAX_BODY, mayBeLarge } from './body-limit.ts';
import { createBodySlots } from './body-slots.ts';
import { readJsonInThread } from './json-thread.ts';

/** Large bodies that are read or parsed at once. */
const SLOTS = { perAccount: 2, all: 4 } as const;
/** Seconds after which a body that found no place may be sent again. */
const RETRY_SECONDS = 2;

/** The bytes of a body do not fit its length or its limit. */
const tooLarge = (): RequestError => new RequestError('TOO_LARGE');

/**
 * Reads the JSON of GraphQL requests. Who sends more than the ordinary limit, as the headers say, must be signed in and hold the
 * permission of an operation with files before a byte of it is read. Such bodies are parsed in a thread, a few at once.
 */
export function readBodies(
  app: FastifyInstance,
  authenticate: Authenticate,
): { readonly onRequest: (request: FastifyRequest) => Promise<void> } {
  const slots = createBodySlots(SLOTS);
  const permissions = largeBodyPermissions();
  const releases = new WeakMap<FastifyRequest, () => void>();
  const release = async (request: FastifyRequest): Promise<void> => releases.get(request)?.();

  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const isLarge = releases.has(request);
    const bytes = await bytesOf(request, isLarge ? MAX_BODY : BODY_LIMIT);
    if (bytes.length > BODY_LIMIT) return readJsonInThread(bytes);
    return readJson(Buffer.from(bytes.buffer).toString());
  });
  app.addHook('onResponse', release);
  app.addHook('onRequestAbort', release);
  app.addHook('preHandler', release);

  return {
    onRequest: async (request) => {
      if (!mayBeLarge(request)) return;
      const { accountId, permissions: held } = await authenticate(request);
      if (accountId === null || !permissions.some((permission) => held.has(permission))) {
        // A body of unknown length is read up to the ordinary limit.
        if (request.headers['content-length'] !== undefined) throw tooLarge();
        return;
      }
      const free = slots.take(accountId);
      if (free === null)
        throw new PipelineError('RATE_LIMITED', { seconds: RETRY_SECONDS }, { retryAfter: RETRY_SECONDS });
      releases.set(request, free);
    },
  };
}

async function bytesOf({ raw }: FastifyRequest, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // The connection stays open for the answer when the rest is not read.
    for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof RequestError ? error : badRequest('The body ended early.');
  }
  // Memory of its own, which a thread can be given.
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
