import { setTimeout as pause } from 'node:timers/promises';
import type { PartUpload } from '../../delivery/stage-parts.ts';
import { callGoogle, isPassing } from '../../google/call-google.ts';
import { GoogleFailure } from '../../google/google-failure.ts';
import type { EgressResponse } from '../../network/egress.ts';
import { rememberSecret } from '../../secrets.ts';
import { type GcsBucket, objectsUrl } from './bucket.ts';

export const CONTENT_TYPE = 'application/octet-stream';

export type WriteOptions = {
  /** The generation of the object that is replaced; 0 where there must be none. */
  readonly generation: string;
  readonly metadata: Readonly<Record<string, string>>;
};

/** Tries of one part, when the connection breaks or the server takes less than was sent. */
const TRIES = 5;
const PAUSE_MS = 200;
const CLEAN_UP_MS = 5_000;
/** Statuses that are no failure: resume, and that of a cancelled upload. */
const INCOMPLETE = 308;
const CANCELLED = 499;

/** Begins a resumable upload, whose parts are multiples of 256 KiB. The condition on the present object holds for its beginning and for its end. */
export async function openUpload(bucket: GcsBucket, key: string, options: WriteOptions): Promise<PartUpload> {
  const { access, context } = bucket;
  const { signal } = context;
  const url = objectsUrl(bucket, '/upload');
  url.searchParams.set('uploadType', 'resumable');
  url.searchParams.set('ifGenerationMatch', options.generation);
  const begun = await callGoogle(
    access,
    {
      method: 'POST',
      url: url.href,
      headers: { 'x-upload-content-type': CONTENT_TYPE },
      body: { name: key, metadata: options.metadata, contentType: CONTENT_TYPE },
    },
    context,
  );
  begun.body.destroy();
  const session = new URL(begun.headers['location'] ?? '', url);
  if (session.origin !== url.origin)
    throw new GoogleFailure('refused', 'sessionElsewhere', 'it sent the upload to another host', { host: url.host });
  // Whoever knows the address of an upload may write to it.
  rememberSecret(access.key, session.href);
  let offset = 0;

  /** `body`: bytes from `start`; null to ask how far the upload is. `total`: with the last part. */
  const put = (body: Buffer | null, start: number, total: number | null): Promise<EgressResponse> => {
    const size = total ?? '*';
    const isEmpty = body === null || body.length === 0;
    const range = isEmpty ? `bytes */${size}` : `bytes ${start}-${start + body.length - 1}/${size}`;
    const headers = { 'content-range': range, 'content-type': CONTENT_TYPE };
    const call = { method: 'PUT', url: session.href, headers, body: body ?? Buffer.alloc(0) } as const;
    // Repeated by `transfer`, which first asks what arrived.
    return callGoogle(access, { ...call, accepts: [INCOMPLETE], isUnsigned: true, isOnce: true }, context);
  };

  /** Sends a part, and whatever of it did not arrive, until the server has it. */
  async function transfer(part: Buffer, total: number | null): Promise<void> {
    const begin = offset;
    const end = begin + part.length;
    let isUnsure = false;
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = isUnsure ? await put(null, 0, total) : await put(part.subarray(offset - begin), offset, total);
        answer.body.destroy();
        if (answer.status !== INCOMPLETE) return;
        offset = Math.max(begin, Math.min(end, arrivedBytes(answer)));
        if (offset === end && total === null) return;
        isUnsure = false;
        if (tries === TRIES)
          throw new GoogleFailure('busy', 'incomplete', 'it took only parts of what was sent', session);
      } catch (error) {
        signal.throwIfAborted();
        if (!isPassing(error) || tries === TRIES) throw lostUpload(error);
        isUnsure = true;
      }
      await pause(PAUSE_MS * 2 ** (tries - 1), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  return {
    sent: () => offset,
    send: (part) => transfer(part, null),
    finish: async (part) => {
      signal.throwIfAborted();
      await transfer(part, offset + part.length);
    },
    async cancel() {
      const call = {
        method: 'DELETE',
        url: session.href,
        accepts: [CANCELLED],
        isUnsigned: true,
        isOnce: true,
      } as const;
      const own = { ...context, signal: AbortSignal.timeout(CLEAN_UP_MS) };
      await callGoogle(access, call, own).then(
        ({ body }) => body.destroy(),
        () => undefined,
      );
    },
  };
}

/** How many bytes the server has: `Range: bytes=0-41` says 42, and no header none. */
function arrivedBytes({ headers }: EgressResponse): number {
  const last = /^bytes=0-(\d+)$/.exec(headers['range'] ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

/** An upload that the server has forgotten is begun again by the next attempt. */
function lostUpload(error: unknown): unknown {
  if (!(error instanceof GoogleFailure) || error.kind !== 'missing') return error;
  const { code, message, host, status } = error;
  return new GoogleFailure('busy', code, `the upload is gone (${message})`, { host, status });
}
