import { ServiceFailure, serviceDestinationFailure, serviceSourceFailure } from '../../network/service-failure.ts';

export type AzureFailureKind = 'login' | 'missing' | 'condition' | 'full' | 'busy' | 'refused';

/** A refusal by the Blob service, with its code, such as ContainerNotFound. */
export class AzureFailure extends ServiceFailure {
  override readonly name = 'AzureFailure';
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

/** Classifies a failure by the service's code and status. */
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

const saidOf = ({ code, message }: ServiceFailure): string => `${code}: ${message}`;

/** Translates a failure into an error of the destination; other errors stay. */
export const azureDestinationFailure = (error: unknown, { name, key, container }: Addressed): unknown =>
  serviceDestinationFailure(error, { name, key, place: `container ${container}` }, (failure) => ({
    reason: saidOf(failure),
    missing: `the container ${container} does not exist`,
  }));

/** Translates a failure into an error of the source; other errors stay. */
export const azureSourceFailure = (error: unknown, { name, key, container }: Addressed): unknown =>
  serviceSourceFailure(error, { name, key, place: `az://${container}` }, 'the container', saidOf);
