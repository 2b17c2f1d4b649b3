import type { SealingKeys } from './sealing-keys.ts';
import type { KeyServiceApi } from './serve-key-services.ts';

export const VAULT_TOKEN = 'hvs.token-of-the-vault-stand-in';

const refuse = (status: number, error: string) => ({ status, body: { errors: [error] } });

/** Encrypt and decrypt of the transit engine of HashiCorp Vault, as documented. */
export function vaultApi(keys: SealingKeys): KeyServiceApi {
  return ({ path, headers, body }) => {
    const [, act, name = ''] = /^\/v1\/transit\/(encrypt|decrypt)\/(.+)$/.exec(path) ?? [];
    if (act === undefined) return null;
    if (headers['x-vault-token'] !== VAULT_TOKEN) return refuse(403, 'permission denied');
    if (!keys.has(name)) return refuse(404, `encryption key not found`);
    if (keys.isDisabled(name)) return refuse(403, 'permission denied');
    const given = JSON.parse(body) as Record<string, string | undefined>;
    const bound = Buffer.from(given['associated_data'] ?? '', 'base64').toString();
    if (act === 'encrypt') {
      const sealed = keys.seal(name, Buffer.from(given['plaintext'] ?? '', 'base64'), bound);
      return { status: 200, body: { data: { ciphertext: `vault:v1:${sealed.toString('base64')}`, key_version: 1 } } };
    }
    const ciphertext = given['ciphertext'] ?? '';
    if (!ciphertext.startsWith('vault:v1:')) return refuse(400, 'invalid ciphertext: no prefix');
    const plain = keys.open(name, Buffer.from(ciphertext.slice('vault:v1:'.length), 'base64'), bound);
    if (plain === null) return refuse(400, 'cipher: message authentication failed');
    return { status: 200, body: { data: { plaintext: plain.toString('base64') } } };
  };
}
