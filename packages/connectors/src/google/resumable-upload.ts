import { startOf } from '../network/answers.ts';
import type { EgressResponse } from '../network/egress.ts';
import { notCutShort } from '../network/not-cut-short.ts';
import { pauseFor } from '../network/pause.ts';
import { rememberSecret } from '../secrets.ts';
import type { ConnectorContext } from '../spec.ts';
import { callGoogle, isPassing } from './call-google.ts';
import type { GoogleAccess } from './google-access.ts';
import { GoogleFailure } from './google-failure.ts';

export type UploadTarget = {
  readonly url: string;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly contentType: string;
};

/** A resumable upload in parts, one after the other. */
export type Upload = {
  /** Sends a part whose length is a multiple of 256 KiB. */
  send(part: Buffer): Promise<void>;
  /** Sends the last part, with which the server makes something of the bytes. Returns what it says of that, as text. */
  finish(part: Buffer): Promise<string>;
  /** Bytes that were sent. */
  sent(): number;
  /** Ends the upload without an object. Never throws. */
  cancel(): Promise<void>;
};

/** Tries of one part, when the connection breaks or the server takes less than was sent. */
const TRIES = 5;
const PAUSE_MS = 200;
const CLEAN_UP_MS = 5_000;
const ANSWER_LIMIT = 1024 ** 2;
/** Statuses that are no failure: resume, and that of a cancelled upload. */
const INCOMPLETE = 308;
const CANCELLED = 499;

/**
 * Begins an upload: `url` without `uploadType`, and the resource that the bytes belong to. Throws GoogleFailure, NetworkError,
 * or the reason of an aborted signal, as all of it does.
 */
export async function openUpload(
  access: GoogleAccess,
  { url, resource, contentType }: UploadTarget,
  context: Pick<ConnectorContext, 'egress' | 'signal' | 'pause'>,
): Promise<Upload> {
  const { signal } = context;
  const begin = new URL(url);
  begin.searchParams.set('uploadType', 'resumable');
  const headers = { 'x-upload-content-type': contentType };
  // Only the answer says where the upload is, without which it could not be ended.
  const begun = await notCutShort(signal, (own) =>
    callGoogle(access, { method: 'POST', url: begin.href, headers, body: resource }, { ...context, signal: own }),
  );
  begun.body.destroy();
  const session = new URL(begun.headers['location'] ?? '', begin);
  if (session.origin !== begin.origin)
    throw new GoogleFailure('refused', 'sessionElsewhere', 'it sent the upload to another host', { host: begin.host });
  // Whoever knows the address of an upload may write to it.
  rememberSecret(access.key, session.href);
  let offset = 0;

  /** `body`: bytes from `start`; null to ask how far the upload is. `total`: with the last part. */
  const put = (body: Buffer | null, start: number, total: number | null): Promise<EgressResponse> => {
    const size = total ?? '*';
    const isEmpty = body === null || body.length === 0;
    const range = isEmpty ? `bytes */${size}` : `bytes ${start}-${start + body.length - 1}/${size}`;
    const headers = { 'content-range': range, 'content-type': contentType };
    const call = { method: 'PUT', url: session.href, headers, body: body ?? Buffer.alloc(0) } as const;
    // Repeated by `transfer`, which first asks what arrived.
    return callGoogle(access, { ...call, accepts: [INCOMPLETE], isUnsigned: true, isOnce: true }, context);
  };

  /** Sends a part, and whatever of it did not arrive, until the server has it. Returns its last answer. */
  async function transfer(part: Buffer, total: number | null): Promise<string> {
    const begin = offset;
    const end = begin + part.length;
    let isUnsure = false;
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = isUnsure ? await put(null, 0, total) : await put(part.subarray(offset - begin), offset, total);
        if (answer.status !== INCOMPLETE) return await readAnswer(answer);
        answer.body.destroy();
        offset = Math.max(begin, Math.min(end, arrivedBytes(answer)));
        if (offset === end && total === null) return '';
        isUnsure = false;
        if (tries === TRIES)
          throw new GoogleFailure('busy', 'incomplete', 'it took only parts of what was sent', session);
      } catch (error) {
        signal.throwIfAborted();
        if (!isPassing(error) || tries === TRIES) throw lostUpload(error);
        isUnsure = true;
      }
      await pauseFor(PAUSE_MS * 2 ** (tries - 1), context);
    }
  }

  return {
    sent: () => offset,
    send: async (part) => void (await transfer(part, null)),
    finish: async (part) => {
      signal.throwIfAborted();
      return transfer(part, offset + part.length);
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

/** The text of an answer. Throws when it is cut. */
async function readAnswer(answer: EgressResponse): Promise<string> {
  const { text, failure } = await startOf(answer, ANSWER_LIMIT);
  if (failure instanceof Error) throw failure;
  return text;
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
