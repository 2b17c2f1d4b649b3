import { createHash, createHmac } from 'node:crypto';
import type { SealingKeys } from './sealing-keys.ts';
import type { KeyServiceApi, KeyServiceRequest } from './serve-key-services.ts';

export const AWS_ACCOUNT = { accessKeyId: 'AKIAKEYSERVICE', secretAccessKey: 'secret-of-the-aws-stand-in' } as const;
const MAX_SKEW_MS = 5 * 60_000;

const refuse = (type: string, message: string, status = 400) => ({ status, body: { __type: type, message } });

/** Encrypt and Decrypt of AWS KMS as documented: the signature of each request is verified. */
export function awsApi(keys: SealingKeys, now: () => number): KeyServiceApi {
  return (request) => {
    const target = String(request.headers['x-amz-target'] ?? '');
    if (!target.startsWith('TrentService.')) return null;
    const refusal = signatureRefusal(request, now());
    if (refusal !== null) return refusal;
    const { KeyId, EncryptionContext, Plaintext, CiphertextBlob } = JSON.parse(request.body) as Record<string, string>;
    const id = String(KeyId);
    if (!keys.has(id)) return refuse('NotFoundException', `Key '${id}' does not exist`);
    if (keys.isDisabled(id)) return refuse('DisabledException', `${id} is disabled.`);
    const bound = JSON.stringify(EncryptionContext ?? {});
    if (target === 'TrentService.Encrypt') {
      const sealed = keys.seal(id, Buffer.from(String(Plaintext), 'base64'), bound);
      return { status: 200, body: { KeyId: id, CiphertextBlob: sealed.toString('base64') } };
    }
    const plain = keys.open(id, Buffer.from(String(CiphertextBlob), 'base64'), bound);
    if (plain === null) return refuse('InvalidCiphertextException', '');
    return { status: 200, body: { KeyId: id, Plaintext: plain.toString('base64') } };
  };
}

/** The refusal of a request that this account has not signed within the last minutes; null for a signed one. */
function signatureRefusal({ headers, body }: KeyServiceRequest, now: number) {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/kms\/aws4_request), SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, id, scope = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? [];
  if (id !== AWS_ACCOUNT.accessKeyId)
    return refuse('UnrecognizedClientException', 'The security token included in the request is invalid.');
  const date = String(headers['x-amz-date']);
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const canonical = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const toSign = [
    'AWS4-HMAC-SHA256',
    date,
    scope,
    hash(`POST\n/\n\n${canonical.join('')}\n${names}\n${hash(body)}`),
  ].join('\n');
  let key: string | Buffer = `AWS4${AWS_ACCOUNT.secretAccessKey}`;
  for (const part of scope.split('/')) key = sign(key, part);
  const areSigned = ['host', 'x-amz-date', 'x-amz-target'].every((name) => names.split(';').includes(name));
  const isValid = areSigned && sign(key, toSign).toString('hex') === signature && Math.abs(now - time) < MAX_SKEW_MS;
  return isValid
    ? null
    : refuse(
        'InvalidSignatureException',
        'The request signature we calculated does not match the signature you provided.',
      );
}
