import type { KeyType } from './key-type.ts';

/** Accounts of object stores. */
export const OBJECT_STORAGE_KEY_TYPES: readonly KeyType[] = [
  {
    name: 'aws',
    displayName: 'Amazon Web Services',
    category: 'Object storage',
    form: 'aws',
    fields: [
      {
        name: 'aws_access_key_id',
        label: 'Access key ID',
        kind: 'text',
        required: true,
        doc: 'The id of the access key, which begins with AKIA at Amazon.',
      },
      {
        name: 'aws_secret_access_key',
        label: 'Secret access key',
        kind: 'text',
        secret: true,
        required: true,
        doc: 'The secret of the access key.',
      },
      {
        name: 'region',
        label: 'Region',
        kind: 'text',
        pattern: '[a-z0-9-]{1,40}',
        placeholder: 'us-east-1',
        doc: 'Region of the buckets, such as eu-west-1; us-east-1 by default.',
      },
      {
        name: 'endpoint',
        label: 'Endpoint',
        kind: 'text',
        pattern: 'https?://[^\\s/@?#]+/?',
        placeholder: 'https://s3.example.com',
        doc: 'Address of another store that speaks S3, without a path, such as https://s3.example.com; Amazon’s by default.',
      },
    ],
  },
];
