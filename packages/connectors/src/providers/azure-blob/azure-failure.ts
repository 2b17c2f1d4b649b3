import { PipelineError } from '@switchboard/model';
import { knownCause } from '../../network/known-cause.ts';
import { destinationFailure, sourceFailure } from '../../network/translate-network-error.ts';

/**
 * What a refusal means. login: the key, or what it may do; missing: there is nothing of that name; condition: the blob is not
 * what the request supposed; full: there is no room; busy: try again; refused: else.
 */
export type AzureFailureKind = 'login' | 'missing' | 'condition' | 'full' | 'busy' | 'refused';

/** A refusal by the Blob service. */
export class AzureFailure extends Error {
  override readonly name = 'AzureFailure';
  readonly kind: AzureFailureKind;
  /** The code that the service gives, such as ContainerNotFound. */
  readonly code: string;
  readonly status: number;
  readonly host: string;
  readonly retryAfter: number | undefined;

  constructor(
    kind: AzureFailureKind,
    code: string,
    message: string,
    where: { readonly host: string; readonly status: number; readonly retryAfter?: number | undefined },
  ) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.status = where.status;
    this.host = where.host;
    this.retryAfter = where.retryAfter;
  }
}

/** Codes of the service whose status alone says less. */
const KINDS: Readonly<Record<string, AzureFailureKind>> = {
  InvalidAuthenticationInfo: 'login',
  // The answer to a write that may only create: not 412.
  BlobAlreadyExists: 'condition',
  // Another commit dropped the blocks.
  InvalidBlockList: 'condition',
  BlobNotFound: 'missing',
  LeaseIdMissing: 'busy',
  ContainerBeingDeleted: 'busy',
  AccountBeingCreated: 'busy',
  BlobBeingRehydrated: 'busy',
  // What arrived is not what was sent.
  Md5Mismatch: 'busy',
};

/** What a code and a status of the service mean. */
export function kindOf(code: string, status: number): AzureFailureKind {
  const known = Object.hasOwn(KINDS, code) ? KINDS[code] : undefined;
  if (known !== undefined) return known;
  if (status === 401 || status === 403) return 'login';
  if (status === 404) return 'missing';
  if (status === 304 || status === 412) return 'condition';
  if (status === 507) return 'full';
  return status >= 500 || status === 408 || status === 429 ? 'busy' : 'refused';
}

export type Addressed = {
  /** The declaration's name. */
  readonly name: string;
  /** The key's name. */
  readonly key: string;
  readonly container: string;
};

/** Translates a failure into an error of the destination; other errors stay. */
export function azureDestinationFailure(error: unknown, { name, key, container }: Addressed): unknown {
  const failure = knownCause(error, AzureFailure);
  if (!(failure instanceof AzureFailure)) return destinationFailure(failure, name);
  const { kind, code, host, message, retryAfter } = failure;
  const because = { cause: failure };
  const reason = `${code}: ${message}`;
  switch (kind) {
    case 'login':
      return new PipelineError('DESTINATION_AUTH_FAILED', { name, host, key, reason }, because);
    case 'full':
      return new PipelineError('DESTINATION_FULL', { name, path: `container ${container}` }, because);
    case 'busy':
    case 'condition':
      return new PipelineError('DESTINATION_BUSY', { name, reason }, { ...because, retryAfter });
    case 'missing':
      return new PipelineError('DESTINATION_REFUSED', { reason: `there is no container ${container}` }, because);
    case 'refused':
      return new PipelineError('DESTINATION_REFUSED', { reason }, because);
  }
}

/** Translates a failure into an error of the source; other errors stay. */
export function azureSourceFailure(error: unknown, { name, key, container }: Addressed): unknown {
  const failure = knownCause(error, AzureFailure);
  if (!(failure instanceof AzureFailure)) return sourceFailure(failure, name);
  const { kind, code, host, status, message, retryAfter } = failure;
  const because = { cause: failure };
  const url = `az://${container}`;
  const body = `${code}: ${message}`;
  switch (kind) {
    case 'login':
      return new PipelineError('SOURCE_AUTH_FAILED', { name, host, key, status: `${status}: ${body}` }, because);
    case 'missing':
      return new PipelineError('SOURCE_NOT_FOUND', { name, url, status, body, check: 'the container' }, because);
    case 'busy':
    case 'condition':
    case 'full':
      return status === 429
        ? new PipelineError('SOURCE_RATE_LIMITED', { name, host }, { ...because, retryAfter })
        : new PipelineError('SOURCE_HTTP_ERROR', { name, url, status, body }, { ...because, retryAfter });
    case 'refused':
      return new PipelineError('SOURCE_BAD_REQUEST', { name, url, status, body }, because);
  }
}
