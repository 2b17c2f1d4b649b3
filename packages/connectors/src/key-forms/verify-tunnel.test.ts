import { createPrivateKey } from 'node:crypto';
import { useFolder } from '@switchboard/model/testing/use-folder';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { destination } from '../providers/postgres/destination.ts';
import type { KeyProperties } from '../spec.ts';
import { makeCertificate } from '../testing/certificates.ts';
import { buildContext } from '../testing/context.ts';
import { buildContent, buildDelivery } from '../testing/delivery.ts';
import { type MssqlStandIn, startMssqlStandIn } from '../testing/mssql/stand-in.ts';
import { createMysqlServer, type TestMysql } from '../testing/mysql.ts';
import { createTestServer } from '../testing/sftp.ts';
import { serveTcp } from '../testing/tcp-server.ts';
import type { TestSsh } from '../testing/test-ssh.ts';
import { startTlsFront } from '../testing/tls-front.ts';
import { useDatabase } from '../testing/use-database.ts';
import { type KeyVerdict, verifyKey } from './verify-key.ts';

type Change = KeyProperties['properties'];

const database = useDatabase();
const folder = useFolder('tunnel');
let mysql: TestMysql;
let mssql: MssqlStandIn;
let gateway: TestSsh;
beforeAll(async () => {
  mysql = await createMysqlServer();
  mssql = await startMssqlStandIn();
  gateway = await createTestServer();
});
afterAll(async () => {
  await mysql.close();
  mssql.close();
  gateway.close();
});

/** The key of a database, which is reached through the gateway. */
const through = (key: KeyProperties, change: Change = {}): KeyProperties => ({
  ...key,
  properties: {
    ...key.properties,
    ssh_tunnel_host: '127.0.0.1',
    ssh_tunnel_port: Number(gateway.key.properties['port']),
    ssh_tunnel_user: 'ann',
    ssh_tunnel_auth_type: 'password',
    ssh_tunnel_password: String(gateway.key.properties['password']),
    ...change,
  },
});

const byKey = (pem: string): Change => ({
  ssh_tunnel_auth_type: 'privateKey',
  ssh_tunnel_password: null,
  ssh_tunnel_rsa_key: pem,
});

const verify = (key: KeyProperties, timeoutMs?: number): Promise<KeyVerdict> =>
  verifyKey({ ...key, name: 'k' }, buildContext({ now: Date.now }), timeoutMs);

/** The fingerprint of another server. */
const ELSEWHERE = `SHA256:${'A'.repeat(43)}`;
const TAKEN = { ok: true, tried: true };

describe('an SSH tunnel', () => {
  it('leads to a database of each dialect, also to one that only the SSH server may reach', async () => {
    for (const key of [database.key, mysql.key, mssql.key]) expect(await verify(through(key))).toEqual(TAKEN);
    // The network guard refuses this name, which the SSH server knows.
    expect(await verify(through(database.key, { host: 'localhost' }))).toEqual(TAKEN);
  });

  it('an SSH tunnel is entered by a private key, and only where the host key is the pinned one', async () => {
    const { privateKey, fingerprint } = gateway;
    expect(await verify(through(database.key, byKey(privateKey)))).toEqual(TAKEN);
    for (const type of ['pkcs1', 'pkcs8'] as const) {
      const how = { type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' } as const;
      const locked = createPrivateKey(privateKey).export(how).toString();
      const change = { ...byKey(locked), ssh_tunnel_passphrase: 'open' };
      expect(await verify(through(database.key, change))).toEqual(TAKEN);
    }
    expect(await verify(through(database.key, { ssh_tunnel_host_fingerprint: fingerprint }))).toEqual(TAKEN);
  });

  it('carries encrypted connections, which are verified for the host of the database', async () => {
    const authority = makeCertificate({ name: 'authority' });
    const serve = async (
      protocol: 'postgresql' | 'mysql',
      behind: KeyProperties,
      address: string,
    ): Promise<KeyProperties> => {
      const certificate = makeCertificate({ name: 'db', issuer: authority, addresses: [address] });
      const front = await startTlsFront({ protocol, port: Number(behind.properties['port']), certificate });
      onTestFinished(() => front.close());
      const { certificate: client_cert_pem, privateKey: client_key_pem } = certificate;
      const pems = { server_ca_pem: authority.certificate, client_cert_pem, client_key_pem };
      return through(behind, { port: front.port, ...pems });
    };
    for (const [protocol, key] of [
      ['postgresql', database.key],
      ['mysql', mysql.key],
    ] as const) {
      expect(await verify(await serve(protocol, key, '127.0.0.1'))).toEqual(TAKEN);
      expect(await verify(await serve(protocol, key, '127.0.0.2'))).toMatchObject({
        problems: [{ typeId: 'ssl_hostname_mismatch', field: 'host' }],
      });
    }
  });

  it('names a server that does not speak SSH', { tags: 'spec:key-error-texts' }, async () => {
    const mail = await serveTcp((socket) => socket.end('220 mail.example ESMTP\r\n'));
    expect(await verify(through(database.key, { ssh_tunnel_port: mail }))).toMatchObject({
      problems: [{ field: 'ssh_tunnel_host', message: 'Problem with the SSH tunnel.' }],
    });
  });

  it('gives up on a server that never answers', async () => {
    const silent = await serveTcp(() => undefined);
    for (const change of [{ ssh_tunnel_port: silent }, { port: silent }])
      expect(await verify(through(database.key, change), 400)).toMatchObject({
        problems: [{ field: null, message: 'Connection timed out for these settings.' }],
      });
  });
});

describe('a delivery through an SSH tunnel', () => {
  const monday = buildContent(folder, 'site,clicks,revenue', ['a,1,2.500000', 'b,,']);
  const deliver = (key: KeyProperties): Promise<unknown> =>
    destination.deliver(buildDelivery(monday, { parameters: { table: 'daily' }, key }), buildContext());

  it('holds the rows, and is known again', async () => {
    expect(await deliver(through(database.key))).toMatchObject({ rows: 2, alreadyDelivered: false });
    expect(await deliver(through(database.key))).toMatchObject({ rows: 2, alreadyDelivered: true });
    expect(await database.rows('select site from daily order by 1')).toEqual([['a'], ['b']]);
  });

  it.each([
    [{ ssh_tunnel_password: 'wrong' }, 'DESTINATION_AUTH_FAILED', 'SSH tunnel: incorrect user or password'],
    [{ ssh_tunnel_host_fingerprint: ELSEWHERE }, 'HOST_KEY_CHANGED', 'SHA256:'],
    [{ ssh_tunnel_port: 1 }, 'DESTINATION_UNREACHABLE', 'SSH tunnel: the connection was refused'],
    // OpenSSH also says why.
    [{ port: 1 }, 'DESTINATION_UNREACHABLE', 'SSH tunnel: 127.0.0.1 cannot connect to it: connect'],
    [{ ssh_tunnel_host: '10.0.0.1' }, 'HOST_NOT_ALLOWED', '10.0.0.1'],
  ])('says where the delivery failed: %j', async (change, code, message) => {
    await expect(deliver(through(database.key, change))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as unknown,
    });
  });
});
