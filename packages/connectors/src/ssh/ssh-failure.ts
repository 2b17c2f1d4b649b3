import { codeOf, NetworkError, unreachable } from '../network/network-error.ts';

export type SshFailureCode =
  | 'SSH_LOGIN'
  | 'SSH_PRIVATE_KEY'
  | 'SSH_MALFORMED_KEY'
  | 'SSH_PASSPHRASE'
  | 'SSH_NO_PASSPHRASE'
  | 'SSH_SHA1'
  | 'SSH_HOST_KEY';

/** A sign-in that failed because of what the key holds. Of SSH_HOST_KEY, the message is the fingerprint of the server. */
export class SshFailure extends Error {
  override readonly name = 'SshFailure';
  readonly code: SshFailureCode;

  constructor(code: SshFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const closed = (host: string): NetworkError =>
  new NetworkError('unreachable', host, 'the connection was closed by the other side');

/** The parts of a login that its failures depend on. */
type Login = {
  readonly host: string;
  readonly secret: { readonly kind: 'password' | 'private key' };
  readonly useSha1: boolean;
};

/** Only keys with a private key can acknowledge them. */
const ONLY_SHA1 =
  'its handshake uses only SHA-1 or older; have the server updated, or use a private key with "I acknowledge using SHA-1, which is insecure."';

/** Why the connection or the sign-in failed, by what the library threw. */
export function loginFailure(error: Error & { readonly level?: string }, { host, secret, useSha1 }: Login): Error {
  if (error.level === 'client-authentication')
    return secret.kind === 'password'
      ? new SshFailure('SSH_LOGIN', 'incorrect user or password')
      : new SshFailure('SSH_PRIVATE_KEY', 'incorrect user or private key');
  if (codeOf(error) !== '') return unreachable(host, error);
  const lacksHandshake = /no matching host key/i.test(error.message) || /no matching key exchange/i.test(error.message);
  if (lacksHandshake && !useSha1)
    return secret.kind === 'private key'
      ? new SshFailure(
          'SSH_SHA1',
          'the handshake of the server uses only SHA-1 or older, which the key does not acknowledge',
        )
      : new NetworkError('unreachable', host, ONLY_SHA1, { cause: error });
  if (/no matching/i.test(error.message))
    return new NetworkError('unreachable', host, 'it offers no algorithm that is secure enough', { cause: error });
  return new NetworkError('unreachable', host, 'it does not speak SSH as expected', { cause: error });
}

/** Whether a private key could not be read because of its passphrase. */
export const isPassphraseAtFault = (error: Error, pem: string): boolean =>
  /passphrase|decrypt|integrity check/i.test(error.message) || pem.includes('ENCRYPTED');
