import { createHash, createPrivateKey } from 'node:crypto';
import type { ParsedKey } from 'ssh2';
import { isPassphraseAtFault, SshFailure } from './ssh-failure.ts';

/** A login at an SSH server, as a key gives it. */
export type SshLogin = {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** How the user signs in. */
  readonly secret:
    | { readonly kind: 'password'; readonly password: string }
    | { readonly kind: 'private key'; readonly pem: string; readonly passphrase: string | undefined };
  readonly useSha1: boolean;
  /** The only host key that is accepted; null for any. */
  readonly fingerprint: string | null;
  /** Name of the key, for messages. */
  readonly key: string;
};

/** A fingerprint that a key pins, in the spelling of `fingerprintOf`; null for none. */
export const normalFingerprint = (text: string | undefined): string | null => text?.trim().replace(/=+$/, '') ?? null;

/** The fingerprint of a host key, as OpenSSH writes it. */
export const fingerprintOf = (hostKey: Buffer): string =>
  `SHA256:${createHash('sha256').update(hostKey).digest('base64').replace(/=+$/, '')}`;

type ParseKey = (data: string, passphrase?: string) => ParsedKey | ParsedKey[] | Error;

/** Reads a private key. Throws SshFailure for one that is malformed, or whose passphrase is another or missing. */
export function readPrivateKey(pem: string, passphrase: string | undefined, parse: ParseKey): ParsedKey {
  const parsed = parse(legacyForm(pem.trim(), passphrase), passphrase);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key instanceof Error && isPassphraseAtFault(key, pem))
    throw passphrase === undefined
      ? new SshFailure('SSH_NO_PASSPHRASE', 'the private key is encrypted, and its passphrase is missing')
      : new SshFailure('SSH_PASSPHRASE', 'the passphrase does not open the private key');
  if (key === undefined || key instanceof Error || !key.isPrivateKey())
    throw new SshFailure('SSH_MALFORMED_KEY', 'the private key is malformed');
  return key;
}

/** PKCS#8, which the library does not read, in the older form that it reads; everything else as it is. */
function legacyForm(pem: string, passphrase: string | undefined): string {
  if (!/^-----BEGIN (?:ENCRYPTED )?PRIVATE KEY-----/.test(pem)) return pem;
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
    if (key.asymmetricKeyType === 'rsa') return key.export({ type: 'pkcs1', format: 'pem' }).toString();
    return key.asymmetricKeyType === 'ec' ? key.export({ type: 'sec1', format: 'pem' }).toString() : pem;
  } catch {
    return pem;
  }
}
