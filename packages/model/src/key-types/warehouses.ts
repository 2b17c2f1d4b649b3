import { choices, type KeyType } from './key-type.ts';

/** Logins of warehouses that are asked over HTTP. */
export const WAREHOUSE_KEY_TYPES: readonly KeyType[] = [
  {
    name: 'snowflake',
    displayName: 'Snowflake',
    category: 'Databases',
    form: 'snowflake',
    whereToFind:
      'The account identifier is shown under Account > View account details in Snowsight; public keys are assigned by ALTER USER, and programmatic access tokens made under Settings > Authentication.',
    documentation: 'https://docs.snowflake.com/en/developer-guide/sql-api/authenticating',
    fields: [
      {
        name: 'account',
        label: 'Account identifier',
        kind: 'text',
        required: true,
        isPlace: true,
        pattern: '[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*(?:\\.[A-Za-z0-9-]+){0,3}',
        placeholder: 'myorg-account123',
        doc: 'Identifier of the account: organization and name with a hyphen, such as myorg-account123, or a locator with its region, such as xy12345.eu-west-1.',
      },
      {
        name: 'auth_type',
        label: 'Authentication',
        kind: 'choice',
        choices: choices({ key_pair: 'Key pair', token: 'Programmatic access token' }),
        default: 'key_pair',
        doc: 'How requests are authenticated. Snowflake’s SQL API takes no passwords.',
      },
      {
        name: 'user',
        label: 'User',
        kind: 'text',
        required: true,
        when: { field: 'auth_type', equals: 'key_pair' },
        doc: 'Login name of the user to whom the public key is assigned.',
      },
      {
        name: 'private_key',
        label: 'Private key',
        kind: 'lines',
        format: 'pem',
        secret: true,
        required: true,
        when: { field: 'auth_type', equals: 'key_pair' },
        malformed: 'malformed_rsa_key',
        doc: 'RSA private key of at least 2048 bits, as PEM.',
      },
      {
        name: 'private_key_passphrase',
        label: 'Passphrase',
        kind: 'text',
        secret: true,
        when: { field: 'auth_type', equals: 'key_pair' },
        doc: 'Passphrase of the private key, if it has one.',
      },
      {
        name: 'token',
        label: 'Token',
        kind: 'text',
        secret: true,
        required: true,
        when: { field: 'auth_type', equals: 'token' },
        doc: 'A programmatic access token of the user.',
      },
      {
        name: 'endpoint',
        label: 'Endpoint',
        kind: 'text',
        pattern: 'https?://[^\\s/@?#]+/?',
        placeholder: 'https://myorg-account123.privatelink.snowflakecomputing.com',
        doc: 'Address of the account, for private connectivity and regions with another domain; https://ACCOUNT.snowflakecomputing.com by default.',
      },
    ],
  },
];
