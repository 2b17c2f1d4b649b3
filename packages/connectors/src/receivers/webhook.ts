import { createHmac } from 'node:crypto';
import { type PostRequest, post } from './post.ts';
import { ReceiverError } from './receiver-error.ts';

export type WebhookRequest = Pick<PostRequest, 'egress' | 'url' | 'authority' | 'signal'> & {
  /** Any text, or `whsec_` and Base64. */
  readonly secret: string;
  /** The same at each attempt: receivers drop repetitions by it. */
  readonly id: string;
  readonly body: unknown;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
};

const PREFIX = 'whsec_';

/** `v1,` and the Base64 of the HMAC-SHA256 over id, time and body, as Standard Webhooks describes. @param time epoch seconds */
export function webhookSignature(secret: string, id: string, time: number, body: string): string {
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret);
  return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`;
}

/** Posts signed JSON. Any 2xx accepts it. @throws ReceiverError */
export async function sendWebhook({ secret, id, body, now, ...to }: WebhookRequest): Promise<void> {
  const text = JSON.stringify(body);
  const time = Math.floor(now / 1_000);
  const headers = {
    ...to.headers,
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': webhookSignature(secret, id, time, text),
  };
  await postJson({ ...to, headers, body: text });
}

/** Posts JSON. Any 2xx accepts it. Returns the text of the answer. @throws ReceiverError */
export async function postJson({ headers, ...request }: PostRequest): Promise<string> {
  const { status, text } = await post({ ...request, headers: { 'content-type': 'application/json', ...headers } });
  if (status >= 200 && status < 300) return text;
  const { host } = new URL(request.url);
  const isRedirect = status >= 300 && status < 400;
  throw new ReceiverError(
    isRedirect ? `${host} redirects (${status}): enter the final address.` : `${host} refused the notice (${status}).`,
    { code: String(status), about: 'authorization' },
  );
}
