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
});

describe('postgresql and redshift', () => {
  it('takes a charset that the server knows, and a key of redshift by the same protocol', async () => {
    for (const change of [{ charset: 'utf8' }, { charset: 'LATIN1' }, { dialect: 'redshift' }])
      expect(await verify(database.key, change)).toEqual(TAKEN);
  });
});

describe('mssql', () => {
  it('takes a key that works', async () => {
    for (const change of [{}, { charset: 'utf8' }]) expect(await verify(mssql.key, change)).toEqual(TAKEN);
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
    // Sooner than the drivers give a sign-in up.
    const limit = 12_000;
    expect(
      await verifyKey({ name: 'k', type: 'sql', properties: { ...properties, port: other } }, buildContext(), limit),
    ).toMatchObject({
      ok: false,
      problems: [{ typeId: 'rejected', field: null }],
    });
  });
});
