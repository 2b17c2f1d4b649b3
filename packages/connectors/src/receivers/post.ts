import { startOf } from '../network/answers.ts';
import type { Egress } from '../network/egress.ts';
import { ReceiverError, receiverError } from './receiver-error.ts';

/** Milliseconds that one call may take. */
const CALL_LIMIT = 15_000;
const ANSWER_LIMIT = 1024 * 1024;

export type PostRequest = {
  readonly egress: Egress;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The authority that signs the certificate of the receiver, as PEM; public ones without. */
  readonly authority?: string | null;
  /** Ends the call before its time. */
  readonly signal?: AbortSignal | undefined;
};

export type PostAnswer = { readonly status: number; readonly text: string; readonly retryAfter: number | null };

/** Sends one POST and reads its answer; a redirect is an answer. Throws ReceiverError for a network failure, a 429 and a 5xx. */
export async function post({ egress, url, headers, body, authority, signal }: PostRequest): Promise<PostAnswer> {
  const { host } = new URL(url);
  const timeout = AbortSignal.timeout(CALL_LIMIT);
  try {
    const answer = await egress.fetch({
      url,
      method: 'POST',
      headers,
      body,
      redirects: 'refuse',
      ...(authority ? { authority } : {}),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const { text, failure } = await startOf(answer, ANSWER_LIMIT);
    if (failure !== undefined) throw receiverError(failure, host);
    const { status } = answer;
    const retryAfter = answer.retryAfter ?? null;
    if (status === 429)
      throw new ReceiverError(
        `${host} asks to slow down (429)${retryAfter === null ? '' : `, for ${retryAfter} seconds`}.`,
        { code: 'ratelimited', retryAfter },
      );
    if (status >= 500) throw new ReceiverError(`${host} answered ${status}.`, { code: String(status), retryAfter });
    return { status, text, retryAfter };
  } catch (error) {
    throw receiverError(error, host);
  }
}
