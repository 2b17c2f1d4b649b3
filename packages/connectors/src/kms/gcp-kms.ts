import type { KeyReference } from '@switchboard/model/key-reference';
import { callForJson } from '../google/call-google.ts';
import { openGoogleAccess } from '../google/google-access.ts';
import { ServiceFailure } from '../network/service-failure.ts';
import type { KeyProperties } from '../spec.ts';
import type { KeyServiceContext, KeyWrapping, KmsCredentials } from './key-wrapping.ts';

const SCOPE = 'https://www.googleapis.com/auth/cloudkms';
const HOST = 'cloudkms.googleapis.com';

/** Wraps by encrypt and decrypt of Google Cloud KMS. The context is authenticated with the key. */
export function wrapAtGoogle(
  { name, text }: Extract<KeyReference, { kind: 'gcp-kms' }>,
  { serviceAccount }: Extract<KmsCredentials, { kind: 'gcp-kms' }>,
): KeyWrapping {
  const key: KeyProperties = {
    name: text,
    type: 'google_service_account',
    properties: { service_account_json: serviceAccount },
  };
  const call = async (
    act: 'encrypt' | 'decrypt',
    content: Readonly<Record<string, string>>,
    { bound, wanted }: { readonly bound: string; readonly wanted: string },
    context: KeyServiceContext,
  ): Promise<string> => {
    const access = openGoogleAccess(text, key, SCOPE, context);
    const url = `${access.origin(HOST)}/v1/${name}:${act}`;
    const body = { ...content, additionalAuthenticatedData: Buffer.from(bound).toString('base64') };
    // The caller repeats.
    const answer = await callForJson(access, { method: 'POST', url, body, isOnce: true }, context);
    const result = answer[wanted];
    if (typeof result === 'string' && result !== '') return result;
    throw new ServiceFailure('busy', 'AnswerMalformed', `its answer has no ${wanted}`, { host: new URL(url).host });
  };
  return {
    wrap: (plain, bound, context) =>
      call('encrypt', { plaintext: plain.toString('base64') }, { bound, wanted: 'ciphertext' }, context),
    async unwrap(wrapped, bound, context) {
      const plain = await call('decrypt', { ciphertext: wrapped }, { bound, wanted: 'plaintext' }, context);
      return Buffer.from(plain, 'base64');
    },
  };
}
