import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyReference, KeyServiceKind } from '@switchboard/model/key-reference';
import { NetworkError } from '../network/network-error.ts';
import { repeatPassing } from '../network/repeat-passing.ts';
import { ServiceFailure } from '../network/service-failure.ts';
import { wrapAtAws } from './aws-kms.ts';
import { wrapAtAzure } from './azure-key-vault.ts';
import { wrapAtGoogle } from './gcp-kms.ts';
import type { KeyServiceContext, KeyWrapping, KmsCredentials } from './key-wrapping.ts';
import { wrapAtVault } from './vault-transit.ts';

/** Wraps keys by the key of a reference. Both throw KeyServiceError. */
export type KeyService = {
  /** @param context text that the wrapped key is bound to, where the service binds */
  wrap(key: Buffer, context: string): Promise<string>;
  /** Opens a wrapped key with the context that it was wrapped with. */
  unwrap(wrapped: string, context: string): Promise<Buffer>;
};

/** A refusal or silence of a key service. The message names the reference, what was refused, and what to do. */
export class KeyServiceError extends Error {
  override readonly name = 'KeyServiceError';
  /** Whether the same call may succeed later without a change at the service. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean, cause?: unknown) {
    super(message, { cause });
    this.isPassing = isPassing;
  }
}

/** Milliseconds after which a call is given up, its repetitions included. */
const LIMIT_MS = 10_000;

const LOGIN_ADVICE: Readonly<Record<KeyServiceKind, string>> = {
  'aws-kms': 'Check the access key, and allow it kms:Encrypt and kms:Decrypt on this key.',
  'gcp-kms': 'Check the service account, and give it the role Cloud KMS CryptoKey Encrypter/Decrypter on this key.',
  'azure-kv': 'Check the application and its secret, and give it the role Key Vault Crypto Service Encryption User.',
  vault: 'Check the token, and allow it to update the paths encrypt and decrypt of this key.',
};

/**
 * The key service of a reference. Nothing is sent before the first call.
 * @throws KeyServiceError where the credentials are of another service
 */
export function openKeyService(
  reference: KeyReference,
  credentials: KmsCredentials,
  context: Omit<KeyServiceContext, 'signal'>,
): KeyService {
  const wrapping = wrappingOf(reference, credentials);
  const call = async <Result>(act: string, use: (within: KeyServiceContext) => Promise<Result>): Promise<Result> => {
    const within = { ...context, signal: AbortSignal.timeout(LIMIT_MS) };
    try {
      return await repeatPassing(within, isPassing, () => use(within));
    } catch (error) {
      throw translate(error, reference, act);
    }
  };
  return {
    wrap: (key, bound) => call('wrap', (within) => wrapping.wrap(key, bound, within)),
    unwrap: (wrapped, bound) => call('unwrap', (within) => wrapping.unwrap(wrapped, bound, within)),
  };
}

function wrappingOf(reference: KeyReference, credentials: KmsCredentials): KeyWrapping {
  if (reference.kind === 'aws-kms' && credentials.kind === 'aws-kms') return wrapAtAws(reference, credentials);
  if (reference.kind === 'gcp-kms' && credentials.kind === 'gcp-kms') return wrapAtGoogle(reference, credentials);
  if (reference.kind === 'azure-kv' && credentials.kind === 'azure-kv') return wrapAtAzure(reference, credentials);
  if (reference.kind === 'vault' && credentials.kind === 'vault') return wrapAtVault(reference, credentials);
  throw new KeyServiceError(
    `${reference.text} needs credentials of ${reference.kind}, got those of ${credentials.kind}.`,
    false,
  );
}

const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ServiceFailure && error.kind === 'busy');

function translate(error: unknown, { text, kind }: KeyReference, act: string): unknown {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const message = `The service of ${text} has not answered within ${LIMIT_MS / 1000} s. Check the network to it.`;
    return new KeyServiceError(message, true, error);
  }
  if (error instanceof NetworkError)
    return new KeyServiceError(
      `The service of ${text} cannot be reached: ${error.message}. Check its address and the network to it.`,
      true,
      error,
    );
  if (error instanceof PipelineError) return new KeyServiceError(`${text}: ${error.message}`, false, error);
  if (!(error instanceof ServiceFailure)) return error;
  const said = `${text}: ${error.host} refused to ${act} (${error.message})`;
  if (error.kind === 'busy') return new KeyServiceError(`${said}. It may succeed later.`, true, error);
  if (error.kind === 'login' || error.kind === 'denied')
    return new KeyServiceError(`${said}. ${LOGIN_ADVICE[kind]}`, false, error);
  if (error.kind === 'missing')
    return new KeyServiceError(`${said}. Check the reference, and that the key exists and is enabled.`, false, error);
  return new KeyServiceError(`${said}. Check that this is the key that it was wrapped with.`, false, error);
}
