import { PipelineError } from '@switchboard/model/errors/errors';
import { DatabaseError } from 'pg';
import { maskSecrets, secretsOf } from '../../secrets.ts';
import type { DeliveryRequest } from '../../spec.ts';
import type { SqlDelivery } from '../../sql/sql-database.ts';
import { S3Failure, s3DestinationFailure, WriteUnknown } from '../s3/failures.ts';
import type { RedshiftTarget } from './parameters.ts';

/** Serialization failures, which Redshift reports without a SQLSTATE of their own: matched by number and words. */
const SERIALIZATION = /\b1023\b|serializable isolation violation/i;
const FULL = /\bdisk full\b|\bcode: +1016\b/i;
const NOT_LOADED = /stl_load_errors|sys_load_error_detail/i;

/** Whether another transaction changed what this one read: it was rolled back, and may be run again. */
export const isSerializationFailure = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '40001' || SERIALIZATION.test(textOf(error)));

/** Whether COPY refused a value, which a system table names. */
export const isLoadFailure = (error: unknown): boolean =>
  error instanceof DatabaseError && NOT_LOADED.test(textOf(error));

const textOf = ({ message, detail = '' }: DatabaseError): string => `${message} ${detail}`;

/** Takes the secrets out of an error of the server, which may quote the statement. Returns the same error. */
export function withoutSecrets(error: unknown, request: DeliveryRequest): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const secrets = secretsOf(request.key);
  error.message = maskSecrets(error.message, secrets);
  if (error.detail !== undefined) error.detail = maskSecrets(error.detail, secrets);
  if (error.stack !== undefined) error.stack = maskSecrets(error.stack, secrets);
  return error;
}

/** Translates a failure of the bucket, or of Redshift only, into an error of the destination; other errors stay. */
export function redshiftFailure(error: unknown, { request, target }: SqlDelivery<RedshiftTarget>): unknown {
  const { name } = request;
  const { bucket, access } = target.staging;
  const key = request.key?.name ?? '';
  if (error instanceof S3Failure || error instanceof WriteUnknown)
    return s3DestinationFailure(error, access, { name, key, bucket });
  withoutSecrets(error, request);
  const because = { cause: error };
  if (error instanceof DatabaseError && FULL.test(textOf(error)))
    return new PipelineError('DESTINATION_FULL', { name, path: `${target.schema}.${target.table}` }, because);
  if (isSerializationFailure(error)) {
    const reason = 'another transaction changed the same table at the same time';
    return new PipelineError('DESTINATION_BUSY', { name, reason }, because);
  }
  return error;
}
