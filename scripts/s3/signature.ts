import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** An account of the test server, with its secret. */
export type Account = { readonly id: string; readonly secret: string };

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * The S3 error code of a request whose signature (AWS Signature Version 4, in the Authorization header) does not hold;
 * null when it holds. Written against the published algorithm, so that the client's own signer is really judged.
 */
export function signatureProblem(
  request: { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders },
  body: Buffer,
  accounts: readonly Account[],
): string | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (match === null) return 'AccessDenied';
  const [, id = '', day = '', region = '', signed = '', signature = ''] = match;
  const account = accounts.find((one) => one.id === id);
  if (account === undefined) return 'InvalidAccessKeyId';
  const claimed = String(request.headers['x-amz-content-sha256'] ?? '');
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = request.url.split('?');
  const pairs = query.split('&').filter((pair) => pair !== '');
  const canonicalQuery = pairs
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&');
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonical = [request.method, path, canonicalQuery, headers.join(''), signed, claimed].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, sha256(canonical)].join('\n');
  const key = ['aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    hmac(hmac(hmac(`AWS4${account.secret}`, day), region), 's3'),
  );
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}
