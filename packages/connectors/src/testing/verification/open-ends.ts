import { createPrivateKey } from 'node:crypto';
import type { KeyProperties } from '../../spec.ts';
import { makeCertificate, type TestCertificate } from '../certificates.ts';
import { createTestDatabase } from '../database.ts';
import { type EncryptedDialect, startEncryptedDatabase } from '../encrypted-database.ts';
import type { EncryptedServer } from '../encrypted-server.ts';
import { createSignInFtp } from '../ftp.ts';
import { changeKey } from '../harness.ts';
import { startMssqlStandIn } from '../mssql/stand-in.ts';
import { createMysqlServer } from '../mysql.ts';
import { rsaKeyOf } from '../rsa-key.ts';
import { createTestServer } from '../sftp.ts';
import type { SshOptions } from '../test-ssh.ts';
import type { End, Made, Setup } from './cell.ts';

/** A key that works at the server of a cell, and what changes of it are made of. */
export type OpenedEnd = { readonly key: KeyProperties; readonly made: Made };

export type Ends = {
  open(end: End, setup: Setup): Promise<OpenedEnd>;
  close(): Promise<void>;
};

/** Opens the servers of the matrix when they are first needed. */
export function openEnds(): Ends {
  const closers: (() => unknown)[] = [];
  const opened = new Map<string, Promise<unknown>>();
  /** Opens a server once. */
  const once = async <Server extends { close(): unknown }>(
    name: string,
    start: () => Promise<Server>,
  ): Promise<Server> => {
    const found = opened.get(name) as Promise<Server> | undefined;
    if (found !== undefined) return found;
    const starting = start();
    opened.set(name, starting);
    const server = await starting;
    closers.push(() => server.close());
    return server;
  };
  const authority = makeCertificate({ name: 'authority' });
  const client = makeCertificate({ name: 'ann', issuer: authority });
  const pems = {
    server_ca_pem: authority.certificate,
    client_cert_pem: client.certificate,
    client_key_pem: client.privateKey,
  };
  const certificateOf = ({ certificate }: Setup): TestCertificate =>
    makeCertificate({ name: 'server', issuer: authority, addresses: ['127.0.0.1'], ...certificate });

  const plain = async (dialect: EncryptedDialect, isAdmin: boolean): Promise<KeyProperties> => {
    if (dialect === 'postgresql') return (await once('postgresql', createTestDatabase)).key;
    if (dialect === 'mssql') return (await once('mssql', startMssqlStandIn)).key;
    const mysql = await once('mysql', createMysqlServer);
    return isAdmin ? mysql.admin : mysql.key;
  };
  const database = async (dialect: EncryptedDialect, setup: Setup): Promise<KeyProperties> => {
    const key = await plain(dialect, setup.isAdmin === true);
    if (setup.certificate === undefined) return key;
    const server = await once<EncryptedServer>(`encrypted ${dialect}`, () =>
      startEncryptedDatabase(dialect, authority, key),
    );
    return changeKey(await server.present(certificateOf(setup)), pems);
  };
  const ssh = ({ forwards = true, isSha1Only = false }: SshOptions) =>
    once(`ssh ${forwards} ${isSha1Only}`, () => createTestServer({ forwards, isSha1Only }));
  const through = async (dialect: EncryptedDialect, setup: Setup): Promise<KeyProperties> => {
    const { key: gateway } = await ssh(setup);
    const { host, port, username, password } = gateway.properties;
    return changeKey(await database(dialect, setup), {
      ssh_tunnel_host: host ?? null,
      ssh_tunnel_port: port ?? null,
      ssh_tunnel_user: username ?? null,
      ssh_tunnel_auth_type: 'password',
      ssh_tunnel_password: password ?? null,
    });
  };
  const ftp = async (tls: 'none' | 'explicit' | 'implicit', setup: Setup): Promise<KeyProperties> => {
    const name = `ftp ${tls} ${JSON.stringify(setup.certificate ?? null)}`;
    const { key } = await once(name, () => createSignInFtp({ tls, certificate: certificateOf(setup) }));
    return tls === 'none' ? key : changeKey(key, { server_ca_pem: authority.certificate });
  };
  const keyAt: Readonly<Record<End, (setup: Setup) => Promise<KeyProperties>>> = {
    postgresql: (setup) => database('postgresql', setup),
    redshift: async (setup) => changeKey(await database('postgresql', setup), { dialect: 'redshift' }),
    mysql: (setup) => database('mysql', setup),
    mssql: (setup) => database('mssql', setup),
    'tunnel to postgresql': (setup) => through('postgresql', setup),
    'tunnel to mysql': (setup) => through('mysql', setup),
    sftp: async (setup) => (await ssh(setup)).key,
    ftp: (setup) => ftp('none', setup),
    'ftps explicit': (setup) => ftp('explicit', setup),
    'ftps implicit': (setup) => ftp('implicit', setup),
  };

  return {
    open: async (end, setup) => {
      const key = await keyAt[end](setup);
      const isSsh = end === 'sftp' || end.startsWith('tunnel');
      const { privateKey, fingerprint } = isSsh ? await ssh(setup) : { privateKey: '', fingerprint: '' };
      return { key, made: makerOf(privateKey, fingerprint) };
    },
    close: async () => {
      // Those in front of others were opened later.
      for (const close of closers.reverse()) await close();
    },
  };
}

const makerOf = (privateKey: string, fingerprint: string): Made => ({
  fingerprint,
  strangeKey: () => rsaKeyOf('stranger').pem,
  lockedKey: (passphrase) =>
    createPrivateKey(privateKey).export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase }).toString(),
  authority: (options) => makeCertificate({ name: 'authority', ...options }).certificate,
  strangeClient: () => {
    const issuer = makeCertificate({ name: 'another' });
    const { certificate, privateKey: key } = makeCertificate({ name: 'ann', issuer, keyType: 'ec' });
    return { client_cert_pem: certificate, client_key_pem: key };
  },
});
