import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { KeyProperties } from '../spec.ts';
import { type CertificateOptions, makeCertificate, type TestCertificate } from '../testing/certificates.ts';
import { buildContext } from '../testing/context.ts';
import { type MssqlStandIn, startMssqlStandIn } from '../testing/mssql/stand-in.ts';
import { createMysqlServer, type TestMysql } from '../testing/mysql.ts';
import { serveTcp } from '../testing/tcp-server.ts';
import { startTlsFront } from '../testing/tls-front.ts';
import { useDatabase } from '../testing/use-database.ts';
import { type KeyVerdict, verifyKey } from './verify-key.ts';

type Change = KeyProperties['properties'];

const database = useDatabase();
let mysql: TestMysql;
let mssql: MssqlStandIn;
beforeAll(async () => {
  mysql = await createMysqlServer();
  mssql = await startMssqlStandIn();
});
afterAll(async () => {
  await mysql.close();
  mssql.close();
});

const verify = (key: KeyProperties, change: Change = {}): Promise<KeyVerdict> =>
  verifyKey({ name: 'k', type: 'sql', properties: { ...key.properties, ...change } }, buildContext({ now: Date.now }));

const TAKEN = { ok: true, tried: true };

describe('mysql', () => {
  it('takes a key that works, also one that names its charset', async () => {
    for (const change of [{}, { charset: 'utf8mb4' }, { charset: 'utf-8' }, { charset: 'latin1' }])
      expect(await verify(mysql.key, change)).toEqual(TAKEN);
  });

  it.each([
    [{ password: 'wrong' }, 'password', 'incorrect_user_or_password', 'Incorrect user or password.'],
    [{ user: 'unknown' }, 'password', 'incorrect_user_or_password', 'Incorrect user or password.'],
    [{ host: 'nowhere.invalid' }, 'host', 'unknown_host', 'Unknown host.'],
    [{ host: '10.0.0.1' }, 'host', 'host_not_allowed', 'Host 10.0.0.1 is not allowed.'],
    [{ port: 1 }, 'port', 'port_inaccessible', 'Port inaccessible.'],
    [{ charset: 'klingon' }, 'charset', 'invalid_charset', 'Invalid charset.'],
    [{ charset: 'a b' }, 'charset', 'charset_not_valid', 'Charset not valid.'],
    [{ ssl: true }, 'ssl', 'ssl_not_supported', 'The server does not support SSL.'],
  ] as const)(
    'says what is wrong with %j',
    { tags: 'spec:key-error-texts' },
    async (change, field, typeId, message) => {
      expect(await verify(mysql.key, change)).toEqual({ ok: false, problems: [{ typeId, field, message }] });
    },
  );

  it('says that the database does not exist, or that the user may not open it', async () => {
    expect(await verify(mysql.admin, { db_name: 'nowhere' })).toEqual({
      ok: false,
      problems: [{ typeId: 'database_does_not_exist', field: 'db_name', message: 'Database does not exist.' }],
    });
    expect(await verify(mysql.key, { db_name: 'secret' })).toEqual({
      ok: false,
      problems: [
        {
          typeId: 'incorrect_user_password_or_database',
          field: 'db_name',
          message: 'Incorrect user, password or database.',
        },
      ],
    });
  });
});

describe('postgresql and redshift', () => {
  it('takes a charset that the server knows, and a key of redshift by the same protocol', async () => {
    for (const change of [{ charset: 'utf8' }, { charset: 'LATIN1' }, { dialect: 'redshift' }])
      expect(await verify(database.key, change)).toEqual(TAKEN);
  });

  it.each([
    [{ charset: 'klingon' }, 'charset', 'invalid_charset', 'Invalid charset.'],
    [{ ssl: true }, 'ssl', 'ssl_not_supported', 'The server does not support SSL.'],
    [
      { dialect: 'redshift', password: 'wrong' },
      'password',
      'incorrect_user_or_password',
      'Incorrect user or password.',
    ],
    [{ dialect: 'redshift', db_name: 'nowhere' }, 'db_name', 'database_does_not_exist', 'Database does not exist.'],
  ] as const)(
    'says what is wrong with %j',
    { tags: 'spec:key-error-texts' },
    async (change, field, typeId, message) => {
      expect(await verify(database.key, change)).toEqual({ ok: false, problems: [{ typeId, field, message }] });
    },
  );
});

describe('mssql', () => {
  it('takes a key that works', async () => {
    for (const change of [{}, { charset: 'utf8' }]) expect(await verify(mssql.key, change)).toEqual(TAKEN);
  });

  it.each([
    [{ password: 'wrong' }, 'password', 'incorrect_user_or_password', 'Incorrect user or password.'],
    [{ user: 'unknown' }, 'password', 'incorrect_user_or_password', 'Incorrect user or password.'],
    [{ db_name: 'nowhere' }, 'db_name', 'incorrect_user_password_or_database', 'Incorrect user, password or database.'],
    [{ host: 'nowhere.invalid' }, 'host', 'unknown_host', 'Unknown host.'],
    [{ host: '10.0.0.1' }, 'host', 'host_not_allowed', 'Host 10.0.0.1 is not allowed.'],
    [{ port: 1 }, 'port', 'port_inaccessible', 'Port inaccessible.'],
    [{ charset: 'latin1' }, 'charset', 'invalid_charset', 'Invalid charset.'],
    [{ ssl: true }, 'ssl', 'ssl_not_supported', 'The server does not support SSL.'],
  ] as const)(
    'says what is wrong with %j',
    { tags: 'spec:key-error-texts' },
    async (change, field, typeId, message) => {
      expect(await verify(mssql.key, change)).toEqual({ ok: false, problems: [{ typeId, field, message }] });
    },
  );

  it('says that the server wants SSL', async () => {
    const server = await startMssqlStandIn({ certificate: makeCertificate({ name: 'db', addresses: ['127.0.0.1'] }) });
    onTestFinished(() => server.close());
    expect(await verify(server.key)).toMatchObject({ problems: [{ typeId: 'ssl_required', field: 'ssl' }] });
  });
});

const authority = makeCertificate({ name: 'authority' });
const client = makeCertificate({ name: 'ann', issuer: authority });
const PEMS = {
  server_ca_pem: authority.certificate,
  client_cert_pem: client.certificate,
  client_key_pem: client.privateKey,
};

describe.each(['postgresql', 'mysql', 'mssql'] as const)('SSL of %s', (dialect) => {
  /** A server with a certificate of this authority, and a key for it. */
  async function serve(options: Partial<CertificateOptions>): Promise<KeyProperties> {
    const certificate = makeCertificate({ name: 'db', issuer: authority, addresses: ['127.0.0.1'], ...options });
    const server = await startEncrypted(dialect, certificate);
    onTestFinished(() => server.close());
    return server.key;
  }

  it('takes the certificate of an address that the key’s authority signed', async () => {
    expect(await verify(await serve({}), PEMS)).toEqual(TAKEN);
  });

  it('takes an authority with an elliptic key', async () => {
    const issuer = makeCertificate({ name: 'elliptic', keyType: 'ec' });
    expect(await verify(await serve({ issuer }), { ...PEMS, server_ca_pem: issuer.certificate })).toEqual(TAKEN);
  });

  it.each([
    ['of another address', { addresses: ['127.0.0.2'] }, 'host', 'ssl_hostname_mismatch', 'SSL hostname mismatch.'],
    [
      'of localhost',
      { addresses: [], hosts: ['localhost'] },
      'host',
      'ssl_hostname_mismatch',
      'SSL hostname mismatch.',
    ],
    ['that has expired', { validTo: -0.5 }, null, 'ssl_certificate_expired', 'SSL certificate expired.'],
    [
      'that is not valid yet',
      { validFrom: 2 },
      null,
      'ssl_certificate_not_yet_valid',
      'SSL certificate not yet valid.',
    ],
  ] as const)(
    'refuses a certificate %s',
    { tags: 'spec:key-error-texts' },
    async (_, options, field, typeId, message) => {
      expect(await verify(await serve(options), PEMS)).toEqual({ ok: false, problems: [{ typeId, field, message }] });
    },
  );

  it('refuses a certificate of another authority, and says what is wrong with the key’s', async () => {
    const key = await serve({});
    const verdict = async (options: Partial<CertificateOptions>): Promise<unknown> => {
      const other = makeCertificate({ name: 'authority', ...options });
      const answer = await verify(key, { ...PEMS, server_ca_pem: other.certificate });
      return answer.ok ? answer : answer.problems.map(({ field, message }) => [field, message]);
    };
    expect(await verdict({ name: 'another' })).toEqual([['server_ca_pem', 'SSL certificate failed verification.']]);
    expect(await verdict({})).toEqual([['server_ca_pem', 'Certificate verification failed.']]);
    expect(await verdict({ name: 'another', keyType: 'ec' })).toEqual([
      ['server_ca_pem', 'Invalid server CA certificate: not an RSA key.'],
    ]);
    expect(await verdict({ name: 'another', validTo: -0.5 })).toEqual([['server_ca_pem', 'SSL certificate expired.']]);
    expect(await verdict({ name: 'another', validFrom: 2 })).toEqual([
      ['server_ca_pem', 'SSL certificate not yet valid.'],
    ]);
  });

  it('refuses a certificate that none of the well-known authorities signed', async () => {
    expect(await verify(await serve({}), { ssl: true })).toEqual({
      ok: false,
      problems: [
        { typeId: 'ssl_verification_failed', field: 'server_ca_pem', message: 'SSL certificate failed verification.' },
      ],
    });
  });
});

async function startEncrypted(
  dialect: 'postgresql' | 'mysql' | 'mssql',
  certificate: TestCertificate,
): Promise<{ readonly key: KeyProperties; close(): void }> {
  if (dialect === 'mssql') return startMssqlStandIn({ certificate });
  const behind = dialect === 'mysql' ? mysql.key : database.key;
  const front = await startTlsFront({ protocol: dialect, port: Number(behind.properties['port']), certificate });
  return { key: { ...behind, properties: { ...behind.properties, port: front.port } }, close: front.close };
}

describe.each(['postgresql', 'redshift', 'mysql', 'mssql'])('%s', (dialect) => {
  it('gives up on a server that never answers, and on one that speaks something else', async () => {
    const silent = await serveTcp(() => undefined);
    const properties = { ...database.key.properties, dialect, port: silent };
    expect(await verifyKey({ name: 'k', type: 'sql', properties }, buildContext(), 300)).toEqual({
      ok: false,
      problems: [{ typeId: 'connection_timed_out', field: null, message: 'Connection timed out for these settings.' }],
    });
    const other = await serveTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await verify(database.key, { dialect, port: other })).toMatchObject({
      ok: false,
      problems: [{ typeId: 'rejected', field: null }],
    });
  });
});

describe('certificates of a key', () => {
  const other = makeCertificate({ name: 'other' });
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';

  it.each([
    [{ server_ca_pem: broken }, 'server_ca_pem', 'invalid_server_ca_certificate', 'Invalid server CA certificate.'],
    [{ server_ca_pem: 'x' }, 'server_ca_pem', 'invalid_server_ca_certificate', 'Invalid server CA certificate.'],
    [{ client_cert_pem: broken }, 'client_cert_pem', 'invalid_client_certificate', 'Invalid client certificate.'],
    [{ client_key_pem: broken }, 'client_key_pem', 'invalid_client_key', 'Invalid client key.'],
    [{ client_key_pem: other.privateKey }, 'client_key_pem', 'invalid_client_key', 'Invalid client key.'],
    [{ client_key_pem: null }, 'client_key_pem', 'ssl_field_required', 'Required field for SSL connection.'],
  ] as const)(
    'are checked before anything is sent (%#)',
    { tags: 'spec:key-error-texts' },
    async (change, field, typeId, message) => {
      const away = { ...database.key, properties: { ...database.key.properties, port: 1 } };
      expect(await verify(away, { ...PEMS, ...change })).toEqual({ ok: false, problems: [{ typeId, field, message }] });
    },
  );
});
