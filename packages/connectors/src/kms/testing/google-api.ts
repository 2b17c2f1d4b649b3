import { apiError, type GoogleApi } from '../../testing/google/stand-in.ts';
import type { SealingKeys } from './sealing-keys.ts';

/** encrypt and decrypt of Google Cloud KMS, as documented. */
export function googleKeyApi(keys: SealingKeys): GoogleApi {
  return {
    paths: ['/v1/projects/'],
    scopes: () => ['https://www.googleapis.com/auth/cloudkms'],
    serve({ url, body }) {
      const [, name = '', act] = /^\/v1\/(.+):(encrypt|decrypt)$/.exec(url.pathname) ?? [];
      if (!keys.has(name)) return apiError(404, 'notFound', `CryptoKey ${name} not found.`);
      if (keys.isDisabled(name))
        return apiError(
          400,
          'failedPrecondition',
          `${name}/cryptoKeyVersions/1 is not enabled, current state is: DISABLED.`,
        );
      const given = JSON.parse(body.toString()) as Record<string, string | undefined>;
      const bound = given['additionalAuthenticatedData'] ?? '';
      if (act === 'encrypt') {
        const sealed = keys.seal(name, Buffer.from(given['plaintext'] ?? '', 'base64'), bound);
        return {
          status: 200,
          body: { name: `${name}/cryptoKeyVersions/1`, ciphertext: sealed.toString('base64') },
        };
      }
      const plain = keys.open(name, Buffer.from(given['ciphertext'] ?? '', 'base64'), bound);
      if (plain === null) return apiError(400, 'badRequest', 'Decryption failed: the ciphertext is invalid.');
      return { status: 200, body: { plaintext: plain.toString('base64') } };
    },
  };
}
