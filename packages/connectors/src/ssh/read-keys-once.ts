import { createSecretKey } from 'node:crypto';
import type { Client } from 'ssh2';

/** The cipher table of the library. */
type Ciphers = {
  readonly _protocol?: {
    readonly _cipher?: { _encKey?: unknown };
    readonly _decipher?: { _decipherKey?: unknown };
  };
};

/**
 * Gives the ciphers of a connection keys that are read once. AES-GCM, which the library prefers, makes a cipher for each
 * packet, and reads the bytes of its key each time, which costs as much as encrypting the packet. The fields are not public: where another
 * version has none, nothing changes.
 */
export function readKeysOnce(client: Client): void {
  const { _cipher: cipher, _decipher: decipher } = (client as unknown as Ciphers)._protocol ?? {};
  if (Buffer.isBuffer(cipher?._encKey)) cipher._encKey = createSecretKey(cipher._encKey);
  if (Buffer.isBuffer(decipher?._decipherKey)) decipher._decipherKey = createSecretKey(decipher._decipherKey);
}
