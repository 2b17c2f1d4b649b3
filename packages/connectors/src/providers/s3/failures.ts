import { PipelineError } from '@switchboard/model/errors/errors';
import { NetworkError } from '../../network/network-error.ts';
import { destinationFailure, sourceFailure } from '../../network/translate-network-error.ts';
import { quoted } from '../../secrets.ts';
import type { S3Access } from './access.ts';

/**
 * The kind of a refusal. login: the key; bucket: there is none of that name; region: it is in another one; condition: the
 * object is not what the request supposed; unsupported: the server knows no such request; full: a quota or disk; busy: try again; refused: else.
 */
export type S3FailureKind = 'login' | 'bucket' | 'region' | 'condition' | 'unsupported' | 'full' | 'busy' | 'refused';

/** A refusal by a server that speaks S3. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  readonly kind: S3FailureKind;
  /** The server's own code, such as SlowDown; the status where it gave none. */
  readonly code: string;
  readonly status: number;

  constructor(kind: S3FailureKind, code: string, status: number, text: string) {
    super(text === '' ? code : `${code}: ${text}`);
    this.kind = kind;
    this.code = code;
    this.status = status;
  }
}

/** The upload or write may or may not have happened: its answer was lost. */
export class WriteUnknown extends Error {
  override readonly name = 'WriteUnknown';
}

const KINDS: Readonly<Record<string, S3FailureKind>> = {
  NoSuchBucket: 'bucket',
  InvalidBucketName: 'bucket',
  PermanentRedirect: 'region',
  TemporaryRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  IllegalLocationConstraintException: 'region',
  ConditionalRequestConflict: 'condition',
  PreconditionFailed: 'condition',
  NotImplemented: 'unsupported',
  // Of Ceph and MinIO; S3 itself has no limit.
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
  RequestTimeTooSkewed: 'busy',
  RequestTimeout: 'busy',
  OperationAborted: 'busy',
  IncompleteBody: 'busy',
  // What arrived is not what was sent, or a part is gone: sending it again is right.
  BadDigest: 'busy',
  InvalidDigest: 'busy',
  XAmzContentSHA256Mismatch: 'busy',
  XAmzContentChecksumMismatch: 'busy',
  InvalidPart: 'busy',
  NoSuchUpload: 'busy',
};

function kindOf(code: string, status: number): S3FailureKind {
  const known = KINDS[code];
  if (known !== undefined) return known;
  if (status === 401 || status === 403) return 'login';
  if (status === 412) return 'condition';
  if (status === 507) return 'full';
  if (status === 501) return 'unsupported';
  if (status === 301 || status === 307 || status === 308) return 'region';
  return status >= 500 || status === 408 || status === 429 || status === 200 ? 'busy' : 'refused';
}

/** Translates an error of the client to S3Failure, WriteUnknown, NetworkError or PipelineError; anything else as it is. */
export function s3Failure(error: unknown, access: S3Access): unknown {
  if (error instanceof WriteUnknown) return error;
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof PipelineError || at instanceof NetworkError || at instanceof S3Failure) return at;
  }
  const status = statusOf(error);
  if (status === null || !(error instanceof Error)) return error;
  const named = /^[A-Za-z][A-Za-z0-9]{2,60}$/.test(error.name) && !/^(?:Error|Unknown\w*)$/.test(error.name);
  const code = named ? error.name : `status ${status}`;
  return new S3Failure(kindOf(code, status), code, status, named ? serverMessage(error, access) : '');
}

function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return null;
  const metadata: unknown = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return null;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null;
}

const serverMessage = (error: Error, access: S3Access): string =>
  error.message === error.name
    ? ''
    : // The catalogue's texts end their sentences themselves.
      quoted(error.message.replace(/\.+$/, ''), [access.secretAccessKey], 300);

export type Addressed = { readonly name: string; readonly key: string; readonly bucket: string };

/** Translates a failure into an error of the destination; other errors stay. */
export function s3DestinationFailure(error: unknown, access: S3Access, { name, key, bucket }: Addressed): unknown {
  const failure = s3Failure(error instanceof WriteUnknown ? error.cause : error, access);
  if (!(failure instanceof S3Failure)) return destinationFailure(failure, name);
  const because = { cause: failure };
  switch (failure.kind) {
    case 'login':
      return new PipelineError(
        'DESTINATION_AUTH_FAILED',
        { name, host: new URL(access.endpoint).host, key, reason: failure.message },
        because,
      );
    case 'bucket':
      return new PipelineError('DESTINATION_REFUSED', { reason: `the bucket ${bucket} does not exist` }, because);
    case 'region':
      return new PipelineError('DESTINATION_REFUSED', { reason: elsewhere(bucket, access) }, because);
    case 'full':
      return new PipelineError('DESTINATION_FULL', { name, path: `s3://${bucket}` }, because);
    case 'busy':
    case 'condition':
      return new PipelineError(
        'DESTINATION_BUSY',
        { name, reason: `object storage error ${failure.message}` },
        because,
      );
    case 'unsupported':
    case 'refused':
      return new PipelineError('DESTINATION_REFUSED', { reason: failure.message }, because);
  }
}

/** Translates a failure into an error of the source; other errors stay. */
export function s3SourceFailure(error: unknown, access: S3Access, { name, key, bucket }: Addressed): unknown {
  const failure = s3Failure(error, access);
  if (!(failure instanceof S3Failure)) return sourceFailure(failure, name);
  const { host } = new URL(access.endpoint);
  const because = { cause: failure };
  const { status } = failure;
  if (failure.kind === 'login') return new PipelineError('SOURCE_AUTH_FAILED', { name, host, key, status }, because);
  const url = `s3://${bucket}`;
  if (failure.kind === 'busy' || failure.kind === 'condition')
    return new PipelineError('SOURCE_HTTP_ERROR', { name, url, status, body: failure.message }, because);
  const body = failure.kind === 'region' ? elsewhere(bucket, access) : failure.message;
  return new PipelineError(
    failure.kind === 'bucket' ? 'SOURCE_NOT_FOUND' : 'SOURCE_BAD_REQUEST',
    { name, url, status, body, check: 'the bucket parameter' },
    because,
  );
}

const elsewhere = (bucket: string, { region }: S3Access): string =>
  `the bucket ${bucket} does not lie in the region ${region}; set the key's region`;
