import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyReference, KeyServiceKind } from '@switchboard/model/key-reference';
import { NetworkError } from '../network/network-error.ts';
import { repeatPassing } from '../network/repeat-passing.ts';
import { ServiceFailure, type ServiceFailureKind } from '../network/service-failure.ts';
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
  /** The refusal or silence, without the advice and without a full stop. */
  readonly reason: string;
  /** The next step for a person, as a sentence. */
  readonly advice: string;
  /** Whether the same call may succeed later without a change at the service. */
  readonly isPassing: boolean;

  constructor(reason: string, advice: string, isPassing: boolean, cause?: unknown) {
    super(`${reason}. ${advice}`, { cause });
    this.reason = reason;
    this.advice = advice;
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
    `${reference.text} needs credentials of ${reference.kind}, got those of ${credentials.kind}`,
    'Give those of its service.',
    false,
  );
}

const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ServiceFailure && error.kind === 'busy');

function translate(error: unknown, { text, kind }: KeyReference, act: string): unknown {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const reason = `The service of ${text} has not answered within ${LIMIT_MS / 1000} s`;
    return new KeyServiceError(reason, 'Check the network to it.', true, error);
  }
  if (error instanceof NetworkError) {
    const reason = `The service of ${text} cannot be reached: ${error.message}`;
    return new KeyServiceError(reason, 'Check its address and the network to it.', true, error);
  }
  if (error instanceof PipelineError) {
    const reason = `The service of ${text} is at an address that is not allowed`;
    return new KeyServiceError(reason, 'Give an address of a public network.', false, error);
  }
  if (!(error instanceof ServiceFailure)) return error;
  const reason = `${text}: ${error.host} refused to ${act} (${error.message})`;
  return new KeyServiceError(reason, adviceFor(error.kind, kind), error.kind === 'busy', error);
}

function adviceFor(failure: ServiceFailureKind, kind: KeyServiceKind): string {
  if (failure === 'busy') return 'It may succeed later.';
  if (failure === 'login' || failure === 'denied') return LOGIN_ADVICE[kind];
  if (failure === 'missing') return 'Check the reference, and that the key exists and is enabled.';
  return 'Check that this is the key that it was wrapped with.';
}
