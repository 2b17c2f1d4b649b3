import type { KeyReference } from '@switchboard/model/key-reference';
import { readJsonField } from '../key-fields/field-json.ts';
import { callKeyService, requireText } from './call-key-service.ts';
import type { KeyServiceContext, KeyWrapping, KmsCredentials } from './key-wrapping.ts';

/** Wraps by encrypt and decrypt of a transit engine of HashiCorp Vault or OpenBao. The context is authenticated with the key. */
export function wrapAtVault(
  { mount, name }: Extract<KeyReference, { kind: 'vault' }>,
  { address, token, namespace }: Extract<KmsCredentials, { kind: 'vault' }>,
): KeyWrapping {
  const base = `${address.replace(/\/+$/, '')}/v1/${mount}`;
  const call = (act: 'encrypt' | 'decrypt', content: object, bound: string, context: KeyServiceContext) =>
    callKeyService(
      {
        url: `${base}/${act}/${name}`,
        headers: {
          'content-type': 'application/json',
          'x-vault-request': 'true',
          'x-vault-token': token,
          ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
        },
        body: JSON.stringify({ ...content, associated_data: Buffer.from(bound).toString('base64') }),
        secrets: [token],
        refusal: (text) => {
          const errors = readJsonField(text, 'errors');
          return { code: '', message: Array.isArray(errors) ? errors.join('; ') : '' };
        },
      },
      context,
    );
  return {
    async wrap(key, bound, context) {
      const answer = await call('encrypt', { plaintext: key.toString('base64') }, bound, context);
      return requireText(answer, 'data.ciphertext', base);
    },
    async unwrap(wrapped, bound, context) {
      const answer = await call('decrypt', { ciphertext: wrapped }, bound, context);
      return Buffer.from(requireText(answer, 'data.plaintext', base), 'base64');
    },
  };
}
