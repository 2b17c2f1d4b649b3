import { choices, type KeyType } from './key-type.ts';

/** Accounts of programs at Google. */
export const GOOGLE_CLOUD_KEY_TYPES: readonly KeyType[] = [
  {
    name: 'google_service_account',
    displayName: 'Google service account',
    category: 'Cloud accounts',
    form: 'google',
    whereToFind:
      'A JSON key is made under IAM & Admin > Service accounts > Keys of a project at console.cloud.google.com.',
    documentation: 'https://cloud.google.com/iam/docs/keys-create-delete',
    fields: [
      {
        name: 'key_type',
        label: 'Key type',
        kind: 'choice',
        choices: choices({ json: 'JSON' }),
        derived: true,
        doc: 'How the key is written: always json.',
      },
      {
        name: 'service_account_json',
        label: 'Service account JSON',
        kind: 'lines',
        format: 'service-account',
        secret: true,
        required: true,
        doc: 'The JSON file of the key, whole. Its token_uri must be an address of Google, or of a host in EGRESS_ALLOW.',
      },
      {
        name: 'client_email',
        label: 'Client email',
        kind: 'text',
        derived: true,
        doc: 'Address of the service account, read from the JSON. Grant access to it at Google.',
      },
    ],
  },
];
