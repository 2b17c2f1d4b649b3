import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import type { KeyFormCode } from '../../key-fields/key-form-code.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { openAccess } from './assume-role.ts';
import { createClient, loadLibrary } from './client.ts';
import { S3Failure, s3DestinationFailure, s3Failure } from './failures.ts';

export const keyForm: KeyFormCode = {
  name: 'aws',
  verify,
  problems: {
    InvalidAccessKeyId: ['unknown_access_key', 'aws_access_key_id'],
    SignatureDoesNotMatch: ['incorrect_secret_access_key', 'aws_secret_access_key'],
  },
};

/** Assumes the role of a key that has one, and signs one request. Accepts a key that may not list buckets as long as its signature is good. */
async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const access = openAccess(key.name, key, context);
  try {
    await access.session?.();
  } catch (error) {
    const translated = s3DestinationFailure(error, access, { name: key.name, key: key.name, bucket: '' });
    throw translated instanceof PipelineError ? translated : error;
  }
  const client = await createClient(access, context.egress);
  const { ListBucketsCommand } = await loadLibrary();
  try {
    await client.send(new ListBucketsCommand({ MaxBuckets: 1 }), { abortSignal: context.signal });
    context.onTrial?.({ step: 'listed', place: 'the buckets of the account', isAllowed: true });
  } catch (error) {
    const failure = s3Failure(error, access);
    if (failure instanceof S3Failure && (failure.code === 'AccessDenied' || failure.kind === 'region')) {
      context.onTrial?.({ step: 'listed', place: 'the buckets of the account', isAllowed: false });
      return true;
    }
    const translated = s3DestinationFailure(error, access, { name: key.name, key: key.name, bucket: '' });
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}
