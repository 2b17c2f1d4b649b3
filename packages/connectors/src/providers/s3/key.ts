import { PipelineError } from '@switchboard/model';
import type { ConnectorContext, KeyProperties, KeyType } from '../../spec.ts';
import { accessOf } from './access.ts';
import { createClient, loadLibrary } from './client.ts';
import { S3Failure, s3DestinationFailure, s3Failure } from './failures.ts';

/** An account of Amazon S3, or of any store that speaks its protocol. */
export const awsKey: KeyType = {
  name: 'aws',
  displayName: 'Amazon Web Services',
  fields: [
    {
      name: 'aws_access_key_id',
      label: 'Access key ID',
      type: 'string',
      required: true,
      doc: 'The access key’s id, which begins with AKIA at Amazon.',
    },
    {
      name: 'aws_secret_access_key',
      label: 'Secret access key',
      type: 'secret',
      required: true,
      doc: 'The secret that belongs to the access key.',
    },
    {
      name: 'region',
      label: 'Region',
      type: 'string',
      required: false,
      doc: 'Region of the buckets, such as eu-west-1; us-east-1 by default.',
    },
    {
      name: 'endpoint',
      label: 'Endpoint',
      type: 'string',
      required: false,
      doc: 'Address of another store that speaks S3, such as https://s3.example.com; Amazon’s by default.',
    },
  ],
  verify,
};

/** Signs one question. A key that may not list buckets, but whose signature is good, is a good key. */
async function verify(key: KeyProperties, context: ConnectorContext): Promise<void> {
  const access = accessOf(key.name, key);
  const client = await createClient(access, context.egress);
  const { ListBucketsCommand } = await loadLibrary();
  try {
    await client.send(new ListBucketsCommand({ MaxBuckets: 1 }), { abortSignal: context.signal });
  } catch (error) {
    const failure = s3Failure(error, access);
    if (failure instanceof S3Failure && (failure.code === 'AccessDenied' || failure.kind === 'region')) return;
    const told = s3DestinationFailure(error, access, { name: key.name, key: key.name, bucket: '' });
    throw told instanceof PipelineError ? told : error;
  }
}
