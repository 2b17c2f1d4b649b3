import type { KeyReference } from '@switchboard/model/key-reference';
import type { ServiceFailureKind } from '../network/service-failure.ts';
import { signRequest } from '../network/sign-aws-request.ts';
import { callKeyService, requireText, textOf } from './call-key-service.ts';
import type { KeyServiceContext, KeyWrapping, KmsCredentials } from './key-wrapping.ts';

/** AWS KMS answers most refusals with the status 400. */
const KINDS: Readonly<Record<string, ServiceFailureKind>> = {
  AccessDeniedException: 'login',
  ExpiredTokenException: 'login',
  IncompleteSignatureException: 'login',
  InvalidClientTokenId: 'login',
  InvalidSignatureException: 'login',
  UnrecognizedClientException: 'login',
  DisabledException: 'missing',
  KMSInvalidStateException: 'missing',
  NotFoundException: 'missing',
  KeyUnavailableException: 'busy',
  DependencyTimeoutException: 'busy',
  KMSInternalException: 'busy',
  LimitExceededException: 'busy',
  RequestLimitExceeded: 'busy',
  ThrottlingException: 'busy',
};

/** Wraps by Encrypt and Decrypt of AWS KMS. The context is the encryption context. */
export function wrapAtAws(
  { arn, region }: Extract<KeyReference, { kind: 'aws-kms' }>,
  credentials: Extract<KmsCredentials, { kind: 'aws-kms' }>,
): KeyWrapping {
  const suffix = region.startsWith('cn-') ? '.cn' : '';
  const url = new URL(credentials.endpoint ?? `https://kms.${region}.amazonaws.com${suffix}`).origin;
  const secrets = [credentials.secretAccessKey, credentials.sessionToken ?? ''].filter(Boolean);
  const call = (act: 'Encrypt' | 'Decrypt', content: object, bound: string, context: KeyServiceContext) => {
    const body = JSON.stringify({ KeyId: arn, EncryptionContext: { switchboard: bound }, ...content });
    const request = { host: new URL(url).host, region, service: 'kms', body, time: new Date(context.now()) };
    const own = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${act}` };
    return callKeyService(
      {
        url: `${url}/`,
        headers: signRequest(request, own, credentials),
        body,
        secrets,
        kinds: KINDS,
        refusal: (text) => ({
          code: textOf(text, '__type').replace(/^.*#/, ''),
          message: textOf(text, 'message') || textOf(text, 'Message'),
        }),
      },
      context,
    );
  };
  return {
    async wrap(key, bound, context) {
      return requireText(
        await call('Encrypt', { Plaintext: key.toString('base64') }, bound, context),
        'CiphertextBlob',
        url,
      );
    },
    async unwrap(wrapped, bound, context) {
      const answer = await call('Decrypt', { CiphertextBlob: wrapped }, bound, context);
      return Buffer.from(requireText(answer, 'Plaintext', url), 'base64');
    },
  };
}
