import { choices, type KeyField, type KeyFieldGroup, type KeyType } from './key-type.ts';

const PORT = { kind: 'number', minimum: 1, maximum: 65_535 } as const;
const PEM = { kind: 'lines', format: 'pem' } as const;

const CONNECTION: readonly KeyField[] = [
  {
    name: 'dialect',
    label: 'SQL dialect',
    kind: 'choice',
    choices: choices({ postgresql: 'PostgreSQL', mysql: 'MySQL', mssql: 'SQL Server', redshift: 'Redshift' }),
    required: true,
    malformed: 'invalid_dialect',
    doc: 'The database product. Keys of every dialect are verified; each connector says which it uses.',
  },
  { name: 'host', label: 'Host', kind: 'text', required: true, doc: 'Name or address of the server.' },
  {
    name: 'port',
    label: 'Port',
    ...PORT,
    placeholder: '5432',
    doc: 'Port of the server; by default 5432 for PostgreSQL, 3306 for MySQL, 1433 for SQL Server, 5439 for Redshift.',
  },
  { name: 'db_name', label: 'Database', kind: 'text', required: true, doc: 'Name of the database.' },
  { name: 'user', label: 'User', kind: 'text', required: true, doc: 'Name of the database user.' },
  {
    name: 'password',
    label: 'Password',
    kind: 'text',
    secret: true,
    required: true,
    doc: 'Password of the database user.',
  },
  {
    name: 'charset',
    label: 'Charset',
    kind: 'text',
    pattern: '[A-Za-z0-9_-]{1,40}',
    malformed: 'charset_not_valid',
    placeholder: 'utf8',
    doc: 'Character set that the server must know. Rows are exchanged in UTF-8, and the server converts them.',
  },
].map((field) => ({ ...field, group: 'connection' }) as KeyField);

const SSH: readonly KeyField[] = [
  {
    name: 'ssh_tunnel_host',
    label: 'SSH host',
    kind: 'text',
    required: true,
    doc: 'Host of the SSH server through which the database is reached.',
  },
  {
    name: 'ssh_tunnel_port',
    label: 'SSH port',
    ...PORT,
    placeholder: '22',
    doc: 'Port of the SSH server; 22 by default.',
  },
  {
    name: 'ssh_tunnel_host_fingerprint',
    label: 'SSH fingerprint',
    kind: 'text',
    pattern: 'SHA256:[A-Za-z0-9+/]{43}=?',
    placeholder: 'SHA256:…',
    doc: 'SHA-256 fingerprint of the key of the SSH server, as ssh-keygen -lf shows it. With it, no other server is accepted.',
  },
  { name: 'ssh_tunnel_user', label: 'SSH user', kind: 'text', required: true, doc: 'User of the SSH server.' },
  {
    name: 'ssh_tunnel_auth_type',
    label: 'SSH authentication',
    kind: 'choice',
    choices: choices({ privateKey: 'Private key', password: 'Password' }),
    default: 'privateKey',
    doc: 'How the SSH user signs in.',
  },
  {
    name: 'ssh_tunnel_password',
    label: 'SSH password',
    kind: 'text',
    secret: true,
    when: { field: 'ssh_tunnel_auth_type', equals: 'password' },
    doc: 'Password of the SSH user.',
  },
  {
    name: 'ssh_tunnel_rsa_key',
    label: 'SSH private key',
    ...PEM,
    secret: true,
    when: { field: 'ssh_tunnel_auth_type', equals: 'privateKey' },
    malformed: 'malformed_rsa_key',
    doc: 'Private RSA key of the SSH user, as PEM.',
  },
  {
    name: 'ssh_tunnel_passphrase',
    label: 'SSH passphrase',
    kind: 'text',
    secret: true,
    when: { field: 'ssh_tunnel_auth_type', equals: 'privateKey' },
    doc: 'Passphrase of the private key, where it has one.',
  },
  {
    name: 'ssh_tunnel_use_sha1',
    label: 'I acknowledge using SHA-1, which is insecure.',
    kind: 'flag',
    default: false,
    when: { field: 'ssh_tunnel_auth_type', equals: 'privateKey' },
    doc: 'Lets the SSH handshake use SHA-1 signatures, which old servers need.',
  },
].map((field) => ({ ...field, group: 'ssh' }) as KeyField);

const SSL: readonly KeyField[] = [
  {
    name: 'client_key_pem',
    label: 'Client key',
    ...PEM,
    secret: true,
    required: true,
    malformed: 'invalid_client_key',
    doc: 'Private key of the client certificate, as PEM.',
  },
  {
    name: 'client_cert_pem',
    label: 'Client certificate',
    ...PEM,
    required: true,
    malformed: 'invalid_client_certificate',
    doc: 'Certificate that the client presents, as PEM.',
  },
  {
    name: 'server_ca_pem',
    label: 'Server CA certificate',
    ...PEM,
    required: true,
    malformed: 'invalid_server_ca_certificate',
    doc: 'Certificate of the authority that signed the server’s certificate, as PEM.',
  },
].map((field) => ({ ...field, group: 'ssl' }) as KeyField);

const SSH_GROUP: KeyFieldGroup = {
  name: 'ssh',
  label: 'SSH (optional)',
  optional: true,
  missing: 'ssh_field_required',
  exactlyOne: {
    fields: ['ssh_tunnel_password', 'ssh_tunnel_rsa_key'],
    none: 'ssh_secret_required',
    both: 'ssh_secret_ambiguous',
  },
};

const SSL_GROUP: KeyFieldGroup = {
  name: 'ssl',
  label: 'SSL (optional)',
  optional: true,
  missing: 'ssl_field_required',
};

const ENCRYPTED: KeyField = {
  name: 'ssl',
  label: 'Use SSL',
  kind: 'flag',
  default: false,
  group: 'connection',
  doc: 'Encrypts the connection and verifies the server’s certificate. The certificates below imply it.',
};

/** Rows for Redshift wait in S3, so that an upload needs a login and an access key. */
const STAGING: readonly KeyField[] = [
  {
    name: 'aws_access_key_id',
    label: 'Access key ID',
    kind: 'text',
    required: true,
    doc: 'The id of the access key that writes rows to the bucket of staging. Uploads need it, downloads do not.',
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
    doc: 'Region of the bucket, such as eu-west-1; us-east-1 by default.',
  },
  {
    name: 'endpoint',
    label: 'Endpoint',
    kind: 'text',
    pattern: 'https?://[^\\s/@?#]+/?',
    placeholder: 'https://bucket.vpce-1a2b3c4d.s3.us-east-1.vpce.amazonaws.com',
    doc: 'Address at which the bucket is reached from here, such as a private endpoint; Amazon’s by default.',
  },
].map((field) => ({ ...field, group: 'staging' }) as KeyField);

/** Fields of Redshift keys besides those of every database. */
const ofRedshift = (field: KeyField): readonly KeyField[] => {
  if (field.name === 'dialect' || field.name === 'charset') return [];
  if (field.name !== 'port') return [field];
  return [{ ...field, placeholder: '5439', doc: 'Port of the server; 5439 by default.' }];
};

/** Logins of SQL databases: one type for every dialect, and one for Redshift with its bucket. */
export const DATABASE_KEY_TYPES: readonly KeyType[] = [
  {
    name: 'sql',
    formerNames: ['postgres'],
    displayName: 'SQL',
    category: 'Databases',
    form: 'sql',
    guide: [
      'Host, port and database are in the connection string of your provider: scheme://user:password@host:port/database.',
      'Make a user of its own with the rights to read the tables of downloads and to create and write those of uploads.',
      'A server in a private network is reached through SSH: enter the host and user of its gateway in that tab.',
      'The certificate of the authority is offered by hosted databases as a download, often named CA or root certificate.',
    ],
    groups: [
      { name: 'connection', label: 'Essential information', optional: false, missing: 'sql_field_required' },
      SSH_GROUP,
      SSL_GROUP,
    ],
    fields: [...CONNECTION, ENCRYPTED, ...SSH, ...SSL],
  },
  {
    name: 'redshift',
    displayName: 'Amazon Redshift',
    category: 'Databases',
    form: 'redshift',
    guide: [
      'Host, port and database are the endpoint of the workgroup or cluster in the Redshift console, in the form host:port/database.',
      'Make a user of its own with the rights to create and write the tables of uploads.',
      'The access key needs the right to write to the bucket through which large uploads are loaded.',
    ],
    groups: [
      { name: 'connection', label: 'Essential information', optional: false, missing: 'sql_field_required' },
      { name: 'staging', label: 'S3 (for uploads)', optional: true, missing: 'field_required' },
      SSH_GROUP,
      SSL_GROUP,
    ],
    fields: [...CONNECTION.flatMap(ofRedshift), ENCRYPTED, ...STAGING, ...SSH, ...SSL],
  },
  {
    name: 'clickhouse',
    displayName: 'ClickHouse',
    category: 'Databases',
    form: 'clickhouse',
    guide: [
      'The console of ClickHouse Cloud shows host and port under Connect; take those of HTTPS, 8443.',
      'A server of your own answers HTTP at 8123 and HTTPS at 8443 unless its settings say otherwise.',
      'Make a user of its own with the rights to read, or to create and write the tables of uploads.',
    ],
    fields: [
      { name: 'host', label: 'Host', kind: 'text', required: true, doc: 'Name or address of the server.' },
      {
        name: 'port',
        label: 'Port',
        ...PORT,
        placeholder: '8443',
        doc: 'Port of the HTTP interface; by default 8443 with TLS, 8123 without.',
      },
      { name: 'username', label: 'Username', kind: 'text', required: true, doc: 'Name of the database user.' },
      {
        name: 'password',
        label: 'Password',
        kind: 'text',
        secret: true,
        required: true,
        doc: 'Password of the database user.',
      },
      {
        name: 'database',
        label: 'Database',
        kind: 'text',
        placeholder: 'default',
        doc: 'Database of tables that are named without one; default by default.',
      },
      {
        name: 'secure',
        label: 'Use TLS',
        kind: 'flag',
        default: true,
        isPlace: true,
        doc: 'Encrypts the connection and verifies the certificate of the server. Without, the password and the rows can be read on their way.',
      },
      {
        name: 'server_ca_pem',
        label: 'Server CA certificate',
        ...PEM,
        when: { field: 'secure', equals: true },
        malformed: 'invalid_server_ca_certificate',
        doc: 'Certificate of the authority that signed the certificate of the server, where it is not a public one.',
      },
    ],
  },
  {
    name: 'redis',
    displayName: 'Redis',
    category: 'Databases',
    form: 'redis',
    guide: [
      'A hosted Redis shows host, port and password in its console, often as one address: rediss://user:password@host:port.',
      'An address that begins with rediss wants encryption turned on.',
      'Leave the user name empty where the server has a password alone.',
    ],
    fields: [
      { name: 'host', label: 'Host', kind: 'text', required: true, doc: 'Name or address of the server.' },
      { name: 'port', label: 'Port', ...PORT, placeholder: '6379', doc: 'Port of the server; 6379 by default.' },
      {
        name: 'username',
        label: 'Username',
        kind: 'text',
        doc: 'User of the access control list; the default user without one.',
      },
      {
        name: 'password',
        label: 'Password',
        kind: 'text',
        secret: true,
        doc: 'Password of the user; none for a server that asks for none.',
      },
      {
        name: 'database',
        label: 'Database',
        kind: 'number',
        minimum: 0,
        maximum: 1_000_000,
        placeholder: '0',
        doc: 'Number of the database; 0 by default.',
      },
      {
        name: 'secure',
        label: 'Use TLS',
        kind: 'flag',
        default: true,
        isPlace: true,
        doc: 'Encrypts the connection and verifies the certificate of the server. Without, the password and the rows can be read on their way.',
      },
      {
        name: 'server_ca_pem',
        label: 'Server CA certificate',
        ...PEM,
        when: { field: 'secure', equals: true },
        malformed: 'invalid_server_ca_certificate',
        doc: 'Certificate of the authority that signed the certificate of the server, where it is not a public one.',
      },
    ],
  },
];
