import { type Cell, of } from './cell.ts';
import { addressCells, certificateCells } from './network-cells.ts';

type Draft = Omit<Cell, 'end'>;

const byKey = (pem: string) => ({ auth_type: 'privateKey', password: null, pem_value: pem });

const login: readonly Draft[] = [
  {
    wrong: 'password',
    how: 'another password',
    noticedBy: 'server',
    change: { password: 'wrong' },
    typeId: 'incorrect_user_or_password',
    field: 'password',
  },
  {
    wrong: 'user',
    how: 'a user whom the server does not know',
    noticedBy: 'server',
    change: { username: 'unknown' },
    typeId: 'incorrect_user_or_password',
    field: 'password',
  },
  {
    wrong: 'password',
    how: 'it is empty',
    noticedBy: 'key',
    change: { password: '' },
    typeId: 'field_required',
    field: 'password',
  },
];

const sftp: readonly Draft[] = [
  ...login,
  ...addressCells('host', 'port'),
  {
    wrong: 'private key',
    how: 'one that the server does not know',
    noticedBy: 'server',
    change: ({ strangeKey }) => byKey(strangeKey()),
    typeId: 'incorrect_rsa_key',
    field: 'pem_value',
  },
  {
    wrong: 'private key',
    how: 'none',
    noticedBy: 'key',
    change: { auth_type: 'privateKey' },
    typeId: 'field_required',
    field: 'pem_value',
  },
  {
    wrong: 'private key',
    how: 'what is not a private key',
    noticedBy: 'key',
    change: byKey('no key'),
    typeId: 'malformed_rsa_key',
    field: 'pem_value',
  },
  {
    wrong: 'private key',
    how: 'one that cannot be read',
    noticedBy: 'key',
    change: byKey('-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----'),
    typeId: 'malformed_rsa_key',
    field: 'pem_value',
  },
  {
    wrong: 'private key',
    how: 'its passphrase is another',
    noticedBy: 'key',
    change: ({ lockedKey }) => ({ ...byKey(lockedKey('open')), passphrase: 'another' }),
    typeId: 'incorrect_passphrase',
    field: 'passphrase',
  },
  {
    wrong: 'private key',
    how: 'its passphrase is missing',
    noticedBy: 'key',
    change: ({ lockedKey }) => byKey(lockedKey('open')),
    typeId: 'passphrase_required',
    field: 'passphrase',
  },
  {
    wrong: 'private key',
    how: 'the server signs only with SHA-1',
    noticedBy: 'server',
    setup: { isSha1Only: true },
    change: ({ strangeKey }) => byKey(strangeKey()),
    typeId: 'sha1_not_acknowledged',
    field: 'use_sha1',
  },
  {
    wrong: 'host key',
    how: 'that of another server is pinned',
    noticedBy: 'server',
    change: { host_fingerprint: `SHA256:${'A'.repeat(43)}` },
    typeId: 'host_key_changed',
    field: 'host_fingerprint',
    detail: ({ fingerprint }) => fingerprint,
  },
];

const ftps: readonly Draft[] = [
  ...login.filter(({ noticedBy }) => noticedBy === 'server').map((cell) => ({ ...cell, setup: { certificate: {} } })),
  ...certificateCells,
  {
    wrong: 'authority',
    how: 'none of those that everybody trusts signed the certificate',
    noticedBy: 'server',
    setup: { certificate: {} },
    change: { server_ca_pem: null },
    typeId: 'ssl_verification_failed',
    field: 'server_ca_pem',
  },
];

export const FILE_CELLS: readonly Cell[] = [
  ...of('sftp', sftp),
  ...of('ftp', [
    ...login,
    ...addressCells('host', 'port'),
    {
      wrong: 'encryption',
      how: 'the server has none',
      noticedBy: 'server',
      change: { tls_mode: 'explicit' },
      typeId: 'tls_not_offered',
      field: 'tls_mode',
    },
  ]),
  ...of('ftps explicit', [
    ...ftps,
    {
      wrong: 'encryption',
      how: 'the server accepts no other sign-ins',
      noticedBy: 'server',
      setup: { certificate: {} },
      change: { tls_mode: 'none' },
      typeId: 'tls_required',
      field: 'tls_mode',
    },
  ]),
  ...of('ftps implicit', ftps),
];
