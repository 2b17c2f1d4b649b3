import { Worker } from 'node:worker_threads';
import { badRequest, RequestError } from '../../graphql/request-error.ts';

/** The answer of a parsing thread. */
export type JsonReply =
  | { readonly kind: 'parsed'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly reason: string };

/** Enough for the text and the values of the largest body; a body of nothing but brackets needs more. */
const THREAD_MEMORY_MB = 512;

/**
 * Parses the JSON of a large body in a thread of its own, so that other requests are answered meanwhile. The bytes are handed over.
 * @throws RequestError BAD_REQUEST as `readJson` does, TOO_LARGE for more values than the thread can hold
 */
export async function readJsonInThread(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const worker = new Worker(new URL('./json-worker.ts', import.meta.url), {
    workerData: bytes,
    transferList: [bytes.buffer],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  try {
    const reply = await new Promise<JsonReply>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: unknown) => reject(threadFailure(error)));
      worker.once('exit', () => reject(new Error('The thread that parses a body exited.')));
    });
    if (reply.kind === 'refused') throw badRequest(reply.reason);
    return reply.body;
  } finally {
    await worker.terminate();
  }
}

function threadFailure(error: unknown): unknown {
  const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory ? new RequestError('TOO_LARGE') : error;
}
