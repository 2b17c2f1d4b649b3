import { type Cell, of } from './cell.ts';
import { addressCells, certificateCells } from './network-cells.ts';

type Draft = Omit<Cell, 'end'>;

const WITHOUT_PEM = { server_ca_pem: null, client_cert_pem: null, client_key_pem: null };

const incorrectLogin: readonly Draft[] = [
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
    change: { user: 'unknown' },
    typeId: 'incorrect_user_or_password',
    field: 'password',
  },
];

const missingDatabase: Draft = {
  wrong: 'database',
  how: 'a database that the server does not have',
  noticedBy: 'server',
  change: { db_name: 'nowhere' },
  typeId: 'database_does_not_exist',
  field: 'db_name',
};

const closedDatabase = (db_name: string, how: string): Draft => ({
  wrong: 'database',
  how,
  noticedBy: 'server',
  change: { db_name },
  typeId: 'incorrect_user_password_or_database',
  field: 'db_name',
});

const unknownCharset = (charset: string): Draft => ({
  wrong: 'charset',
  how: 'one that the server does not know',
  noticedBy: 'server',
  change: { charset },
  typeId: 'invalid_charset',
  field: 'charset',
});

/** The cells of every dialect. */
const common: readonly Draft[] = [
  ...incorrectLogin,
  ...addressCells('host', 'port'),
  {
    wrong: 'user',
    how: 'it is empty',
    noticedBy: 'key',
    change: { user: ' ' },
    typeId: 'sql_field_required',
    field: 'user',
  },
  {
    wrong: 'dialect',
    how: 'one that does not exist',
    noticedBy: 'key',
    change: { dialect: 'sqlite' },
    typeId: 'invalid_dialect',
    field: 'dialect',
  },
  {
    wrong: 'charset',
    how: 'letters that no charset has',
    noticedBy: 'key',
    change: { charset: 'a b' },
    typeId: 'charset_not_valid',
    field: 'charset',
  },
  {
    wrong: 'encryption',
    how: 'the server has none',
    noticedBy: 'server',
    change: { ssl: true },
    typeId: 'ssl_not_supported',
    field: 'ssl',
  },
];

const encrypted: readonly Draft[] = [
  ...certificateCells,
  {
    wrong: 'authority',
    how: 'another one with an elliptic key',
    noticedBy: 'server',
    setup: { certificate: {} },
    change: ({ authority }) => ({ server_ca_pem: authority({ name: 'another', keyType: 'ec' }) }),
    typeId: 'server_ca_not_rsa',
    field: 'server_ca_pem',
  },
  {
    wrong: 'authority',
    how: 'another one that has expired',
    noticedBy: 'server',
    setup: { certificate: {} },
    change: ({ authority }) => ({ server_ca_pem: authority({ name: 'another', validTo: -0.5 }) }),
    typeId: 'ssl_certificate_expired',
    field: 'server_ca_pem',
  },
  {
    wrong: 'authority',
    how: 'another one that is not valid yet',
    noticedBy: 'server',
    setup: { certificate: {} },
    change: ({ authority }) => ({ server_ca_pem: authority({ name: 'another', validFrom: 2 }) }),
    typeId: 'ssl_certificate_not_yet_valid',
    field: 'server_ca_pem',
  },
  {
    wrong: 'authority',
    how: 'none of those that everybody trusts signed the certificate',
    noticedBy: 'server',
    setup: { certificate: {} },
    change: { ...WITHOUT_PEM, ssl: true },
    typeId: 'ssl_verification_failed',
    field: 'server_ca_pem',
  },
];

/** The server wants encryption, which the key does not ask for. */
const wantsEncryption: Draft = {
  wrong: 'encryption',
  how: 'the server accepts no other connections',
  noticedBy: 'server',
  setup: { certificate: {} },
  change: WITHOUT_PEM,
  typeId: 'ssl_required',
  field: 'ssl',
};

/** The server verifies the certificates of clients. */
const strangeClient: Draft = {
  wrong: 'client certificate',
  how: 'an authority signed it that the server does not trust',
  noticedBy: 'server',
  setup: { certificate: {} },
  change: ({ strangeClient: make }) => make(),
  typeId: 'invalid_client_certificate',
  field: 'client_cert_pem',
  isRealOnly: true,
};

const BROKEN = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';

const pem = (how: string, field: string, typeId: Draft['typeId'], change: Draft['change']): Draft => ({
  wrong: field === 'server_ca_pem' ? 'authority' : 'client certificate',
  how,
  noticedBy: 'key',
  setup: { certificate: {} },
  change,
  typeId,
  field,
});

/** PEM cells of every dialect: PEMs are read before anything is sent. */
const pems: readonly Draft[] = [
  pem('a certificate that cannot be read', 'server_ca_pem', 'invalid_server_ca_certificate', { server_ca_pem: BROKEN }),
  pem('what is not a certificate', 'server_ca_pem', 'invalid_server_ca_certificate', { server_ca_pem: 'x' }),
  pem('it cannot be read', 'client_cert_pem', 'invalid_client_certificate', { client_cert_pem: BROKEN }),
  pem('its private key cannot be read', 'client_key_pem', 'invalid_client_key', { client_key_pem: BROKEN }),
  pem('its private key is that of another one', 'client_key_pem', 'invalid_client_key', ({ strangeClient: make }) => ({
    client_key_pem: make().client_key_pem,
  })),
  pem('its private key is missing', 'client_key_pem', 'ssl_field_required', { client_key_pem: null }),
];

export const SQL_CELLS: readonly Cell[] = [
  ...of('postgresql', [
    ...common,
    missingDatabase,
    unknownCharset('klingon'),
    ...encrypted,
    ...pems,
    { ...wantsEncryption, isRealOnly: true },
    strangeClient,
  ]),
  // The same protocol at PostgreSQL: there is no Redshift in the tests.
  ...of('redshift', [...incorrectLogin, missingDatabase, ...addressCells('host', 'port')]),
  ...of('mysql', [
    ...common,
    { ...missingDatabase, setup: { isAdmin: true } },
    closedDatabase('secret', 'a database that the user may not open'),
    unknownCharset('klingon'),
    ...encrypted,
    {
      ...wantsEncryption,
      how: 'the server accepts no other connections; MariaDB answers as to a wrong password',
      typeId: 'incorrect_user_or_password',
      field: 'password',
      isRealOnly: true,
    },
    strangeClient,
  ]),
  ...of('mssql', [
    ...common,
    closedDatabase('nowhere', 'a database that the server does not have, or that the user may not open'),
    unknownCharset('latin1'),
    ...encrypted,
    wantsEncryption,
  ]),
];
