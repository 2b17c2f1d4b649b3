import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { openAccess } from '../providers/s3/assume-role.ts';
import { createClient, loadLibrary } from '../providers/s3/client.ts';
import { S3Failure, s3DestinationFailure, s3Failure } from '../providers/s3/failures.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

/** Assumes the role of a key that has one, and signs one request. Accepts a key that may not list buckets as long as its signature is good. */
export async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
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
  } catch (error) {
    const failure = s3Failure(error, access);
    if (failure instanceof S3Failure && (failure.code === 'AccessDenied' || failure.kind === 'region')) return true;
    const translated = s3DestinationFailure(error, access, { name: key.name, key: key.name, bucket: '' });
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}
